SELECT pg_catalog.set_config('search_path', '', false);

CREATE TABLE public.accepted (
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    conversation_id uuid NOT NULL,
    message_id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.accepted FORCE ROW LEVEL SECURITY;

CREATE TABLE public.agent_chat_messages (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    session_id uuid NOT NULL,
    seq bigint NOT NULL,
    sender text NOT NULL,
    content text NOT NULL,
    body jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.agent_chat_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.agent_chat_sessions (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid,
    plan_id uuid,
    run_id uuid,
    task_id uuid,
    planner_agent_id uuid,
    executor_agent_id uuid,
    status text DEFAULT 'active'::text NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    agent_id text DEFAULT ''::text NOT NULL,
    project_id uuid,
    requested_by uuid,
    cause_id uuid,
    spent jsonb DEFAULT '{}'::jsonb NOT NULL,
    updated_at timestamp with time zone,
    team text DEFAULT ''::text NOT NULL,
    parent_id uuid,
    parent_call text DEFAULT ''::text NOT NULL,
    tier text DEFAULT ''::text NOT NULL,
    input_tokens bigint DEFAULT 0 NOT NULL,
    output_tokens bigint DEFAULT 0 NOT NULL,
    micros bigint DEFAULT 0 NOT NULL,
    took_us bigint DEFAULT 0 NOT NULL,
    outcome text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.agent_chat_sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.agent_executions (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    session_id uuid,
    agent_id uuid,
    plan_id uuid,
    task_id uuid,
    status text DEFAULT 'pending'::text NOT NULL,
    tokens bigint DEFAULT 0 NOT NULL,
    took_us bigint DEFAULT 0 NOT NULL,
    result jsonb,
    problem jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    completed_at timestamp with time zone,
    micros bigint DEFAULT 0 NOT NULL,
    outcome text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.agent_executions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.agent_plans (
    id uuid NOT NULL,
    version integer NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    project_id uuid,
    requested_by uuid,
    title text NOT NULL,
    goal text NOT NULL,
    status text NOT NULL,
    body jsonb NOT NULL,
    hash text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    expires_at timestamp with time zone,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    unasked uuid
);

ALTER TABLE ONLY public.agent_plans FORCE ROW LEVEL SECURITY;

CREATE TABLE public.agents (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    agent_id text NOT NULL,
    kind text NOT NULL,
    model text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.agents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.approval_policies (
    tenant_id uuid NOT NULL,
    project text DEFAULT ''::text NOT NULL,
    tool text DEFAULT ''::text NOT NULL,
    rule text NOT NULL,
    set_by uuid,
    set_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.approval_policies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.approval_yeses (
    tenant_id uuid NOT NULL,
    approval_id uuid NOT NULL,
    person_id uuid NOT NULL,
    capacity text DEFAULT '{}'::text NOT NULL,
    said_at timestamp with time zone NOT NULL,
    voice_id uuid
);

ALTER TABLE ONLY public.approval_yeses FORCE ROW LEVEL SECURITY;

CREATE TABLE public.assistant_agent_definitions (
    id uuid NOT NULL,
    tenant_id uuid,
    agent_id text NOT NULL,
    display_name text NOT NULL,
    role_summary text NOT NULL,
    category text NOT NULL,
    visible boolean DEFAULT true NOT NULL,
    ordering integer DEFAULT 0 NOT NULL,
    avatar jsonb DEFAULT '{}'::jsonb NOT NULL,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    left_at timestamp with time zone
);

ALTER TABLE ONLY public.assistant_agent_definitions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.assistant_conversation_filings (
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    folder text DEFAULT ''::text NOT NULL,
    archived_at timestamp with time zone
);

ALTER TABLE ONLY public.assistant_conversation_filings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.assistant_conversation_members (
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    person_id uuid NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    invited_by uuid
);

ALTER TABLE ONLY public.assistant_conversation_members FORCE ROW LEVEL SECURITY;

CREATE TABLE public.assistant_conversations (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    user_id uuid,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    active_flag boolean DEFAULT true NOT NULL,
    current_agent text DEFAULT 'chief'::text NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    project_id uuid,
    seq bigint DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    ready_at timestamp with time zone,
    token uuid,
    lease_until timestamp with time zone,
    pinned_at timestamp with time zone,
    removed_at timestamp with time zone,
    language text DEFAULT ''::text NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.assistant_conversations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.assistant_messages (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    seq bigint NOT NULL,
    key text NOT NULL,
    author text NOT NULL,
    agent_id text DEFAULT ''::text NOT NULL,
    person_id uuid,
    kind text NOT NULL,
    content text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    body_type text NOT NULL,
    body jsonb NOT NULL,
    slot text DEFAULT ''::text NOT NULL,
    cause uuid,
    run_id uuid,
    external_id text,
    revised boolean DEFAULT false NOT NULL,
    private jsonb DEFAULT '{}'::jsonb NOT NULL,
    place_id uuid,
    seen bigint
);

ALTER TABLE ONLY public.assistant_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.assistant_runs (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    project_id uuid,
    plan_id uuid,
    plan_version integer DEFAULT 0 NOT NULL,
    created_by text NOT NULL,
    requested_by uuid,
    approved_by uuid,
    title text NOT NULL,
    status text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    unseen boolean DEFAULT false NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    session_id uuid,
    noticed_at timestamp with time zone,
    CONSTRAINT assistant_runs_status_check CHECK ((status = ANY (ARRAY['planning'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);

ALTER TABLE ONLY public.assistant_runs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.assistant_tasks (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    run_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    project_id uuid,
    parent_task_id uuid,
    step_key text NOT NULL,
    step_group text,
    sequence_order integer DEFAULT 0 NOT NULL,
    created_by text NOT NULL,
    status text NOT NULL,
    task_type text NOT NULL,
    parameters jsonb NOT NULL,
    summary text NOT NULL,
    effect text DEFAULT 'none'::text NOT NULL,
    preview jsonb,
    is_reversible_by_system boolean DEFAULT true NOT NULL,
    irreversible_confirmed_at timestamp with time zone,
    approval_id uuid,
    approved_hash text DEFAULT ''::text NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    result jsonb,
    problem jsonb,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    ready_at timestamp with time zone,
    token uuid,
    lease_until timestamp with time zone,
    undone boolean DEFAULT false NOT NULL,
    sent_back jsonb,
    definition text DEFAULT ''::text NOT NULL,
    team text DEFAULT ''::text NOT NULL,
    stop_asked boolean DEFAULT false NOT NULL,
    alone boolean DEFAULT false NOT NULL,
    CONSTRAINT assistant_tasks_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.assistant_tasks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.background_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.background_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.background_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.background_runs (
    tenant_id uuid NOT NULL,
    task_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone NOT NULL,
    outcome text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    message_id uuid,
    tokens bigint DEFAULT 0 NOT NULL,
    micros bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.background_runs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.background_tasks (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    owner_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    project_id uuid,
    kind text NOT NULL,
    title text NOT NULL,
    prompt text NOT NULL,
    schedule text DEFAULT ''::text NOT NULL,
    zone text DEFAULT ''::text NOT NULL,
    overlap text DEFAULT 'skip'::text NOT NULL,
    status text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    failures bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    silent boolean DEFAULT false NOT NULL,
    ends_at timestamp with time zone,
    times_left integer DEFAULT 0 NOT NULL,
    told_in text DEFAULT ''::text NOT NULL,
    CONSTRAINT background_tasks_kind_check CHECK ((kind = ANY (ARRAY['one_shot'::text, 'recurring'::text, 'event'::text]))),
    CONSTRAINT background_tasks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'done'::text, 'cancelled'::text])))
);

ALTER TABLE ONLY public.background_tasks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.channel_events (
    tenant_id uuid NOT NULL,
    surface text NOT NULL,
    space text NOT NULL,
    channel text NOT NULL,
    allowed_by uuid,
    allowed_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.channel_events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.channel_projects (
    tenant_id uuid NOT NULL,
    surface text NOT NULL,
    space text NOT NULL,
    channel text NOT NULL,
    project_id uuid NOT NULL,
    set_by uuid,
    set_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.channel_projects FORCE ROW LEVEL SECURITY;

CREATE TABLE public.clarifications (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    plan_id uuid,
    asked_of uuid,
    stage text NOT NULL,
    body jsonb NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    answered_by uuid,
    expires_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    seq bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.clarifications FORCE ROW LEVEL SECURITY;

CREATE TABLE public.connections (
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    kind text NOT NULL,
    gives jsonb NOT NULL,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    secret text DEFAULT ''::text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    sealed_by text GENERATED ALWAYS AS (
CASE
    WHEN (secret ~~ 'sealed1:%'::text) THEN substr(secret, 9, 4)
    WHEN (secret <> ''::text) THEN ''::text
    ELSE NULL::text
END) STORED
);

ALTER TABLE ONLY public.connections FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deferrals (
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    kind text NOT NULL,
    ref uuid NOT NULL,
    version integer NOT NULL,
    until_at timestamp with time zone NOT NULL,
    set_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.deferrals FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delegations (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    delegate_id uuid NOT NULL,
    until_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by uuid
);

ALTER TABLE ONLY public.delegations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries (
    place_id uuid NOT NULL,
    slot text NOT NULL,
    tenant_id uuid NOT NULL,
    ref text DEFAULT ''::text NOT NULL,
    hash text DEFAULT ''::text NOT NULL,
    nonce text DEFAULT ''::text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    begun bigint DEFAULT 0 NOT NULL,
    posted_at timestamp with time zone,
    withheld boolean DEFAULT false NOT NULL
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_failures (
    id bigint NOT NULL,
    tenant_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    surface text NOT NULL,
    space text NOT NULL,
    channel text NOT NULL,
    thread text NOT NULL,
    conversation_id uuid,
    what text NOT NULL,
    outcome text NOT NULL,
    code text NOT NULL
);

ALTER TABLE ONLY public.delivery_failures FORCE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_failures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.delivery_failures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.files (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid,
    name text NOT NULL,
    type text NOT NULL,
    size bigint NOT NULL,
    sha256 text NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    person_id uuid,
    deleted_at timestamp with time zone
);

ALTER TABLE ONLY public.files FORCE ROW LEVEL SECURITY;

CREATE TABLE public.goose_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.goose_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.goose_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.handings (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    to_id uuid NOT NULL,
    kind text NOT NULL,
    ref uuid NOT NULL,
    version integer NOT NULL,
    until_at timestamp with time zone NOT NULL,
    handed_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);

ALTER TABLE ONLY public.handings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.heard (
    tenant_id uuid NOT NULL,
    surface text NOT NULL,
    until timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.heard FORCE ROW LEVEL SECURITY;

CREATE TABLE public.hook_bursts (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    hook_id uuid NOT NULL,
    name text NOT NULL,
    "grouping" text DEFAULT ''::text NOT NULL,
    count bigint DEFAULT 1 NOT NULL,
    last boolean DEFAULT false NOT NULL,
    fired_at timestamp with time zone,
    message_id uuid,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.hook_bursts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.hook_events (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    hook_id uuid NOT NULL,
    key text,
    kind text DEFAULT ''::text NOT NULL,
    payload text DEFAULT ''::text NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    outcome text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    times bigint DEFAULT 1 NOT NULL,
    burst_id uuid,
    received_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.hook_events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.hooks (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    task_id uuid NOT NULL,
    token_hash text,
    token_at timestamp with time zone,
    old_hash text,
    old_until timestamp with time zone,
    scheme text NOT NULL,
    secret text DEFAULT ''::text NOT NULL,
    filter text DEFAULT ''::text NOT NULL,
    "grouping" text DEFAULT ''::text NOT NULL,
    until text DEFAULT ''::text NOT NULL,
    window_us bigint NOT NULL,
    per_minute bigint NOT NULL,
    revision bigint DEFAULT 1 NOT NULL,
    echoes bigint DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    sealed_by text GENERATED ALWAYS AS (
CASE
    WHEN (secret ~~ 'sealed1:%'::text) THEN substr(secret, 9, 4)
    WHEN (secret <> ''::text) THEN ''::text
    ELSE NULL::text
END) STORED,
    happening text DEFAULT ''::text NOT NULL,
    surface text DEFAULT ''::text NOT NULL,
    space text DEFAULT ''::text NOT NULL,
    channel text DEFAULT ''::text NOT NULL,
    channel_name text DEFAULT ''::text NOT NULL,
    repeat_us bigint DEFAULT 300000000 NOT NULL
);

ALTER TABLE ONLY public.hooks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.identities (
    tenant_id uuid NOT NULL,
    surface text NOT NULL,
    space text NOT NULL,
    external_id text NOT NULL,
    person_id uuid NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    linked_at timestamp with time zone,
    guest_at timestamp with time zone,
    gone_at timestamp with time zone,
    asked_at timestamp with time zone
);

ALTER TABLE ONLY public.identities FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invitations (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    hash text NOT NULL,
    person_id uuid,
    name text NOT NULL,
    role text NOT NULL,
    made_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    used_by uuid,
    revoked_at timestamp with time zone
);

ALTER TABLE ONLY public.invitations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.link_codes (
    tenant_id uuid NOT NULL,
    hash text NOT NULL,
    person_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.link_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.link_tries (
    id bigint NOT NULL,
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.link_tries FORCE ROW LEVEL SECURITY;

ALTER TABLE public.link_tries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.link_tries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mail (
    id bigint NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    message_id uuid NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    halts boolean DEFAULT false NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.mail FORCE ROW LEVEL SECURITY;

ALTER TABLE public.mail ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.model_calls (
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    conversation_id uuid NOT NULL,
    run_id uuid,
    purpose text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    request_hash text NOT NULL,
    response bytea NOT NULL,
    input_tokens integer DEFAULT 0 NOT NULL,
    cached_tokens integer DEFAULT 0 NOT NULL,
    output_tokens integer DEFAULT 0 NOT NULL,
    thought_tokens integer DEFAULT 0 NOT NULL,
    took_us bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    micros bigint DEFAULT 0 NOT NULL,
    cache_written_tokens bigint DEFAULT 0 NOT NULL,
    unpriced boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.model_calls FORCE ROW LEVEL SECURITY;

CREATE TABLE public.model_facts (
    tenant_id uuid NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    what text NOT NULL,
    detail text NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.model_facts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.model_notices (
    tenant_id uuid NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    key text NOT NULL,
    conversation_id uuid,
    said_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.model_notices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.notices (
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    message_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    topic text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.notices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.openid_begun (
    tenant_id uuid NOT NULL,
    hash text NOT NULL,
    body text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.openid_begun FORCE ROW LEVEL SECURITY;

CREATE TABLE public.openid_logins (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    account text NOT NULL,
    founded boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    ended_at timestamp with time zone
);

ALTER TABLE ONLY public.openid_logins FORCE ROW LEVEL SECURITY;

CREATE TABLE public.owner_tokens (
    tenant_id uuid NOT NULL,
    token text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.owner_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.passkey_challenges (
    tenant_id uuid NOT NULL,
    hash text NOT NULL,
    body text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.passkey_challenges FORCE ROW LEVEL SECURITY;

CREATE TABLE public.passkeys (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    credential_id text NOT NULL,
    credential text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

ALTER TABLE ONLY public.passkeys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.pending_actions (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    run_id uuid,
    task_id uuid,
    tool_name text NOT NULL,
    tool_input jsonb NOT NULL,
    entity_type text NOT NULL,
    entity_id uuid,
    old_state jsonb,
    new_state jsonb NOT NULL,
    shown text DEFAULT ''::text NOT NULL,
    irreversible boolean DEFAULT false NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    expires_at timestamp with time zone,
    user_id uuid,
    body jsonb NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    hash text DEFAULT ''::text NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    needed integer DEFAULT 1 NOT NULL,
    CONSTRAINT pending_actions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'withdrawn'::text])))
);

ALTER TABLE ONLY public.pending_actions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.persons (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    role text DEFAULT 'member'::text NOT NULL,
    zone text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    merged_into uuid,
    hearing text DEFAULT ''::text NOT NULL,
    elsewhere boolean DEFAULT false NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    left_at timestamp with time zone,
    left_by uuid,
    zone_chosen boolean DEFAULT false NOT NULL,
    tour_away_at timestamp with time zone
);

ALTER TABLE ONLY public.persons FORCE ROW LEVEL SECURITY;

CREATE TABLE public.places (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    surface text NOT NULL,
    space text NOT NULL,
    channel text NOT NULL,
    thread text NOT NULL,
    pulls boolean DEFAULT false NOT NULL,
    shown bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ready_at timestamp with time zone,
    token uuid,
    lease_until timestamp with time zone,
    paced integer DEFAULT 0 NOT NULL,
    under text DEFAULT ''::text NOT NULL,
    gathers boolean DEFAULT false NOT NULL,
    shown_with uuid,
    closed boolean DEFAULT false NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.places FORCE ROW LEVEL SECURITY;

CREATE TABLE public.platform_ai_settings (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    provider text NOT NULL,
    base_url text DEFAULT ''::text NOT NULL,
    default_model text DEFAULT ''::text NOT NULL,
    headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    query_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    api_key text DEFAULT ''::text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    fast_model text DEFAULT ''::text NOT NULL,
    set_by uuid,
    revision bigint DEFAULT 0 NOT NULL,
    sealed_by text GENERATED ALWAYS AS (
CASE
    WHEN (api_key ~~ 'sealed1:%'::text) THEN substr(api_key, 9, 4)
    WHEN (api_key <> ''::text) THEN ''::text
    ELSE NULL::text
END) STORED
);

ALTER TABLE ONLY public.platform_ai_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.project_credentials (
    project_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    username text NOT NULL,
    password text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    sealed_by text GENERATED ALWAYS AS (
CASE
    WHEN (password ~~ 'sealed1:%'::text) THEN substr(password, 9, 4)
    WHEN (password <> ''::text) THEN ''::text
    ELSE NULL::text
END) STORED
);

ALTER TABLE ONLY public.project_credentials FORCE ROW LEVEL SECURITY;

CREATE TABLE public.projects (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    domain text DEFAULT ''::text NOT NULL,
    cms text DEFAULT ''::text NOT NULL,
    site_url text DEFAULT ''::text NOT NULL,
    allowed jsonb DEFAULT '[]'::jsonb NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone
);

ALTER TABLE ONLY public.projects FORCE ROW LEVEL SECURITY;

CREATE TABLE public.push_keys (
    tenant_id uuid NOT NULL,
    secret text NOT NULL,
    made_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.push_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reaches (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    person_id uuid NOT NULL,
    surface text NOT NULL,
    digest text NOT NULL,
    name text NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    secret text NOT NULL,
    code text,
    created_at timestamp with time zone NOT NULL,
    sealed_by text GENERATED ALWAYS AS (
CASE
    WHEN (secret ~~ 'sealed1:%'::text) THEN substr(secret, 9, 4)
    WHEN (secret <> ''::text) THEN ''::text
    ELSE NULL::text
END) STORED
);

ALTER TABLE ONLY public.reaches FORCE ROW LEVEL SECURITY;

CREATE TABLE public.recordings (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    cause_id uuid,
    task_id uuid,
    attempt bigint NOT NULL,
    part bigint NOT NULL,
    ends boolean DEFAULT false NOT NULL,
    body bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.recordings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.replica_settings (
    tenant_id uuid NOT NULL,
    replica text NOT NULL,
    settings jsonb NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.replica_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.replicas (
    id uuid NOT NULL,
    lived bigint NOT NULL,
    beat_at bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.replicas FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reserves (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    day bigint NOT NULL,
    micros bigint NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    person_id text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.reserves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.role_grants (
    tenant_id uuid NOT NULL,
    surface text NOT NULL,
    space text NOT NULL,
    group_id text NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.role_grants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    hash text NOT NULL,
    person_id uuid NOT NULL,
    browser text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    until timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    address text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.setup_parts (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    part text NOT NULL,
    given text NOT NULL,
    secret text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    set_by uuid NOT NULL,
    revision bigint DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    sealed_by text GENERATED ALWAYS AS (
CASE
    WHEN (secret ~~ 'sealed1:%'::text) THEN substr(secret, 9, 4)
    WHEN (secret <> ''::text) THEN ''::text
    ELSE NULL::text
END) STORED
);

ALTER TABLE ONLY public.setup_parts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_codes (
    tenant_id uuid NOT NULL,
    hash text NOT NULL,
    person_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    session_id uuid,
    role text
);

ALTER TABLE ONLY public.sign_in_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.slack_installs (
    enterprise_id text NOT NULL,
    team_id text NOT NULL,
    app_id text NOT NULL,
    tenant_id uuid NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    bot_user text DEFAULT ''::text NOT NULL,
    bot_id text DEFAULT ''::text NOT NULL,
    token text DEFAULT ''::text NOT NULL,
    refresh_token text DEFAULT ''::text NOT NULL,
    expires_at timestamp with time zone,
    token_at timestamp with time zone DEFAULT now() NOT NULL,
    scopes text DEFAULT ''::text NOT NULL,
    installed_by text DEFAULT ''::text NOT NULL,
    is_enterprise boolean DEFAULT false NOT NULL,
    installed_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    claim uuid,
    claim_until timestamp with time zone,
    sealed_by text GENERATED ALWAYS AS (
CASE
    WHEN (token ~~ 'sealed1:%'::text) THEN substr(token, 9, 4)
    WHEN (token <> ''::text) THEN ''::text
    ELSE NULL::text
END) STORED
);

ALTER TABLE ONLY public.slack_installs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.spaces (
    tenant_id uuid NOT NULL,
    surface text NOT NULL,
    space text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    parent text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.spaces FORCE ROW LEVEL SECURITY;

CREATE TABLE public.spending (
    tenant_id uuid NOT NULL,
    day bigint NOT NULL,
    slot bigint NOT NULL,
    tokens bigint NOT NULL,
    micros bigint NOT NULL,
    told_by text DEFAULT ''::text NOT NULL,
    person_id text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.spending FORCE ROW LEVEL SECURITY;

CREATE TABLE public.spent_nonces (
    tenant_id uuid NOT NULL,
    nonce text NOT NULL,
    until timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.spent_nonces FORCE ROW LEVEL SECURITY;

CREATE TABLE public.standing_uses (
    tenant_id uuid NOT NULL,
    standing_id uuid NOT NULL,
    task_id uuid NOT NULL,
    hash text NOT NULL,
    used_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.standing_uses FORCE ROW LEVEL SECURITY;

CREATE TABLE public.standing_yeses (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    approval_id uuid,
    person_id uuid NOT NULL,
    project text DEFAULT ''::text NOT NULL,
    tool text NOT NULL,
    most bigint NOT NULL,
    used bigint DEFAULT 0 NOT NULL,
    until_at timestamp with time zone NOT NULL,
    capacity text DEFAULT '{}'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by uuid,
    background_id uuid,
    target text DEFAULT ''::text NOT NULL,
    words text DEFAULT ''::text NOT NULL,
    definition text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.standing_yeses FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tenants (
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    tickets bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    owner uuid,
    checklist_away_at timestamp with time zone
);

ALTER TABLE ONLY public.tenants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tickets (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    key text NOT NULL,
    project_id uuid,
    title text NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    priority text DEFAULT 'medium'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.tickets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tickets_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.tickets_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tickets_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.timers (
    id bigint NOT NULL,
    tenant_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    kind text NOT NULL,
    ref uuid NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    fails integer DEFAULT 0 NOT NULL,
    again_at timestamp with time zone,
    person_id uuid
);

ALTER TABLE ONLY public.timers FORCE ROW LEVEL SECURITY;

ALTER TABLE public.timers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.timers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tool_calls (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    run_id uuid,
    task_id uuid,
    project_id uuid,
    tool text NOT NULL,
    arguments jsonb NOT NULL,
    effect text NOT NULL,
    state text NOT NULL,
    receipt jsonb,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone,
    definition text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.tool_calls FORCE ROW LEVEL SECURITY;

CREATE TABLE public.turns (
    tenant_id uuid NOT NULL,
    thing text NOT NULL,
    free_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.turns FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_assignees (
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    task_id uuid NOT NULL,
    member_id uuid NOT NULL
);

ALTER TABLE ONLY public.workspace_assignees FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_blockers (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    task_id uuid,
    key text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    words text NOT NULL,
    status text NOT NULL,
    priority text NOT NULL,
    resolution text NOT NULL,
    reporter_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    resolved_at timestamp with time zone,
    version integer NOT NULL
);

ALTER TABLE ONLY public.workspace_blockers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_comments (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    task_id uuid,
    document_id uuid,
    key text NOT NULL,
    author_id uuid NOT NULL,
    content text NOT NULL,
    words text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT workspace_comments_check CHECK (((task_id IS NULL) <> (document_id IS NULL)))
);

ALTER TABLE ONLY public.workspace_comments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.workspace_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.workspace_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.workspace_documents (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    key text NOT NULL,
    title text NOT NULL,
    document_type text NOT NULL,
    status text NOT NULL,
    content text NOT NULL,
    words text NOT NULL,
    author_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer NOT NULL
);

ALTER TABLE ONLY public.workspace_documents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_events (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    actor_id uuid NOT NULL,
    entity_type text NOT NULL,
    entity_id uuid NOT NULL,
    action text NOT NULL,
    title text NOT NULL,
    changes text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.workspace_events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_labels (
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    task_id uuid NOT NULL,
    label text NOT NULL
);

ALTER TABLE ONLY public.workspace_labels FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_links (
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    document_id uuid NOT NULL,
    task_id uuid NOT NULL,
    link_type text NOT NULL
);

ALTER TABLE ONLY public.workspace_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_project_members (
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    member_id uuid NOT NULL
);

ALTER TABLE ONLY public.workspace_project_members FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_projects (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    words text NOT NULL,
    project_type text NOT NULL,
    scope text NOT NULL,
    team_id uuid,
    parent_id uuid,
    owner_id uuid NOT NULL,
    status text NOT NULL,
    start_date text NOT NULL,
    target_end_date text NOT NULL,
    color text NOT NULL,
    emoji text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer NOT NULL
);

ALTER TABLE ONLY public.workspace_projects FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_tasks (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    project_id uuid NOT NULL,
    key text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    words text NOT NULL,
    status text NOT NULL,
    priority text NOT NULL,
    due_date text NOT NULL,
    creator_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    version integer NOT NULL
);

ALTER TABLE ONLY public.workspace_tasks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_team_members (
    tenant_id uuid NOT NULL,
    team_id uuid NOT NULL,
    member_id uuid NOT NULL
);

ALTER TABLE ONLY public.workspace_team_members FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_teams (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.workspace_teams FORCE ROW LEVEL SECURITY;

INSERT INTO public.accepted (tenant_id, key, conversation_id, message_id, at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '1.0', '01a19656-fa48-7000-ac3e-cb8300858c3b', '01a19657-0218-7000-81f2-24e800488283', '2026-11-01 09:00:00.098+00');
INSERT INTO public.accepted (tenant_id, key, conversation_id, message_id, at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '2.0', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19657-5bf0-7000-b6e9-a034d132ef7b', '2026-11-01 09:00:00.104+00');
INSERT INTO public.accepted (tenant_id, key, conversation_id, message_id, at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'web-1', '01a19658-07d0-7000-b151-8ba77b1b69b1', '01a19658-0bb8-7000-b210-6f670166961f', '2026-11-01 09:00:00.114+00');
INSERT INTO public.accepted (tenant_id, key, conversation_id, message_id, at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'channel', '01a19658-59d8-7000-96ce-33d712a64f0f', '01a19658-61a8-7000-ad9a-6846abf8edb6', '2026-11-01 09:00:00.122+00');

INSERT INTO public.agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) VALUES ('01a19657-4098-7000-90b3-dd4067aa6eee', '01a19656-7960-7000-8f8f-789f44ebb18e', 'c419a88f-dd5e-8f55-a820-8a5a4005bbd5', 0, 'frame', 'sealed1:HKHqkvXDycyuvDBVaI8+yMjb6Q3q0M7B5Ik53rKq+Aj07o+kTItRPUAJh94HRLbXzLMgahq3NdwpxIaWsZaWL6E', '{}', '2026-11-01 09:00:00.103+00');
INSERT INTO public.agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) VALUES ('01a19657-4480-7000-bd01-0221f74bc3e7', '01a19656-7960-7000-8f8f-789f44ebb18e', 'c419a88f-dd5e-8f55-a820-8a5a4005bbd5', 1, 'assistant', 'sealed1:HKHqXP/KouymFpDoXR7jx2tGnuZjCLrNiIlIdMw+eYxi56WNJUYdORTOZ+73A2Sk7vuKbqVMz/dpRDj8FsajmZk5RiB046cd8PbTTVwWgN2Zuaay5MiKHFF7V/aP', '{}', '2026-11-01 09:00:00.103+00');
INSERT INTO public.agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) VALUES ('01a19657-4868-7000-a600-d9093b1a01c6', '01a19656-7960-7000-8f8f-789f44ebb18e', '60c1f41b-2fe4-8465-ad6e-b11d19d338c9', 0, 'frame', 'sealed1:HKHqpf3XxBgaKeGoCMVU4Dx34nm/Jd61TVd+jkywjPYpfyZrELC3cfiloBnb62wG9bnMDOCe/hJluMks', '{}', '2026-11-01 09:00:00.103+00');
INSERT INTO public.agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) VALUES ('01a19657-e4a8-7000-9cf9-3ab7a72b31d4', '01a19656-7960-7000-8f8f-789f44ebb18e', 'beebb414-7a84-8c25-aaa0-7df32fad38df', 0, 'frame', 'sealed1:HKHqoXoFrIrnmoaEq3QKAAR3BR8WhpibjLMnLRZQpvijWPAm5UGG2+XhkM4xlnMtxfzV4CJJnwLgdFXxALEurbk', '{}', '2026-11-01 09:00:00.112+00');
INSERT INTO public.agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) VALUES ('01a19657-e890-7000-98a3-fc1aa14ee99a', '01a19656-7960-7000-8f8f-789f44ebb18e', 'beebb414-7a84-8c25-aaa0-7df32fad38df', 1, 'assistant', 'sealed1:HKHqHNt82fl/82WWFM//VffoEyUIOJ6QHLM9S63VFeoXzpnxeJjHmqqMe0/alVsXi2SOjAOtfe1oM9G/TUbEAJBfg0/Fw1bLKSYhYHBQGyGsfdvLrqm1YlfJRIdX', '{}', '2026-11-01 09:00:00.112+00');
INSERT INTO public.agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) VALUES ('01a19657-ec78-7000-b48e-9e227966f0c4', '01a19656-7960-7000-8f8f-789f44ebb18e', 'ac8c3a4b-1dac-8a76-8eda-5b1edc38d099', 0, 'frame', 'sealed1:HKHqM95ZQ+jFxFA/u+BuVnE7sP1j0YZJqA1mjreFQqX4vK7i4uoVSdfmQThUOBjix6xr1l0AjxLLjMsE', '{}', '2026-11-01 09:00:00.112+00');

INSERT INTO public.agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team, parent_id, parent_call, tier, input_tokens, output_tokens, micros, took_us, outcome) VALUES ('c419a88f-dd5e-8f55-a820-8a5a4005bbd5', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', NULL, NULL, NULL, NULL, NULL, 'done', '{}', '2026-11-01 09:00:00.103+00', NULL, 'deliveryLead', NULL, '01a19656-7d48-7000-8861-aac04906dddf', '01a19657-0218-7000-81f2-24e800488283', '{"meta": 0, "steps": 1, "wrong": 0, "actions": 0, "queries": 0}', '2026-11-01 09:00:00.103+00', 'a team', NULL, '', '', 0, 0, 0, 0, '');
INSERT INTO public.agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team, parent_id, parent_call, tier, input_tokens, output_tokens, micros, took_us, outcome) VALUES ('60c1f41b-2fe4-8465-ad6e-b11d19d338c9', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', NULL, NULL, '01a19657-0218-7000-81f2-24e800488283', 'e6e031e5-8108-8903-a512-004c50b187b5', 'a4ffa4aa-7f9a-8ff8-950a-726382edc738', 'done', '{}', '2026-11-01 09:00:00.103+00', NULL, 'researchAgent', NULL, '01a19656-7d48-7000-8861-aac04906dddf', NULL, '{"meta": 0, "steps": 0, "wrong": 0, "actions": 0, "queries": 0}', '2026-11-01 09:00:00.103+00', 'a team', 'c419a88f-dd5e-8f55-a820-8a5a4005bbd5', 'call-1', 'fast', 900, 40, 120, 1000000, 'reported');
INSERT INTO public.agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team, parent_id, parent_call, tier, input_tokens, output_tokens, micros, took_us, outcome) VALUES ('beebb414-7a84-8c25-aaa0-7df32fad38df', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', NULL, NULL, NULL, NULL, NULL, 'done', '{}', '2026-11-01 09:00:00.112+00', NULL, 'deliveryLead', NULL, '01a19656-7d48-7000-8861-aac04906dddf', '01a19657-5bf0-7000-b6e9-a034d132ef7b', '{"meta": 0, "steps": 1, "wrong": 0, "actions": 0, "queries": 0}', '2026-11-01 09:00:00.112+00', 'a team', NULL, '', '', 0, 0, 0, 0, '');
INSERT INTO public.agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team, parent_id, parent_call, tier, input_tokens, output_tokens, micros, took_us, outcome) VALUES ('ac8c3a4b-1dac-8a76-8eda-5b1edc38d099', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', NULL, NULL, '01a19657-5bf0-7000-b6e9-a034d132ef7b', 'c3e8701f-d382-840c-b365-5cf4c1d818bf', '3a47b625-79d9-8027-906e-89994aac5553', 'done', '{}', '2026-11-01 09:00:00.112+00', NULL, 'researchAgent', NULL, '01a19656-7d48-7000-8861-aac04906dddf', NULL, '{"meta": 0, "steps": 0, "wrong": 0, "actions": 0, "queries": 0}', '2026-11-01 09:00:00.112+00', 'a team', 'beebb414-7a84-8c25-aaa0-7df32fad38df', 'call-1', 'fast', 900, 40, 120, 1000000, 'reported');

INSERT INTO public.agent_executions (id, tenant_id, session_id, agent_id, plan_id, task_id, status, tokens, took_us, result, problem, created_at, completed_at, micros, outcome) VALUES ('910363c8-7171-87b2-87b6-2b6964623686', '01a19656-7960-7000-8f8f-789f44ebb18e', '60c1f41b-2fe4-8465-ad6e-b11d19d338c9', 'a4ffa4aa-7f9a-8ff8-950a-726382edc738', NULL, '01a19657-0218-7000-81f2-24e800488283', 'done', 940, 1000000, NULL, NULL, '2026-11-01 09:00:00.103+00', '2026-11-01 09:00:00.103+00', 120, 'reported');
INSERT INTO public.agent_executions (id, tenant_id, session_id, agent_id, plan_id, task_id, status, tokens, took_us, result, problem, created_at, completed_at, micros, outcome) VALUES ('2fa141b0-cdd5-8fab-be49-189aff021e3c', '01a19656-7960-7000-8f8f-789f44ebb18e', 'ac8c3a4b-1dac-8a76-8eda-5b1edc38d099', '3a47b625-79d9-8027-906e-89994aac5553', NULL, '01a19657-5bf0-7000-b6e9-a034d132ef7b', 'done', 940, 1000000, NULL, NULL, '2026-11-01 09:00:00.112+00', '2026-11-01 09:00:00.112+00', 120, 'reported');

INSERT INTO public.agent_plans (id, version, tenant_id, conversation_id, project_id, requested_by, title, goal, status, body, hash, note, decided_by, decided_at, expires_at, metadata, created_at, updated_at, seq, unasked) VALUES ('01a19657-1988-7000-8e5d-425a784bf3cd', 1, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', '01a19656-69c0-7000-be54-4c14e69fa482', '01a19656-7d48-7000-8861-aac04906dddf', 'Services', 'a page', 'superseded', '{"id": "01a19657-1988-7000-8e5d-425a784bf3cd", "goal": "a page", "hash": "h1", "steps": [{"key": "page", "type": "create_page", "group": "A", "owner": "webEngineer", "effect": "reversible", "summary": "Create it", "parameters": {"title": "Services"}}], "title": "Services", "version": 1, "expiresAt": "2126-11-01T09:00:00Z", "projectId": "01a19656-69c0-7000-be54-4c14e69fa482", "requestedBy": "01a19656-7d48-7000-8861-aac04906dddf"}', 'h1', 'shorter', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.101+00', '2126-11-01 09:00:00+00', '{}', '2026-11-01 09:00:00.100+00', '2026-11-01 09:00:00.101+00', 3, NULL);
INSERT INTO public.agent_plans (id, version, tenant_id, conversation_id, project_id, requested_by, title, goal, status, body, hash, note, decided_by, decided_at, expires_at, metadata, created_at, updated_at, seq, unasked) VALUES ('01a19657-1988-7000-8e5d-425a784bf3cd', 2, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', '01a19656-69c0-7000-be54-4c14e69fa482', '01a19656-7d48-7000-8861-aac04906dddf', 'Services', 'a page', 'proposed', '{"id": "01a19657-1988-7000-8e5d-425a784bf3cd", "goal": "a page", "hash": "h2", "steps": [{"key": "page", "type": "create_page", "group": "A", "owner": "webEngineer", "effect": "reversible", "summary": "Create it", "parameters": {"title": "Services"}}], "title": "Services", "version": 2, "expiresAt": "2126-11-01T09:00:00Z", "projectId": "01a19656-69c0-7000-be54-4c14e69fa482", "requestedBy": "01a19656-7d48-7000-8861-aac04906dddf"}', 'h2', '', NULL, NULL, '2126-11-01 09:00:00+00', '{}', '2026-11-01 09:00:00.102+00', '2026-11-01 09:00:00.102+00', 5, NULL);

INSERT INTO public.agents (id, tenant_id, agent_id, kind, model, status, metadata, created_at, updated_at) VALUES ('e6e031e5-8108-8903-a512-004c50b187b5', '01a19656-7960-7000-8f8f-789f44ebb18e', 'deliveryLead', 'planner', '', 'active', '{}', '2026-11-01 09:00:00.103+00', '2026-11-01 09:00:00.103+00');
INSERT INTO public.agents (id, tenant_id, agent_id, kind, model, status, metadata, created_at, updated_at) VALUES ('a4ffa4aa-7f9a-8ff8-950a-726382edc738', '01a19656-7960-7000-8f8f-789f44ebb18e', 'researchAgent', 'executor', 'fast-1', 'done', '{}', '2026-11-01 09:00:00.103+00', '2026-11-01 09:00:00.103+00');
INSERT INTO public.agents (id, tenant_id, agent_id, kind, model, status, metadata, created_at, updated_at) VALUES ('c3e8701f-d382-840c-b365-5cf4c1d818bf', '01a19656-7960-7000-8f8f-789f44ebb18e', 'deliveryLead', 'planner', '', 'active', '{}', '2026-11-01 09:00:00.112+00', '2026-11-01 09:00:00.112+00');
INSERT INTO public.agents (id, tenant_id, agent_id, kind, model, status, metadata, created_at, updated_at) VALUES ('3a47b625-79d9-8027-906e-89994aac5553', '01a19656-7960-7000-8f8f-789f44ebb18e', 'researchAgent', 'executor', 'fast-1', 'done', '{}', '2026-11-01 09:00:00.112+00', '2026-11-01 09:00:00.112+00');

INSERT INTO public.approval_policies (tenant_id, project, tool, rule, set_by, set_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-69c0-7000-be54-4c14e69fa482', '', '{"needed":2,"notRequester":true}', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.120+00');

INSERT INTO public.assistant_agent_definitions (id, tenant_id, agent_id, display_name, role_summary, category, visible, ordering, avatar, config, changed_at, left_at) VALUES ('01a19658-cf08-7000-ae67-a83fdcaa976d', '01a19656-7960-7000-8f8f-789f44ebb18e', 'florist', 'Zelda', 'Knows flowers.', 'utility', true, 20, '"🌷"', '{"lead": "deliveryLead", "title": "Florist", "examples": ["Which flowers last?"]}', '2026-11-01 09:00:00.132+00', NULL);
INSERT INTO public.assistant_agent_definitions (id, tenant_id, agent_id, display_name, role_summary, category, visible, ordering, avatar, config, changed_at, left_at) VALUES ('01a19658-d6d8-7000-a252-21ca3f6647fe', '01a19656-7960-7000-8f8f-789f44ebb18e', 'gardener', 'Gus', '', 'utility', false, 0, '""', '{}', '2026-11-01 09:00:00.133+00', '2026-11-01 09:00:00.133+00');

INSERT INTO public.assistant_conversation_filings (tenant_id, person_id, conversation_id, folder, archived_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', '01a19658-59d8-7000-96ce-33d712a64f0f', 'Spring', '2026-11-01 09:00:00.142+00');

INSERT INTO public.assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', '01a19656-d338-7000-87fb-572b495f10f3', 'asked', '2026-11-01 09:00:00.098+00', NULL);
INSERT INTO public.assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19656-d338-7000-87fb-572b495f10f3', 'asked', '2026-11-01 09:00:00.104+00', NULL);
INSERT INTO public.assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-07d0-7000-b151-8ba77b1b69b1', '01a19656-7d48-7000-8861-aac04906dddf', 'asked', '2026-11-01 09:00:00.114+00', NULL);
INSERT INTO public.assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-1388-7000-827e-7731b730f918', '01a19656-7d48-7000-8861-aac04906dddf', 'asked', '2026-11-01 09:00:00.115+00', NULL);
INSERT INTO public.assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', '01a19656-d338-7000-87fb-572b495f10f3', 'asked', '2026-11-01 09:00:00.122+00', NULL);
INSERT INTO public.assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-bf68-7000-9cde-e0922661a2a8', '01a19656-7d48-7000-8861-aac04906dddf', 'asked', '2026-11-01 09:00:00.131+00', NULL);
INSERT INTO public.assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19659-57c0-7000-b416-5d44d92a4d59', '01a19656-7d48-7000-8861-aac04906dddf', 'asked', '2026-11-01 09:00:00.147+00', NULL);
INSERT INTO public.assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19659-57c0-7000-b416-5d44d92a4d59', '01a19656-d338-7000-87fb-572b495f10f3', 'added', '2026-11-01 09:00:00.148+00', '01a19656-7d48-7000-8861-aac04906dddf');

INSERT INTO public.assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) VALUES ('01a19658-bf68-7000-9cde-e0922661a2a8', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.131+00', NULL, true, 'chief', '{}', '#support', '01a19656-69c0-7000-be54-4c14e69fa482', 0, '2026-11-01 09:00:00.131+00', NULL, NULL, NULL, NULL, NULL, '');
INSERT INTO public.assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) VALUES ('01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-d338-7000-87fb-572b495f10f3', '2026-11-01 09:00:00.104+00', NULL, true, 'chief', '{}', 'Go on with the shop', '01a19656-69c0-7000-be54-4c14e69fa482', 11, '2026-11-01 09:00:00.136+00', '2026-11-01 09:00:00.124+00', NULL, NULL, NULL, NULL, 'de');
INSERT INTO public.assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) VALUES ('01a19658-59d8-7000-96ce-33d712a64f0f', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-d338-7000-87fb-572b495f10f3', '2026-11-01 09:00:00.122+00', NULL, true, 'chief', '{}', 'This channel is about it', '01a19656-69c0-7000-be54-4c14e69fa482', 3, '2026-11-01 09:00:00.137+00', NULL, '01a19656-94b8-7000-9a33-2e3de99d9622', '2026-11-01 09:01:00.000+00', NULL, NULL, 'de');
INSERT INTO public.assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) VALUES ('01a19659-57c0-7000-b416-5d44d92a4d59', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.147+00', NULL, true, 'chief', '{}', 'The prices', NULL, 1, '2026-11-01 09:00:00.148+00', NULL, NULL, NULL, NULL, NULL, '');
INSERT INTO public.assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) VALUES ('01a19658-1388-7000-827e-7731b730f918', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.115+00', NULL, true, 'webEngineer', '{}', '', '01a19656-69c0-7000-be54-4c14e69fa482', 0, '2026-11-01 09:00:00.115+00', NULL, NULL, NULL, NULL, NULL, '');
INSERT INTO public.assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) VALUES ('01a19658-07d0-7000-b151-8ba77b1b69b1', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.114+00', NULL, true, 'chief', '{}', 'What waits?', NULL, 1, '2026-11-01 09:00:00.114+00', '2026-11-01 09:00:00.125+00', NULL, NULL, NULL, NULL, '');
INSERT INTO public.assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) VALUES ('01a19656-fa48-7000-ac3e-cb8300858c3b', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-d338-7000-87fb-572b495f10f3', '2026-11-01 09:00:00.098+00', NULL, true, 'chief', '{}', 'Create a page called Services', '01a19656-69c0-7000-be54-4c14e69fa482', 6, '2026-11-01 09:00:00.103+00', '2026-11-01 09:00:00.123+00', NULL, NULL, NULL, NULL, 'de');

INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-0218-7000-81f2-24e800488283', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 1, '1.0', 'user', '', '01a19656-d338-7000-87fb-572b495f10f3', 'message', 'please create a page called Services', '2026-11-01 09:00:00.098+00', '{}', 'said', '{"externalId": "1.0"}', 'said:01a19657-0218-7000-81f2-24e800488283', NULL, NULL, '1.0', false, '{}', '01a19656-fe30-7000-a206-a031a91a7198', NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-15a0-7000-8a54-6c0464d7a2a9', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 2, '01a19657-15a0-7000-8a54-6c0464d7a2a9', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.099+00', '{}', 'asked', '{"clarification": {"id": "01a19657-0dd0-7000-b381-459f6bd4b54c", "intro": "Which site?", "stage": "project", "expiresAt": "2126-11-01T09:00:00Z", "questions": [{"key": "project", "free": true, "text": "Which site?", "reason": "there are two"}]}}', 'ask:01a19657-0dd0-7000-b381-459f6bd4b54c', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-2158-7000-85b8-12346df02529', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 3, '01a19657-2158-7000-85b8-12346df02529', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.100+00', '{}', 'plan_proposed', '{"plan": {"id": "01a19657-1988-7000-8e5d-425a784bf3cd", "goal": "a page", "hash": "h1", "steps": [{"key": "page", "type": "create_page", "group": "A", "owner": "webEngineer", "effect": "reversible", "summary": "Create it", "parameters": {"title": "Services"}}], "title": "Services", "version": 1, "expiresAt": "2126-11-01T09:00:00Z", "projectId": "01a19656-69c0-7000-be54-4c14e69fa482", "requestedBy": "01a19656-7d48-7000-8861-aac04906dddf"}}', 'plan:01a19657-1988-7000-8e5d-425a784bf3cd/1', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-2928-7000-a621-4ba3c8418ea8', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 4, '01a19657-2928-7000-a621-4ba3c8418ea8', 'user', '', '01a19656-7d48-7000-8861-aac04906dddf', 'system', '', '2026-11-01 09:00:00.101+00', '{}', 'plan_decided', '{"note": "shorter", "planId": "01a19657-1988-7000-8e5d-425a784bf3cd", "verdict": "changes", "version": 1}', 'plan:01a19657-1988-7000-8e5d-425a784bf3cd/1', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-30f8-7000-a280-c3c1c6c3bfe3', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 5, '01a19657-30f8-7000-a280-c3c1c6c3bfe3', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.102+00', '{}', 'plan_proposed', '{"plan": {"id": "01a19657-1988-7000-8e5d-425a784bf3cd", "goal": "a page", "hash": "h2", "steps": [{"key": "page", "type": "create_page", "group": "A", "owner": "webEngineer", "effect": "reversible", "summary": "Create it", "parameters": {"title": "Services"}}], "title": "Services", "version": 2, "expiresAt": "2126-11-01T09:00:00Z", "projectId": "01a19656-69c0-7000-be54-4c14e69fa482", "requestedBy": "01a19656-7d48-7000-8861-aac04906dddf"}}', 'plan:01a19657-1988-7000-8e5d-425a784bf3cd/2', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-3cb0-7000-8971-983b8ea1a3a7', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 6, '01a19657-3cb0-7000-8971-983b8ea1a3a7', 'assistant', 'chief', NULL, 'message', 'It is **done**.', '2026-11-01 09:00:00.103+00', '{}', 'said', '{}', 'said:01a19657-3cb0-7000-8971-983b8ea1a3a7', NULL, NULL, NULL, false, '{"why": "for the fixture"}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-5bf0-7000-b6e9-a034d132ef7b', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 1, '2.0', 'user', '', '01a19656-d338-7000-87fb-572b495f10f3', 'message', 'go on with the shop', '2026-11-01 09:00:00.104+00', '{}', 'said', '{"externalId": "2.0"}', 'said:01a19657-5bf0-7000-b6e9-a034d132ef7b', NULL, NULL, '2.0', false, '{}', '01a19657-5808-7000-b365-550cf6b9eb44', NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-86e8-7000-bdbb-87338d2003bb', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 2, '01a19657-86e8-7000-bdbb-87338d2003bb', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.105+00', '{}', 'run_started', '{"run": {"id": "01a19657-7360-7000-83f3-1371ab1db6dc", "title": "Shop", "status": "running", "createdAt": "0001-01-01T00:00:00Z", "projectId": "01a19656-7190-7000-8e93-37376b0e4da8", "updatedAt": "0001-01-01T00:00:00Z", "approvedBy": "01a19656-7d48-7000-8861-aac04906dddf", "requestedBy": "01a19656-7d48-7000-8861-aac04906dddf", "conversationId": "01a19657-5420-7000-be70-e0c4cb8a8a82", "createdByAgentId": "chief"}, "tasks": [{"id": "01a19657-7748-7000-a999-35f4cc67702a", "key": "one", "team": "a team", "runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "effect": "reversible", "status": "open", "attempt": 0, "preview": {"state": "state-one", "title": "one", "fields": [{"new": "one", "name": "title"}]}, "summary": "Create one", "taskType": "create_page", "createdAt": "0001-01-01T00:00:00Z", "projectId": "01a19656-7190-7000-8e93-37376b0e4da8", "stepGroup": "A", "updatedAt": "0001-01-01T00:00:00Z", "parameters": {"title": "one"}, "approvedHash": "state-one", "sequenceOrder": 0, "conversationId": "01a19657-5420-7000-be70-e0c4cb8a8a82", "createdByAgentId": "webEngineer", "isReversibleBySystem": true}, {"id": "01a19657-7b30-7000-9445-7adf05b95cbc", "key": "two", "team": "a team", "runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "effect": "reversible", "status": "open", "attempt": 0, "preview": {"state": "state-two", "title": "two", "fields": [{"new": "two", "name": "title"}]}, "summary": "Create two", "taskType": "create_page", "createdAt": "0001-01-01T00:00:00Z", "projectId": "01a19656-7190-7000-8e93-37376b0e4da8", "stepGroup": "A", "updatedAt": "0001-01-01T00:00:00Z", "parameters": {"title": "two"}, "approvedHash": "state-two", "sequenceOrder": 1, "conversationId": "01a19657-5420-7000-be70-e0c4cb8a8a82", "createdByAgentId": "webEngineer", "isReversibleBySystem": true}, {"id": "01a19657-7f18-7000-9818-ae758b94a34e", "key": "three", "team": "a team", "runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "effect": "reversible", "status": "open", "attempt": 0, "preview": {"state": "state-three", "title": "three", "fields": [{"new": "three", "name": "title"}]}, "summary": "Create three", "taskType": "create_page", "createdAt": "0001-01-01T00:00:00Z", "projectId": "01a19656-7190-7000-8e93-37376b0e4da8", "stepGroup": "A", "updatedAt": "0001-01-01T00:00:00Z", "parameters": {"title": "three"}, "approvedHash": "state-three", "sequenceOrder": 2, "conversationId": "01a19657-5420-7000-be70-e0c4cb8a8a82", "createdByAgentId": "webEngineer", "isReversibleBySystem": true}]}', 'run:01a19657-7360-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-8ad0-7000-af10-261c465562b5', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 3, '01a19657-8ad0-7000-af10-261c465562b5', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.105+00', '{}', 'group_started', '{"group": "A", "runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "tasks": ["01a19657-7748-7000-a999-35f4cc67702a", "01a19657-7b30-7000-9445-7adf05b95cbc", "01a19657-7f18-7000-9818-ae758b94a34e"]}', 'run:01a19657-7360-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-a240-7000-a031-c5945a80077c', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 4, '01a19657-a240-7000-a031-c5945a80077c', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.107+00', '{}', 'task_finished', '{"runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "result": {"undo": true, "fields": {"url": "https://shop.example/one"}, "summary": "Created it"}, "status": "completed", "taskId": "01a19657-7748-7000-a999-35f4cc67702a"}', 'run:01a19657-7360-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-b9b0-7000-b9d2-15448c060e46', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 5, '01a19657-b9b0-7000-b9d2-15448c060e46', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.109+00', '{}', 'task_finished', '{"runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "result": {"summary": ""}, "status": "failed", "taskId": "01a19657-7b30-7000-9445-7adf05b95cbc", "problem": {"said": {"message": {"key": "no answer"}}, "message": "no answer", "category": "execution", "recovery": ""}}', 'run:01a19657-7360-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-c568-7000-a483-bd0bc5ccebb9', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 6, '01a19657-c568-7000-a483-bd0bc5ccebb9', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.110+00', '{}', 'approval_requested', '{"approval": {"id": "01a19657-bd98-7000-b20e-d3c7d066d538", "why": "it moved", "hash": "card", "said": {"why": {"key": "it moved"}, "title": {"key": "Create three"}}, "tool": "create_page", "runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "title": "Create three", "taskId": "01a19657-7f18-7000-9818-ae758b94a34e", "preview": {"said": {"title": {"key": "three"}}, "state": "state-3", "title": "three", "fields": [{"new": "three", "name": "title"}]}, "arguments": {"title": "three"}, "expiresAt": "2126-11-01T09:00:00Z", "requestedBy": "01a19656-7d48-7000-8861-aac04906dddf"}}', 'approval:01a19657-bd98-7000-b20e-d3c7d066d538', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-cd38-7000-8529-b9fb1a1c8746', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 7, '01a19657-cd38-7000-8529-b9fb1a1c8746', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.111+00', '{}', 'stop_requested', '{"runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "taskId": "01a19657-7f18-7000-9818-ae758b94a34e"}', 'run:01a19657-7360-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-d120-7000-b98f-3ab0ee5f744e', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 8, '01a19657-d120-7000-b98f-3ab0ee5f744e', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.111+00', '{}', 'run_finished', '{"runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "status": "failed"}', 'run:01a19657-7360-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-d508-7000-8573-69796de2e19d', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 9, '01a19657-d508-7000-8573-69796de2e19d', 'system', '', NULL, 'system', '', '2026-11-01 09:00:00.111+00', '{}', 'retry_requested', '{"runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "taskId": "01a19657-7b30-7000-9445-7adf05b95cbc"}', 'run:01a19657-7360-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19657-e0c0-7000-811d-4cbaad5f0dd3', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 10, '01a19657-e0c0-7000-811d-4cbaad5f0dd3', 'assistant', 'chief', NULL, 'message', 'It is **done**.', '2026-11-01 09:00:00.112+00', '{}', 'said', '{}', 'said:01a19657-e0c0-7000-811d-4cbaad5f0dd3', NULL, NULL, NULL, false, '{"why": "for the fixture"}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19658-0bb8-7000-b210-6f670166961f', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-07d0-7000-b151-8ba77b1b69b1', 1, 'web-1', 'user', '', '01a19656-7d48-7000-8861-aac04906dddf', 'message', 'what waits?', '2026-11-01 09:00:00.114+00', '{}', 'said', '{}', 'said:01a19658-0bb8-7000-b210-6f670166961f', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19658-61a8-7000-ad9a-6846abf8edb6', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', 1, 'channel', 'user', '', '01a19656-d338-7000-87fb-572b495f10f3', 'message', 'this channel is about it', '2026-11-01 09:00:00.122+00', '{}', 'said', '{"externalId": "channel"}', 'said:01a19658-61a8-7000-ad9a-6846abf8edb6', NULL, NULL, 'channel', false, '{}', '01a19658-5dc0-7000-ad8a-2688ae084a63', NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19658-9470-7000-93c4-8ba8dee31645', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', 2, '01a19658-9470-7000-93c4-8ba8dee31645', 'user', '', '01a19656-7d48-7000-8861-aac04906dddf', 'status', '', '2026-11-01 09:00:00.126+00', '{}', 'channel_bound', '{"projectId": "01a19656-69c0-7000-be54-4c14e69fa482"}', '', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19658-fa00-7000-8725-97a55bf24ffb', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 11, 'background/01a19658-3a98-7000-bf71-1865d642b78e/1793610125000000', 'user', '', '01a19656-7d48-7000-8861-aac04906dddf', 'message', 'check the audit', '2026-11-01 09:00:00.136+00', '{}', 'said', '{"backgroundTask": "01a19658-3a98-7000-bf71-1865d642b78e"}', 'said:01a19658-fa00-7000-8725-97a55bf24ffb', NULL, NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19659-01d0-7000-a8bd-c633c9a49598', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', 3, '01a19659-01d0-7000-a8bd-c633c9a49598', 'assistant', '', NULL, 'message', 'they are as they were', '2026-11-01 09:00:00.137+00', '{}', 'said', '{"topic": "results"}', 'said:01a19659-01d0-7000-a8bd-c633c9a49598', '01a19658-fa00-7000-8725-97a55bf24ffb', NULL, NULL, false, '{}', NULL, NULL);
INSERT INTO public.assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) VALUES ('01a19659-5f90-7000-8593-0147413cc0f1', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19659-57c0-7000-b416-5d44d92a4d59', 1, '01a19659-5f90-7000-8593-0147413cc0f1', 'user', '', '01a19656-7d48-7000-8861-aac04906dddf', 'status', 'Olga invited Uma.', '2026-11-01 09:00:00.148+00', '{}', 'member_added', '{"title": "The prices", "personId": "01a19656-d338-7000-87fb-572b495f10f3"}', 'member:01a19659-5f90-7000-8593-0147413cc0f1', NULL, NULL, NULL, false, '{}', NULL, NULL);

INSERT INTO public.assistant_runs (id, tenant_id, conversation_id, project_id, plan_id, plan_version, created_by, requested_by, approved_by, title, status, created_at, updated_at, metadata, unseen, seq, session_id, noticed_at) VALUES ('01a19657-7360-7000-83f3-1371ab1db6dc', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19656-7190-7000-8e93-37376b0e4da8', NULL, 0, 'chief', '01a19656-7d48-7000-8861-aac04906dddf', '01a19656-7d48-7000-8861-aac04906dddf', 'Shop', 'running', '2026-11-01 09:00:00.105+00', '2026-11-01 09:00:00.111+00', '{}', false, 2, NULL, NULL);

INSERT INTO public.assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team, stop_asked, alone) VALUES ('01a19657-7f18-7000-9818-ae758b94a34e', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-7360-7000-83f3-1371ab1db6dc', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19656-7190-7000-8e93-37376b0e4da8', NULL, 'three', 'A', 2, 'webEngineer', 'cancelled', 'create_page', '{"title": "three"}', 'Create three', 'reversible', '{"state": "state-three", "title": "three", "fields": [{"new": "three", "name": "title"}]}', true, NULL, NULL, 'state-three', 0, '2026-11-01 09:00:00.105+00', '2026-11-01 09:00:00.111+00', '{"notDone": "not_begun", "summary": ""}', NULL, '{}', NULL, NULL, NULL, false, NULL, '', 'a team', true, false);
INSERT INTO public.assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team, stop_asked, alone) VALUES ('01a19657-7748-7000-a999-35f4cc67702a', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-7360-7000-83f3-1371ab1db6dc', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19656-7190-7000-8e93-37376b0e4da8', NULL, 'one', 'A', 0, 'webEngineer', 'completed', 'create_page', '{"title": "one"}', 'Create one', 'reversible', '{"state": "state-one", "title": "one", "fields": [{"new": "one", "name": "title"}]}', true, NULL, NULL, 'state-one', 0, '2026-11-01 09:00:00.105+00', '2026-11-01 09:00:00.107+00', '{"undo": true, "fields": {"url": "https://shop.example/one"}, "summary": "Created it"}', NULL, '{}', NULL, NULL, NULL, false, NULL, '', 'a team', false, false);
INSERT INTO public.assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team, stop_asked, alone) VALUES ('01a19657-7b30-7000-9445-7adf05b95cbc', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-7360-7000-83f3-1371ab1db6dc', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19656-7190-7000-8e93-37376b0e4da8', NULL, 'two', 'A', 1, 'webEngineer', 'open', 'create_page', '{"title": "two"}', 'Create two', 'reversible', '{"state": "state-two", "title": "two", "fields": [{"new": "two", "name": "title"}]}', true, NULL, NULL, 'state-two', 0, '2026-11-01 09:00:00.105+00', '2026-11-01 09:00:00.111+00', NULL, NULL, '{}', NULL, NULL, NULL, false, NULL, '', 'a team', false, true);

INSERT INTO public.background_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, true, '2026-11-01 09:00:00.085');
INSERT INTO public.background_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, true, '2026-11-01 09:00:00.086');

INSERT INTO public.background_runs (tenant_id, task_id, due_at, started_at, outcome, note, message_id, tokens, micros) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-3a98-7000-bf71-1865d642b78e', '2026-11-01 09:00:00.004+00', '2026-11-01 09:00:00.136+00', '', '', '01a19658-fa00-7000-8725-97a55bf24ffb', 0, 0);

INSERT INTO public.background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) VALUES ('01a19658-a028-7000-82ba-6dbc03e47a84', '01a19656-7960-7000-8f8f-789f44ebb18e', 'hook-1', '01a19656-7d48-7000-8861-aac04906dddf', '01a19658-59d8-7000-96ce-33d712a64f0f', '01a19656-69c0-7000-be54-4c14e69fa482', 'event', 'Look at payments', 'see what failed', '', 'Europe/Berlin', 'skip', 'active', '', 0, '2026-11-01 09:00:00.127+00', '2026-11-01 09:00:00.127+00', false, '2026-11-02 09:00:00.000+00', 3, '');
INSERT INTO public.background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) VALUES ('01a19658-c738-7000-9e30-da59a59f3d21', '01a19656-7960-7000-8f8f-789f44ebb18e', 'told-2', '01a19656-7d48-7000-8861-aac04906dddf', '01a19658-bf68-7000-9cde-e0922661a2a8', NULL, 'one_shot', 'Look at it', 'look at it', '', 'UTC', 'queue', 'active', '', 0, '2026-11-01 09:00:00.131+00', '2026-11-01 09:00:00.131+00', false, NULL, 0, '#support');
INSERT INTO public.background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) VALUES ('01a19658-ee48-7000-8958-2568b7505f9e', '01a19656-7960-7000-8f8f-789f44ebb18e', 'told-1', '01a19656-7d48-7000-8861-aac04906dddf', '01a19658-59d8-7000-96ce-33d712a64f0f', NULL, 'one_shot', 'Look at prices', 'look at prices', '', 'Europe/Berlin', 'skip', 'active', '', 0, '2026-11-01 09:00:00.135+00', '2026-11-01 09:00:00.135+00', false, NULL, 0, '');
INSERT INTO public.background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) VALUES ('01a19658-3a98-7000-bf71-1865d642b78e', '01a19656-7960-7000-8f8f-789f44ebb18e', 'background-1', '01a19656-7d48-7000-8861-aac04906dddf', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19656-69c0-7000-be54-4c14e69fa482', 'recurring', 'Look at the audit', 'check the audit', '0 9 * * *', 'Europe/Berlin', 'skip', 'active', '', 0, '2026-11-01 09:00:00.118+00', '2026-11-01 09:00:00.136+00', false, NULL, 0, '');

INSERT INTO public.channel_events (tenant_id, surface, space, channel, allowed_by, allowed_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'C1', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.130+00');

INSERT INTO public.channel_projects (tenant_id, surface, space, channel, project_id, set_by, set_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'C1', '01a19656-69c0-7000-be54-4c14e69fa482', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.126+00');

INSERT INTO public.clarifications (id, tenant_id, conversation_id, plan_id, asked_of, stage, body, status, answered_by, expires_at, created_at, updated_at, seq) VALUES ('01a19657-0dd0-7000-b381-459f6bd4b54c', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', NULL, '01a19656-d338-7000-87fb-572b495f10f3', 'project', '{"id": "01a19657-0dd0-7000-b381-459f6bd4b54c", "intro": "Which site?", "stage": "project", "expiresAt": "2126-11-01T09:00:00Z", "questions": [{"key": "project", "free": true, "text": "Which site?", "reason": "there are two"}]}', 'open', NULL, '2126-11-01 09:00:00+00', '2026-11-01 09:00:00.099+00', '2026-11-01 09:00:00.099+00', 2);

INSERT INTO public.connections (tenant_id, project_id, kind, gives, config, secret, updated_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-69c0-7000-be54-4c14e69fa482', 'folder', '["site"]', '{}', '', '2026-11-01 09:00:00.089+00');
INSERT INTO public.connections (tenant_id, project_id, kind, gives, config, secret, updated_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7190-7000-8e93-37376b0e4da8', 'wordpress', '["site", "posts", "media", "menus", "shop"]', '{"url": "https://shop.example", "user": "editor"}', 'sealed1:HKHqzy0P/QQvpiPixGlAbWCf5IzMhT3bEl4KAKFlkMxox5vaYVHgeGZN9I+n78c', '2026-11-01 09:00:00.090+00');

INSERT INTO public.deferrals (tenant_id, person_id, kind, ref, version, until_at, set_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', 'plan', '01a19656-eaa8-7000-868b-fc4e6393e764', 1, '2126-11-01 09:00:00+00', '2026-11-01 09:00:00.097+00');

INSERT INTO public.delegations (id, tenant_id, person_id, delegate_id, until_at, created_at, ended_at, ended_by) VALUES ('00000000-0000-7000-8000-0000000000aa', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', '01a19656-d338-7000-87fb-572b495f10f3', '2026-11-02 09:00:00.000+00', '2026-11-01 09:00:00.121+00', NULL, NULL);

INSERT INTO public.deliveries (place_id, slot, tenant_id, ref, hash, nonce, updated_at, begun, posted_at, withheld) VALUES ('01a19656-fe30-7000-a206-a031a91a7198', 'said:1', '01a19656-7960-7000-8f8f-789f44ebb18e', '171.1', 'h', 'n1', '2026-11-01 09:00:00.113+00', 0, NULL, false);

INSERT INTO public.files (id, tenant_id, conversation_id, name, type, size, sha256, bytes, created_at, person_id, deleted_at) VALUES ('01a19658-1f40-7000-a8f7-e2154574dc4a', '01a19656-7960-7000-8f8f-789f44ebb18e', NULL, 'a.txt', 'text/plain', 7, '55dfc00c01f3ea84a2f1472b04669ad3ed588c04bad216e855f24fbe6a84822c', '\x68656c6c6f00ff', '2026-11-01 09:00:00.117+00', NULL, NULL);

INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, true, '2026-11-01 09:00:00.005');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, true, '2026-11-01 09:00:00.006');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (3, 2, true, '2026-11-01 09:00:00.007');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (4, 3, true, '2026-11-01 09:00:00.008');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (5, 4, true, '2026-11-01 09:00:00.009');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (6, 5, true, '2026-11-01 09:00:00.010');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (7, 6, true, '2026-11-01 09:00:00.011');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (8, 7, true, '2026-11-01 09:00:00.012');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (9, 8, true, '2026-11-01 09:00:00.013');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (10, 9, true, '2026-11-01 09:00:00.014');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (11, 10, true, '2026-11-01 09:00:00.015');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (12, 11, true, '2026-11-01 09:00:00.016');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (13, 12, true, '2026-11-01 09:00:00.017');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (14, 13, true, '2026-11-01 09:00:00.018');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (15, 14, true, '2026-11-01 09:00:00.019');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (16, 17, true, '2026-11-01 09:00:00.020');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (17, 18, true, '2026-11-01 09:00:00.021');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (18, 22, true, '2026-11-01 09:00:00.022');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (19, 24, true, '2026-11-01 09:00:00.023');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (20, 29, true, '2026-11-01 09:00:00.024');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (21, 33, true, '2026-11-01 09:00:00.025');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (22, 34, true, '2026-11-01 09:00:00.026');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (23, 37, true, '2026-11-01 09:00:00.027');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (24, 40, true, '2026-11-01 09:00:00.028');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (25, 43, true, '2026-11-01 09:00:00.029');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (26, 46, true, '2026-11-01 09:00:00.030');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (27, 48, true, '2026-11-01 09:00:00.031');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (28, 49, true, '2026-11-01 09:00:00.032');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (29, 51, true, '2026-11-01 09:00:00.033');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (30, 52, true, '2026-11-01 09:00:00.034');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (31, 56, true, '2026-11-01 09:00:00.035');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (32, 59, true, '2026-11-01 09:00:00.036');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (33, 60, true, '2026-11-01 09:00:00.037');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (34, 61, true, '2026-11-01 09:00:00.038');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (35, 62, true, '2026-11-01 09:00:00.039');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (36, 67, true, '2026-11-01 09:00:00.040');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (37, 73, true, '2026-11-01 09:00:00.041');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (38, 75, true, '2026-11-01 09:00:00.042');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (39, 79, true, '2026-11-01 09:00:00.043');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (40, 80, true, '2026-11-01 09:00:00.044');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (41, 87, true, '2026-11-01 09:00:00.045');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (42, 88, true, '2026-11-01 09:00:00.046');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (43, 89, true, '2026-11-01 09:00:00.047');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (44, 90, true, '2026-11-01 09:00:00.048');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (45, 91, true, '2026-11-01 09:00:00.049');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (46, 93, true, '2026-11-01 09:00:00.050');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (47, 95, true, '2026-11-01 09:00:00.051');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (48, 96, true, '2026-11-01 09:00:00.052');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (49, 97, true, '2026-11-01 09:00:00.053');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (50, 98, true, '2026-11-01 09:00:00.054');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (51, 99, true, '2026-11-01 09:00:00.055');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (52, 100, true, '2026-11-01 09:00:00.056');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (53, 101, true, '2026-11-01 09:00:00.057');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (54, 103, true, '2026-11-01 09:00:00.058');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (55, 104, true, '2026-11-01 09:00:00.059');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (56, 106, true, '2026-11-01 09:00:00.060');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (57, 107, true, '2026-11-01 09:00:00.061');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (58, 108, true, '2026-11-01 09:00:00.062');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (59, 109, true, '2026-11-01 09:00:00.063');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (60, 110, true, '2026-11-01 09:00:00.064');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (61, 111, true, '2026-11-01 09:00:00.065');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (62, 112, true, '2026-11-01 09:00:00.066');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (63, 114, true, '2026-11-01 09:00:00.067');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (64, 115, true, '2026-11-01 09:00:00.068');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (65, 118, true, '2026-11-01 09:00:00.069');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (66, 119, true, '2026-11-01 09:00:00.070');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (67, 121, true, '2026-11-01 09:00:00.071');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (68, 122, true, '2026-11-01 09:00:00.072');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (69, 123, true, '2026-11-01 09:00:00.073');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (70, 124, true, '2026-11-01 09:00:00.074');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (71, 125, true, '2026-11-01 09:00:00.075');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (72, 126, true, '2026-11-01 09:00:00.076');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (73, 127, true, '2026-11-01 09:00:00.077');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (74, 128, true, '2026-11-01 09:00:00.078');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (75, 130, true, '2026-11-01 09:00:00.079');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (76, 131, true, '2026-11-01 09:00:00.080');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (77, 133, true, '2026-11-01 09:00:00.081');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (78, 134, true, '2026-11-01 09:00:00.082');

INSERT INTO public.handings (id, tenant_id, person_id, to_id, kind, ref, version, until_at, handed_at, ended_at) VALUES ('01a19659-4ff0-7000-b418-3d928f9344f9', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', '01a19656-d338-7000-87fb-572b495f10f3', 'plan', '01a19657-1988-7000-8e5d-425a784bf3cd', 2, '2126-11-01 09:00:00+00', '2026-11-01 09:00:00.146+00', NULL);

INSERT INTO public.heard (tenant_id, surface, until) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'slack', '2026-11-01 09:00:00+00');

INSERT INTO public.hook_bursts (id, tenant_id, hook_id, name, "grouping", count, last, fired_at, message_id, created_at) VALUES ('01a19658-b3b0-7000-92da-d5b53b7fe52b', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-a410-7000-8bf9-8d5a9c257ba2', '/1795791780000000', '', 1, false, NULL, NULL, '2026-11-01 09:00:00.129+00');

INSERT INTO public.hook_events (id, tenant_id, hook_id, key, kind, payload, size, outcome, note, times, burst_id, received_at) VALUES ('01a19658-afc8-7000-8c33-8978c6bbb9c1', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-a410-7000-8bf9-8d5a9c257ba2', 'e:evt_1', 'charge.failed', '{"id":"evt_1"}', 14, 'accepted', '', 1, '01a19658-b3b0-7000-92da-d5b53b7fe52b', '2026-11-01 09:00:00.129+00');

INSERT INTO public.hooks (id, tenant_id, task_id, token_hash, token_at, old_hash, old_until, scheme, secret, filter, "grouping", until, window_us, per_minute, revision, echoes, updated_at, happening, surface, space, channel, channel_name, repeat_us) VALUES ('01a19658-a410-7000-8bf9-8d5a9c257ba2', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-a028-7000-82ba-6dbc03e47a84', 'a1eeb9e85fdf575c3cd68f712205b9c9d9a46134f2678539a81cb1a8572dc7a6', '2026-11-01 09:00:00.128+00', NULL, NULL, 'stripe', 'sealed1:HKHq3ZgsKickW6fBVSpxXykK8zHq2q6unX3Da0Iv6JWkpuygbj6IMnwfP9E', 'event == "charge.failed"', '', '', 10000000, 600, 2, 0, '2026-11-01 09:00:00.128+00', '', '', '', '', '', 0);

INSERT INTO public.identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) VALUES ('01a19656-8ce8-7000-b008-ff2684df4101', 'slack', 'T0PLAIN', 'U0ANNA', '01a19656-90d0-7000-a9be-f5488ace7209', '', '2026-11-01 09:00:00.091+00', NULL, NULL, NULL, NULL);
INSERT INTO public.identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) VALUES ('01a19656-c398-7000-bb1b-d424e14769c2', 'slack', 'T0SEALED', 'U0ANNA', '01a19656-c780-7000-9353-07426d32d979', '', '2026-11-01 09:00:00.092+00', NULL, NULL, NULL, NULL);
INSERT INTO public.identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U1', '01a19656-d338-7000-87fb-572b495f10f3', 'Uma', '2026-11-01 09:00:00.094+00', NULL, NULL, NULL, NULL);
INSERT INTO public.identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'discord', '77', '42', '01a19656-def0-7000-ad4b-072556698525', 'dan', '2026-11-01 09:00:00.095+00', NULL, NULL, NULL, NULL);
INSERT INTO public.identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U8', '01a19659-6760-7000-bb28-b13890f9126e', 'Gil', '2026-11-01 09:00:00.149+00', NULL, '2026-11-01 09:00:00.150+00', '2026-11-01 09:00:00.150+00', '2026-11-01 09:00:00.150+00');
INSERT INTO public.identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U9', '01a19659-7318-7000-bdf5-9988464def5d', 'Ray', '2026-11-01 09:00:00.151+00', NULL, NULL, NULL, NULL);

INSERT INTO public.invitations (id, tenant_id, hash, person_id, name, role, made_by, created_at, expires_at, used_at, used_by, revoked_at) VALUES ('01a19658-4650-7000-a0fa-e36004407106', '01a19656-7960-7000-8f8f-789f44ebb18e', 'a15a2baba346908fcb27e0540b645c1fecb183622a99decf4c18f3f743c8fb29', NULL, 'Maya', 'approver', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.119+00', '2026-11-08 09:00:00.000+00', NULL, NULL, NULL);

INSERT INTO public.link_codes (tenant_id, hash, person_id, expires_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '6346b26c6660cc6756b303e7f675891249361e4a12fd9e7b95607b1bfacd633f', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:10:00.000+00');

INSERT INTO public.mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) OVERRIDING SYSTEM VALUE VALUES (2, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', '01a19657-2928-7000-a621-4ba3c8418ea8', 2, '2026-11-01 09:00:00.101+00', false);
INSERT INTO public.mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) OVERRIDING SYSTEM VALUE VALUES (5, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19657-b9b0-7000-b9d2-15448c060e46', 1, '2026-11-01 09:00:00.109+00', false);
INSERT INTO public.mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) OVERRIDING SYSTEM VALUE VALUES (4, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19657-a240-7000-a031-c5945a80077c', 1, '2026-11-01 09:00:00.107+00', false);
INSERT INTO public.mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) OVERRIDING SYSTEM VALUE VALUES (6, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-07d0-7000-b151-8ba77b1b69b1', '01a19658-0bb8-7000-b210-6f670166961f', 1, '2026-11-01 09:00:00.114+00', false);
INSERT INTO public.mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) OVERRIDING SYSTEM VALUE VALUES (7, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', '01a19658-61a8-7000-ad9a-6846abf8edb6', 1, '2026-11-01 09:00:00.122+00', false);
INSERT INTO public.mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) OVERRIDING SYSTEM VALUE VALUES (8, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19658-fa00-7000-8725-97a55bf24ffb', 0, '2026-11-01 09:00:00.136+00', false);

INSERT INTO public.model_calls (tenant_id, key, conversation_id, run_id, purpose, provider, model, request_hash, response, input_tokens, cached_tokens, output_tokens, thought_tokens, took_us, created_at, micros, cache_written_tokens, unpriced) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'turn-1/1', '01a19656-fa48-7000-ac3e-cb8300858c3b', NULL, 'plan', 'openai', 'gpt-5-mini', 'r1', '\x7365616c6564313a484b4871744a45454f515349774d66536c4b6336577063634e4d385741443652752f4b3955737a4d554f6b6565343445444a6d352f2b77576d61746c', 10, 2, 5, 1, 1500000, '2026-11-01 09:00:00.103+00', 0, 0, false);
INSERT INTO public.model_calls (tenant_id, key, conversation_id, run_id, purpose, provider, model, request_hash, response, input_tokens, cached_tokens, output_tokens, thought_tokens, took_us, created_at, micros, cache_written_tokens, unpriced) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'beside/1', '01a19658-59d8-7000-96ce-33d712a64f0f', NULL, 'draft', 'openai', 'unheard-of-1', '', '\x7365616c6564313a484b48714c5246355330437742796d78662b656c643370706a4c50476630364e7537385a49457558', 900, 300, 40, 0, 0, '2026-11-01 09:00:00.134+00', 0, 200, true);

INSERT INTO public.notices (tenant_id, person_id, message_id, conversation_id, topic, created_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', '01a19659-01d0-7000-a8bd-c633c9a49598', '01a19658-59d8-7000-96ce-33d712a64f0f', 'results', '2026-11-01 09:00:00.138+00');

INSERT INTO public.openid_begun (tenant_id, hash, body, expires_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', '78132b39c4e2e1c6f5d376c111c7cd6bc2e98af03da28c4316bf44148aeeb8a3', '{"nonce":"n"}', '2026-11-01 09:05:00.000+00');

INSERT INTO public.openid_logins (id, tenant_id, person_id, issuer, subject, account, founded, created_at, used_at, ended_at) VALUES ('01a19659-30b0-7000-8950-ce124d9f19f7', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', 'https://login.example', 'olga-1', 'olga@example.com', false, '2026-11-01 09:00:00.144+00', NULL, NULL);

INSERT INTO public.passkeys (id, tenant_id, person_id, credential_id, credential, name, created_at, used_at) VALUES ('01a19659-24f8-7000-86be-54013c943a53', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', 'a key''s name', '{"counter":1}', 'my phone', '2026-11-01 09:00:00.143+00', NULL);

INSERT INTO public.pending_actions (id, tenant_id, conversation_id, run_id, task_id, tool_name, tool_input, entity_type, entity_id, old_state, new_state, shown, irreversible, status, expires_at, user_id, body, decided_by, decided_at, note, created_at, hash, seq, needed) VALUES ('01a19657-bd98-7000-b20e-d3c7d066d538', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', '01a19657-7360-7000-83f3-1371ab1db6dc', '01a19657-7f18-7000-9818-ae758b94a34e', 'create_page', '{"title": "three"}', 'task', '01a19657-7f18-7000-9818-ae758b94a34e', '{"title": ""}', '{"title": "three"}', 'state-3', false, 'pending', '2126-11-01 09:00:00+00', '01a19656-7d48-7000-8861-aac04906dddf', '{"id": "01a19657-bd98-7000-b20e-d3c7d066d538", "why": "it moved", "hash": "card", "said": {"why": {"key": "it moved"}, "title": {"key": "Create three"}}, "tool": "create_page", "runId": "01a19657-7360-7000-83f3-1371ab1db6dc", "title": "Create three", "taskId": "01a19657-7f18-7000-9818-ae758b94a34e", "preview": {"said": {"title": {"key": "three"}}, "state": "state-3", "title": "three", "fields": [{"new": "three", "name": "title"}]}, "arguments": {"title": "three"}, "expiresAt": "2126-11-01T09:00:00Z", "requestedBy": "01a19656-7d48-7000-8861-aac04906dddf"}', NULL, NULL, '', '2026-11-01 09:00:00.110+00', 'card', 6, 1);

INSERT INTO public.persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) VALUES ('01a19656-90d0-7000-a9be-f5488ace7209', '01a19656-8ce8-7000-b008-ff2684df4101', '', 'admin', '', '2026-11-01 09:00:00.091+00', NULL, '', false, '', NULL, NULL, false, NULL);
INSERT INTO public.persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) VALUES ('01a19656-c780-7000-9353-07426d32d979', '01a19656-c398-7000-bb1b-d424e14769c2', '', 'admin', '', '2026-11-01 09:00:00.092+00', NULL, '', false, '', NULL, NULL, false, NULL);
INSERT INTO public.persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) VALUES ('01a19656-d338-7000-87fb-572b495f10f3', '01a19656-7960-7000-8f8f-789f44ebb18e', 'Uma', 'member', 'America/Toronto', '2026-11-01 09:00:00.094+00', NULL, '{"language":"de","zone":"America/Toronto"}', false, 'de', NULL, NULL, true, NULL);
INSERT INTO public.persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) VALUES ('01a19656-def0-7000-ad4b-072556698525', '01a19656-7960-7000-8f8f-789f44ebb18e', 'dan', 'member', 'America/Toronto', '2026-11-01 09:00:00.095+00', NULL, '{"language":"de","zone":"America/Toronto"}', false, 'de', NULL, NULL, true, NULL);
INSERT INTO public.persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) VALUES ('01a19659-6760-7000-bb28-b13890f9126e', '01a19656-7960-7000-8f8f-789f44ebb18e', 'Gil', 'member', '', '2026-11-01 09:00:00.149+00', NULL, '', false, '', '2026-11-01 09:00:00.150+00', NULL, false, NULL);
INSERT INTO public.persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) VALUES ('01a19659-7318-7000-bdf5-9988464def5d', '01a19656-7960-7000-8f8f-789f44ebb18e', 'Ray', 'member', '', '2026-11-01 09:00:00.151+00', NULL, '', false, '', '2026-11-01 09:00:00.152+00', '01a19656-7d48-7000-8861-aac04906dddf', false, NULL);
INSERT INTO public.persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) VALUES ('01a19656-7d48-7000-8861-aac04906dddf', '01a19656-7960-7000-8f8f-789f44ebb18e', 'Olga', 'admin', '', '2026-11-01 09:00:00.089+00', NULL, '{"quietFrom":"22:00","quietTo":"07:30","where":{"results":"panel"}}', true, '', NULL, NULL, false, '2026-11-01 09:00:00.154+00');

INSERT INTO public.places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) VALUES ('01a19656-fe30-7000-a206-a031a91a7198', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 'slack', 'T1', 'C1', '1.0', false, 2, '2026-11-01 09:00:00.098+00', '2026-11-01 09:00:00.113+00', NULL, NULL, 0, '', false, NULL, false);
INSERT INTO public.places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) VALUES ('01a19658-c350-7000-b3fe-99443194f813', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-bf68-7000-9cde-e0922661a2a8', 'slack', 'T1', 'C1', '', false, 0, '2026-11-01 09:00:00.131+00', NULL, NULL, NULL, 0, '', false, NULL, false);
INSERT INTO public.places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) VALUES ('01a19657-5808-7000-b365-550cf6b9eb44', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 'slack', 'T1', 'C1', '2.0', false, 0, '2026-11-01 09:00:00.104+00', '2026-11-01 09:00:00.105+00', NULL, NULL, 0, '', false, NULL, false);
INSERT INTO public.places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) VALUES ('01a19658-5dc0-7000-ad8a-2688ae084a63', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', 'slack', 'T1', 'C1', 'channel', false, 0, '2026-11-01 09:00:00.122+00', '2026-11-01 09:00:00.126+00', NULL, NULL, 0, '', false, NULL, false);

INSERT INTO public.platform_ai_settings (id, tenant_id, provider, base_url, default_model, headers, query_params, api_key, enabled, updated_at, fast_model, set_by, revision) VALUES ('01a19659-86a0-7000-963a-6b7f8b86c227', '01a19656-7960-7000-8f8f-789f44ebb18e', 'openai', 'https://models.example/v1', 'strong', '{}', '{}', 'sealed1:HKHqvYBrPv/paOUgMnqVVQ8Dd+Ya4ASVAo3tMqGwMoFwPWGBKA1S6Ds72gDv', true, '2026-11-01 09:00:00.155+00', 'fast', '01a19656-7d48-7000-8861-aac04906dddf', 1);

INSERT INTO public.projects (id, tenant_id, name, slug, domain, cms, site_url, allowed, language, created_at, deleted_at) VALUES ('01a19656-69c0-7000-be54-4c14e69fa482', '01a19656-7960-7000-8f8f-789f44ebb18e', 'Aquaverter', 'aquaverter', 'aquaverter.ca', '', '', '[]', '', '2026-11-01 09:00:00.002+00', NULL);
INSERT INTO public.projects (id, tenant_id, name, slug, domain, cms, site_url, allowed, language, created_at, deleted_at) VALUES ('01a19656-7190-7000-8e93-37376b0e4da8', '01a19656-7960-7000-8f8f-789f44ebb18e', 'Shop “Ä”', 'shop', 'shop.example', '', '', '["create_page"]', 'de', '2026-11-01 09:00:00.003+00', NULL);

INSERT INTO public.push_keys (tenant_id, secret, made_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'sealed1:HKHqjpNHllx/q5nI9lkeo7+attewrlHKTHIKRFK2VeHnZrrYj/phME+Pxrh2ELjN0ijF', '2026-11-01 09:00:00.141+00');

INSERT INTO public.reaches (id, tenant_id, person_id, surface, digest, name, language, secret, code, created_at) VALUES ('01a19659-0d88-7000-902f-e7ba89a9aad6', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', 'push', '2ed1f35f52e5acb7393b65568cd59b6507c4e0ef605a955a1a795aa81b047639', 'Firefox on Android', 'de', 'sealed1:HKHq46Vg0dQAZ5qxsvlVnCoHNp/8dkwmAoRH02KOFMKjXfhACsY/PdH10uBehdwHrtPAK/OlARRYMzsKw+kYCvYefbFumWFyG/vnmHfM7SsZBYpuFreQy+DKxTZFxdfzZSk', NULL, '2026-11-01 09:00:00.139+00');
INSERT INTO public.reaches (id, tenant_id, person_id, surface, digest, name, language, secret, code, created_at) VALUES ('01a19659-1558-7000-b3e7-a2e1f248c252', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-7d48-7000-8861-aac04906dddf', 'mail', 'bedebdfafd89c06027a40698bd3b9e2f069eaadb6fd891d1ad9c9907855d0206', 'olga@example.com', '', 'sealed1:HKHqMRuHy6p2UZM6vdb3sLhUibC4+CYrzSfqSYzp5m+t6Bs/dWfLo3DtaQI', 'fe822bb41e3151a8b8a301cf9c1c2edb6d5a1a35759d04b92113d1bd0cee20a4', '2026-11-01 09:00:00.140+00');

INSERT INTO public.recordings (id, tenant_id, conversation_id, cause_id, task_id, attempt, part, ends, body, created_at) VALUES ('01a19658-9858-7000-9bda-f0f71985663d', '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', '01a19658-61a8-7000-ad9a-6846abf8edb6', NULL, 0, 0, true, '\x7365616c6564313a484b4871486a4f374e4a774f3570545157516145772f765152677437795033424d74306f654d2b553432457458543755', '2026-11-01 09:00:00.126+00');

INSERT INTO public.reserves (id, tenant_id, day, micros, lease_until, person_id) VALUES ('00000000-0000-7000-8000-0000000000bb', '01a19656-7960-7000-8f8f-789f44ebb18e', 20784, 250000, '2026-11-01 11:00:00.000+00', '01a19656-7d48-7000-8861-aac04906dddf');

INSERT INTO public.role_grants (tenant_id, surface, space, group_id, role, created_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'S1', 'approver', '2026-11-01 09:00:00.096+00');

INSERT INTO public.sessions (id, tenant_id, hash, person_id, browser, created_at, seen_at, until, revoked_at, address) VALUES ('01a19659-3c68-7000-bc48-a7fd6ab52c3b', '01a19656-7960-7000-8f8f-789f44ebb18e', '74f2d565fbbf4febbc958de14935fbf39725930c635b6672003ed587a64e6e34', '01a19656-7d48-7000-8861-aac04906dddf', 'Firefox', '2026-11-01 09:00:00.145+00', '2026-11-01 09:00:00.145+00', '2026-12-01 09:00:00.000+00', NULL, '203.0.113.7');

INSERT INTO public.setup_parts (id, tenant_id, part, given, secret, enabled, set_by, revision, updated_at) VALUES ('01a19659-8e70-7000-b9b8-e603f5b484c1', '01a19656-7960-7000-8f8f-789f44ebb18e', 'discord', '{"application":"12"}', 'sealed1:HKHqDeAA6Tytb5ygf3AAuw+1hoK9Tk9Z+pHwUk9FiyO9XDHQNt4lc8P3Rw9MYqU135Ark54mjMOvOVuBBcY', true, '01a19656-7d48-7000-8861-aac04906dddf', 1, '2026-11-01 09:00:00.156+00');

INSERT INTO public.slack_installs (enterprise_id, team_id, app_id, tenant_id, name, bot_user, bot_id, token, refresh_token, expires_at, token_at, scopes, installed_by, is_enterprise, installed_at, revoked_at, claim, claim_until) VALUES ('', 'T0PLAIN', 'A0APP', '01a19656-8ce8-7000-b008-ff2684df4101', 'Workspace T0PLAIN', 'U0BOT', 'B0BOT', 'sealed1:HKHqUFPu6Qhlb9rj9tq9AE/glSmcT2mMTw+CoUeMFYg27SzY8mM', '', NULL, '2026-11-01 09:00:00.091+00', 'chat:write,commands', 'U0ANNA', false, '2026-11-01 09:00:00.091+00', NULL, NULL, NULL);
INSERT INTO public.slack_installs (enterprise_id, team_id, app_id, tenant_id, name, bot_user, bot_id, token, refresh_token, expires_at, token_at, scopes, installed_by, is_enterprise, installed_at, revoked_at, claim, claim_until) VALUES ('', 'T0SEALED', 'A0APP', '01a19656-c398-7000-bb1b-d424e14769c2', 'Workspace T0SEALED', 'U0BOT', 'B0BOT', 'sealed1:HKHq6srHIHJ9UvFIET/r6oD2AidJtgprNPLvvlPhDc2w+tWZ5qkU', 'sealed1:HKHqhbLnGOZimOmBOlWZCZViKZW96GzYCo5qWxaA3W+pjT6Xq+QENQ', '2026-11-01 21:00:00.000+00', '2026-11-01 09:00:00.092+00', 'chat:write,commands', 'U0ANNA', false, '2026-11-01 09:00:00.092+00', NULL, NULL, NULL);

INSERT INTO public.spaces (tenant_id, surface, space, created_at, parent) VALUES ('01a19656-8ce8-7000-b008-ff2684df4101', 'slack', 'T0PLAIN', '2026-11-01 09:00:00.091+00', '');
INSERT INTO public.spaces (tenant_id, surface, space, created_at, parent) VALUES ('01a19656-c398-7000-bb1b-d424e14769c2', 'slack', 'T0SEALED', '2026-11-01 09:00:00.092+00', '');
INSERT INTO public.spaces (tenant_id, surface, space, created_at, parent) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'slack', 'T1', '2026-11-01 09:00:00.093+00', '');

INSERT INTO public.spending (tenant_id, day, slot, tokens, micros, told_by, person_id) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 20784, 11, 15, 0, '', '');
INSERT INTO public.spending (tenant_id, day, slot, tokens, micros, told_by, person_id) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 20784, 220361768499569581, 940, 0, '', '01a19656-7d48-7000-8861-aac04906dddf');
INSERT INTO public.spending (tenant_id, day, slot, tokens, micros, told_by, person_id) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 20784, 16, 0, 0, '', '');

INSERT INTO public.spent_nonces (tenant_id, nonce, until) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'nonce-1', '2026-11-01 10:00:00.000+00');

INSERT INTO public.standing_yeses (id, tenant_id, approval_id, person_id, project, tool, most, used, until_at, capacity, created_at, ended_at, ended_by, background_id, target, words, definition) VALUES ('a60bd536-2d38-8d4f-8303-e058d1f3d8f7', '01a19656-7960-7000-8f8f-789f44ebb18e', NULL, '01a19656-7d48-7000-8861-aac04906dddf', '01a19656-69c0-7000-be54-4c14e69fa482', 'create_page', 5, 0, '2026-11-02 09:00:00.000+00', '{"role":"admin"}', '2026-11-01 09:00:00.127+00', NULL, NULL, '01a19658-a028-7000-82ba-6dbc03e47a84', 'services', 'see what failed', 'a hash');

INSERT INTO public.tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) VALUES ('01a19656-8ce8-7000-b008-ff2684df4101', 'Workspace T0PLAIN', 0, '2026-11-01 09:00:00.091+00', '{"steering": "steer", "planHours": 72, "dailyCents": 0, "guestsTalk": false, "inputCents": 0, "dailyTokens": 5000000, "outputCents": 0, "approvalHours": 1, "membersApprove": true}', NULL, NULL);
INSERT INTO public.tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) VALUES ('01a19656-c398-7000-bb1b-d424e14769c2', 'Workspace T0SEALED', 0, '2026-11-01 09:00:00.092+00', '{"steering": "steer", "planHours": 72, "dailyCents": 0, "guestsTalk": false, "inputCents": 0, "dailyTokens": 5000000, "outputCents": 0, "approvalHours": 1, "membersApprove": true}', NULL, NULL);
INSERT INTO public.tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'Home', 1, '2026-11-01 09:00:00.089+00', '{"steering": "steer", "planHours": 72, "dailyCents": 500, "guestsTalk": false, "inputCents": 0, "dailyTokens": 0, "outputCents": 0, "approvalHours": 1, "membersApprove": true}', '01a19656-7d48-7000-8861-aac04906dddf', '2026-11-01 09:00:00.153+00');

INSERT INTO public.tickets (id, tenant_id, number, key, project_id, title, body, priority, created_at) VALUES ('01a19658-1b58-7000-9e5c-2b188a8c9b0c', '01a19656-7960-7000-8f8f-789f44ebb18e', 1, 'ticket-1', '01a19656-69c0-7000-be54-4c14e69fa482', 'Logo', 'It’s blurred', 'high', '2026-11-01 09:00:00.116+00');

INSERT INTO public.tickets_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, true, '2026-11-01 09:00:00.083');
INSERT INTO public.tickets_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, true, '2026-11-01 09:00:00.084');

INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (1, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 'clarification', '01a19657-0dd0-7000-b381-459f6bd4b54c', 0, '2126-11-01 09:00:00+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (2, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 'remind_clarification', '01a19657-0dd0-7000-b381-459f6bd4b54c', 0, '2026-11-01 10:00:00.000+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (5, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 'plan', '01a19657-1988-7000-8e5d-425a784bf3cd', 2, '2126-11-01 09:00:00+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (6, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 'remind_plan', '01a19657-1988-7000-8e5d-425a784bf3cd', 2, '2026-11-01 10:00:00.000+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (7, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 'approval', '01a19657-bd98-7000-b20e-d3c7d066d538', 0, '2126-11-01 09:00:00+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (8, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19657-5420-7000-be70-e0c4cb8a8a82', 'remind_approval', '01a19657-bd98-7000-b20e-d3c7d066d538', 0, '2026-11-01 10:00:00.000+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (10, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', 'hook', '01a19658-b3b0-7000-92da-d5b53b7fe52b', 0, '2026-11-01 09:00:00.000+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (11, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-bf68-7000-9cde-e0922661a2a8', 'background', '01a19658-c738-7000-9e30-da59a59f3d21', 0, '2026-11-02 09:00:00.000+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (12, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', 'background', '01a19658-ee48-7000-8958-2568b7505f9e', 0, '2026-11-01 09:00:00.000+00', 0, NULL, NULL);
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (13, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19658-59d8-7000-96ce-33d712a64f0f', 'told', '01a19659-01d0-7000-a8bd-c633c9a49598', 0, '2126-11-01 09:00:00+00', 0, NULL, '01a19656-7d48-7000-8861-aac04906dddf');
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (14, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19656-fa48-7000-ac3e-cb8300858c3b', 'told', '01a19657-30f8-7000-a280-c3c1c6c3bfe3', 100, '2026-11-01 09:00:00.146+00', 0, NULL, '01a19656-d338-7000-87fb-572b495f10f3');
INSERT INTO public.timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) OVERRIDING SYSTEM VALUE VALUES (15, '01a19656-7960-7000-8f8f-789f44ebb18e', '01a19659-57c0-7000-b416-5d44d92a4d59', 'told', '01a19659-5f90-7000-8593-0147413cc0f1', 0, '2026-11-01 09:00:00.148+00', 0, NULL, '01a19656-d338-7000-87fb-572b495f10f3');

INSERT INTO public.tool_calls (id, tenant_id, key, run_id, task_id, project_id, tool, arguments, effect, state, receipt, started_at, settled_at, definition) VALUES ('01a19657-9688-7000-937c-448952fc43e7', '01a19656-7960-7000-8f8f-789f44ebb18e', 'one', '01a19657-7360-7000-83f3-1371ab1db6dc', '01a19657-7748-7000-a999-35f4cc67702a', '01a19656-7190-7000-8e93-37376b0e4da8', 'create_page', '{"title": "one"}', 'reversible', 'settled', '{"undo": {"page": 7}, "result": {"undo": true, "fields": {"url": "https://shop.example/one"}, "summary": "Created it"}}', '2026-11-01 09:00:00.106+00', '2026-11-01 09:00:00.107+00', '');
INSERT INTO public.tool_calls (id, tenant_id, key, run_id, task_id, project_id, tool, arguments, effect, state, receipt, started_at, settled_at, definition) VALUES ('01a19657-adf8-7000-a3a1-bd8b42445e54', '01a19656-7960-7000-8f8f-789f44ebb18e', 'two', '01a19657-7360-7000-83f3-1371ab1db6dc', '01a19657-7b30-7000-9445-7adf05b95cbc', '01a19656-7190-7000-8e93-37376b0e4da8', 'create_page', '{"title": "two"}', 'reversible', 'settled', NULL, '2026-11-01 09:00:00.108+00', '2026-11-01 09:00:00.109+00', '');

INSERT INTO public.turns (tenant_id, thing, free_at) VALUES ('01a19656-7960-7000-8f8f-789f44ebb18e', 'sweep', '2026-11-01 10:00:00.000+00');

INSERT INTO public.workspace_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, true, '2026-11-01 09:00:00.087');
INSERT INTO public.workspace_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, true, '2026-11-01 09:00:00.088');

SELECT pg_catalog.setval('public.background_db_version_id_seq', 2, true);

SELECT pg_catalog.setval('public.delivery_failures_id_seq', 1, false);

SELECT pg_catalog.setval('public.goose_db_version_id_seq', 78, true);

SELECT pg_catalog.setval('public.link_tries_id_seq', 1, false);

SELECT pg_catalog.setval('public.mail_id_seq', 8, true);

SELECT pg_catalog.setval('public.tickets_db_version_id_seq', 2, true);

SELECT pg_catalog.setval('public.timers_id_seq', 15, true);

SELECT pg_catalog.setval('public.workspace_db_version_id_seq', 2, true);

ALTER TABLE ONLY public.accepted
    ADD CONSTRAINT accepted_pkey PRIMARY KEY (tenant_id, key);

ALTER TABLE ONLY public.agent_chat_messages
    ADD CONSTRAINT agent_chat_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_chat_messages
    ADD CONSTRAINT agent_chat_messages_session_id_seq_key UNIQUE (session_id, seq);

ALTER TABLE ONLY public.agent_chat_sessions
    ADD CONSTRAINT agent_chat_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_executions
    ADD CONSTRAINT agent_executions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_plans
    ADD CONSTRAINT agent_plans_pkey PRIMARY KEY (id, version);

ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approval_policies
    ADD CONSTRAINT approval_policies_pkey PRIMARY KEY (tenant_id, project, tool);

ALTER TABLE ONLY public.approval_yeses
    ADD CONSTRAINT approval_yeses_pkey PRIMARY KEY (approval_id, person_id);

ALTER TABLE ONLY public.assistant_agent_definitions
    ADD CONSTRAINT assistant_agent_definitions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_conversation_filings
    ADD CONSTRAINT assistant_conversation_filings_pkey PRIMARY KEY (person_id, conversation_id);

ALTER TABLE ONLY public.assistant_conversation_members
    ADD CONSTRAINT assistant_conversation_members_pkey PRIMARY KEY (conversation_id, person_id);

ALTER TABLE ONLY public.assistant_conversations
    ADD CONSTRAINT assistant_conversations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_messages
    ADD CONSTRAINT assistant_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_runs
    ADD CONSTRAINT assistant_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_tasks
    ADD CONSTRAINT assistant_tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.background_db_version
    ADD CONSTRAINT background_db_version_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.background_runs
    ADD CONSTRAINT background_runs_pkey PRIMARY KEY (task_id, due_at);

ALTER TABLE ONLY public.background_tasks
    ADD CONSTRAINT background_tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.background_tasks
    ADD CONSTRAINT background_tasks_tenant_id_key_key UNIQUE (tenant_id, key);

ALTER TABLE ONLY public.channel_events
    ADD CONSTRAINT channel_events_pkey PRIMARY KEY (tenant_id, surface, space, channel);

ALTER TABLE ONLY public.channel_projects
    ADD CONSTRAINT channel_projects_pkey PRIMARY KEY (tenant_id, surface, space, channel);

ALTER TABLE ONLY public.clarifications
    ADD CONSTRAINT clarifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (project_id, kind);

ALTER TABLE ONLY public.deferrals
    ADD CONSTRAINT deferrals_pkey PRIMARY KEY (tenant_id, person_id, kind, ref, version);

ALTER TABLE ONLY public.delegations
    ADD CONSTRAINT delegations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (place_id, slot);

ALTER TABLE ONLY public.delivery_failures
    ADD CONSTRAINT delivery_failures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.goose_db_version
    ADD CONSTRAINT goose_db_version_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.handings
    ADD CONSTRAINT handings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.heard
    ADD CONSTRAINT heard_pkey PRIMARY KEY (tenant_id, surface);

ALTER TABLE ONLY public.hook_bursts
    ADD CONSTRAINT hook_bursts_hook_id_name_key UNIQUE (hook_id, name);

ALTER TABLE ONLY public.hook_bursts
    ADD CONSTRAINT hook_bursts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hook_events
    ADD CONSTRAINT hook_events_hook_id_key_key UNIQUE (hook_id, key);

ALTER TABLE ONLY public.hook_events
    ADD CONSTRAINT hook_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hooks
    ADD CONSTRAINT hooks_old_hash_key UNIQUE (old_hash);

ALTER TABLE ONLY public.hooks
    ADD CONSTRAINT hooks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hooks
    ADD CONSTRAINT hooks_task_id_key UNIQUE (task_id);

ALTER TABLE ONLY public.hooks
    ADD CONSTRAINT hooks_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (tenant_id, surface, space, external_id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_tenant_id_hash_key UNIQUE (tenant_id, hash);

ALTER TABLE ONLY public.link_codes
    ADD CONSTRAINT link_codes_pkey PRIMARY KEY (tenant_id, hash);

ALTER TABLE ONLY public.link_tries
    ADD CONSTRAINT link_tries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.model_calls
    ADD CONSTRAINT model_calls_pkey PRIMARY KEY (tenant_id, key);

ALTER TABLE ONLY public.model_facts
    ADD CONSTRAINT model_facts_pkey PRIMARY KEY (tenant_id, provider, model, what);

ALTER TABLE ONLY public.model_notices
    ADD CONSTRAINT model_notices_pkey PRIMARY KEY (tenant_id, provider, model, key);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (person_id, message_id);

ALTER TABLE ONLY public.openid_begun
    ADD CONSTRAINT openid_begun_pkey PRIMARY KEY (tenant_id, hash);

ALTER TABLE ONLY public.openid_logins
    ADD CONSTRAINT openid_logins_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.openid_logins
    ADD CONSTRAINT openid_logins_tenant_id_issuer_subject_key UNIQUE (tenant_id, issuer, subject);

ALTER TABLE ONLY public.owner_tokens
    ADD CONSTRAINT owner_tokens_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (tenant_id, hash);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_tenant_id_credential_id_key UNIQUE (tenant_id, credential_id);

ALTER TABLE ONLY public.pending_actions
    ADD CONSTRAINT pending_actions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.persons
    ADD CONSTRAINT persons_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.places
    ADD CONSTRAINT places_channel_thread_space_surface_tenant_id_key UNIQUE (channel, thread, space, surface, tenant_id);

ALTER TABLE ONLY public.places
    ADD CONSTRAINT places_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.platform_ai_settings
    ADD CONSTRAINT platform_ai_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.platform_ai_settings
    ADD CONSTRAINT platform_ai_settings_tenant_id_key UNIQUE (tenant_id);

ALTER TABLE ONLY public.project_credentials
    ADD CONSTRAINT project_credentials_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_tenant_id_slug_key UNIQUE (tenant_id, slug);

ALTER TABLE ONLY public.push_keys
    ADD CONSTRAINT push_keys_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.reaches
    ADD CONSTRAINT reaches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reaches
    ADD CONSTRAINT reaches_tenant_id_surface_digest_key UNIQUE (tenant_id, surface, digest);

ALTER TABLE ONLY public.recordings
    ADD CONSTRAINT recordings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.replica_settings
    ADD CONSTRAINT replica_settings_pkey PRIMARY KEY (tenant_id, replica);

ALTER TABLE ONLY public.replicas
    ADD CONSTRAINT replicas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reserves
    ADD CONSTRAINT reserves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.role_grants
    ADD CONSTRAINT role_grants_pkey PRIMARY KEY (tenant_id, surface, space, group_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_tenant_id_hash_key UNIQUE (tenant_id, hash);

ALTER TABLE ONLY public.setup_parts
    ADD CONSTRAINT setup_parts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.setup_parts
    ADD CONSTRAINT setup_parts_tenant_id_part_key UNIQUE (tenant_id, part);

ALTER TABLE ONLY public.sign_in_codes
    ADD CONSTRAINT sign_in_codes_pkey PRIMARY KEY (tenant_id, hash);

ALTER TABLE ONLY public.slack_installs
    ADD CONSTRAINT slack_installs_pkey PRIMARY KEY (enterprise_id, team_id, app_id);

ALTER TABLE ONLY public.spaces
    ADD CONSTRAINT spaces_pkey PRIMARY KEY (surface, space);

ALTER TABLE ONLY public.spending
    ADD CONSTRAINT spending_pkey PRIMARY KEY (tenant_id, day, slot);

ALTER TABLE ONLY public.spent_nonces
    ADD CONSTRAINT spent_nonces_pkey PRIMARY KEY (tenant_id, nonce);

ALTER TABLE ONLY public.standing_uses
    ADD CONSTRAINT standing_uses_pkey PRIMARY KEY (standing_id, task_id, hash);

ALTER TABLE ONLY public.standing_yeses
    ADD CONSTRAINT standing_yeses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.tickets_db_version
    ADD CONSTRAINT tickets_db_version_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_tenant_id_key_key UNIQUE (tenant_id, key);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_tenant_id_number_key UNIQUE (tenant_id, number);

ALTER TABLE ONLY public.timers
    ADD CONSTRAINT timers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.timers
    ADD CONSTRAINT timers_tenant_id_kind_ref_version_key UNIQUE (tenant_id, kind, ref, version);

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_tenant_id_key_key UNIQUE (tenant_id, key);

ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_pkey PRIMARY KEY (tenant_id, thing);

ALTER TABLE ONLY public.workspace_assignees
    ADD CONSTRAINT workspace_assignees_pkey PRIMARY KEY (task_id, member_id);

ALTER TABLE ONLY public.workspace_blockers
    ADD CONSTRAINT workspace_blockers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_blockers
    ADD CONSTRAINT workspace_blockers_project_id_key_key UNIQUE (project_id, key);

ALTER TABLE ONLY public.workspace_comments
    ADD CONSTRAINT workspace_comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_comments
    ADD CONSTRAINT workspace_comments_project_id_key_key UNIQUE (project_id, key);

ALTER TABLE ONLY public.workspace_db_version
    ADD CONSTRAINT workspace_db_version_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_documents
    ADD CONSTRAINT workspace_documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_documents
    ADD CONSTRAINT workspace_documents_project_id_key_key UNIQUE (project_id, key);

ALTER TABLE ONLY public.workspace_events
    ADD CONSTRAINT workspace_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_labels
    ADD CONSTRAINT workspace_labels_pkey PRIMARY KEY (task_id, label);

ALTER TABLE ONLY public.workspace_links
    ADD CONSTRAINT workspace_links_pkey PRIMARY KEY (document_id, task_id);

ALTER TABLE ONLY public.workspace_project_members
    ADD CONSTRAINT workspace_project_members_pkey PRIMARY KEY (project_id, member_id);

ALTER TABLE ONLY public.workspace_projects
    ADD CONSTRAINT workspace_projects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_projects
    ADD CONSTRAINT workspace_projects_tenant_id_owner_id_key_key UNIQUE (tenant_id, owner_id, key);

ALTER TABLE ONLY public.workspace_tasks
    ADD CONSTRAINT workspace_tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_tasks
    ADD CONSTRAINT workspace_tasks_project_id_key_key UNIQUE (project_id, key);

ALTER TABLE ONLY public.workspace_team_members
    ADD CONSTRAINT workspace_team_members_pkey PRIMARY KEY (team_id, member_id);

ALTER TABLE ONLY public.workspace_teams
    ADD CONSTRAINT workspace_teams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_teams
    ADD CONSTRAINT workspace_teams_tenant_id_key_key UNIQUE (tenant_id, key);

CREATE INDEX agent_chat_sessions_cause ON public.agent_chat_sessions USING btree (cause_id) WHERE (cause_id IS NOT NULL);

CREATE INDEX agent_chat_sessions_parent ON public.agent_chat_sessions USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE UNIQUE INDEX agent_executions_session ON public.agent_executions USING btree (session_id);

CREATE INDEX agent_plans_conversation ON public.agent_plans USING btree (conversation_id) WHERE (status = ANY (ARRAY['gathering'::text, 'choosing'::text, 'proposed'::text]));

CREATE INDEX agent_plans_tenant ON public.agent_plans USING btree (tenant_id) WHERE (status = 'proposed'::text);

CREATE INDEX agent_plans_unasked ON public.agent_plans USING btree (unasked) WHERE (unasked IS NOT NULL);

CREATE INDEX approval_yeses_tenant ON public.approval_yeses USING btree (tenant_id);

CREATE UNIQUE INDEX assistant_agent_definitions_global ON public.assistant_agent_definitions USING btree (agent_id) WHERE (tenant_id IS NULL);

CREATE UNIQUE INDEX assistant_agent_definitions_own ON public.assistant_agent_definitions USING btree (tenant_id, agent_id) WHERE (tenant_id IS NOT NULL);

CREATE INDEX assistant_conversation_filings_archive ON public.assistant_conversation_filings USING btree (person_id, conversation_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX assistant_conversation_filings_folder ON public.assistant_conversation_filings USING btree (person_id, folder, conversation_id) WHERE (folder <> ''::text);

CREATE INDEX assistant_conversation_members_person ON public.assistant_conversation_members USING btree (person_id, conversation_id);

CREATE INDEX assistant_conversations_lease ON public.assistant_conversations USING btree (lease_until) WHERE (lease_until IS NOT NULL);

CREATE INDEX assistant_conversations_newest ON public.assistant_conversations USING btree (tenant_id, id);

CREATE INDEX assistant_conversations_pinned ON public.assistant_conversations USING btree (tenant_id, pinned_at) WHERE (pinned_at IS NOT NULL);

CREATE INDEX assistant_conversations_ready ON public.assistant_conversations USING btree (tenant_id, ready_at) WHERE (ready_at IS NOT NULL);

CREATE INDEX assistant_messages_external ON public.assistant_messages USING btree (conversation_id, external_id) WHERE (external_id IS NOT NULL);

CREATE UNIQUE INDEX assistant_messages_key ON public.assistant_messages USING btree (conversation_id, key);

CREATE INDEX assistant_messages_person ON public.assistant_messages USING btree (conversation_id, person_id) WHERE (person_id IS NOT NULL);

CREATE UNIQUE INDEX assistant_messages_seq ON public.assistant_messages USING btree (conversation_id, seq);

CREATE INDEX assistant_messages_slot ON public.assistant_messages USING btree (conversation_id, slot) WHERE (slot <> ''::text);

CREATE INDEX assistant_messages_words ON public.assistant_messages USING gin (to_tsvector('simple'::regconfig, "left"(content, 100000))) WHERE (kind = 'message'::text);

CREATE INDEX assistant_runs_conversation ON public.assistant_runs USING btree (conversation_id, created_at);

CREATE INDEX assistant_runs_failed ON public.assistant_runs USING btree (tenant_id, updated_at) WHERE (status = 'failed'::text);

CREATE INDEX assistant_runs_newest ON public.assistant_runs USING btree (tenant_id, id);

CREATE INDEX assistant_runs_ongoing ON public.assistant_runs USING btree (tenant_id, id) WHERE (status = ANY (ARRAY['planning'::text, 'running'::text]));

CREATE INDEX assistant_tasks_lease ON public.assistant_tasks USING btree (lease_until) WHERE (lease_until IS NOT NULL);

CREATE INDEX assistant_tasks_ready ON public.assistant_tasks USING btree (tenant_id, ready_at) WHERE (ready_at IS NOT NULL);

CREATE INDEX assistant_tasks_run ON public.assistant_tasks USING btree (run_id);

CREATE INDEX background_runs_message ON public.background_runs USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX background_runs_tenant ON public.background_runs USING btree (tenant_id, started_at);

CREATE INDEX background_tasks_owner ON public.background_tasks USING btree (tenant_id, owner_id);

CREATE INDEX clarifications_conversation ON public.clarifications USING btree (conversation_id) WHERE (status = 'open'::text);

CREATE INDEX clarifications_tenant ON public.clarifications USING btree (tenant_id) WHERE (status = 'open'::text);

CREATE INDEX connections_tenant ON public.connections USING btree (tenant_id, project_id);

CREATE INDEX delegations_tenant ON public.delegations USING btree (tenant_id) WHERE (ended_at IS NULL);

CREATE INDEX delivery_failures_tenant ON public.delivery_failures USING btree (tenant_id, id);

CREATE INDEX files_room ON public.files USING btree (tenant_id, id, size);

CREATE INDEX handings_living ON public.handings USING btree (tenant_id, until_at) WHERE (ended_at IS NULL);

CREATE INDEX handings_of ON public.handings USING btree (tenant_id, ref);

CREATE INDEX hook_bursts_waiting ON public.hook_bursts USING btree (hook_id) WHERE (fired_at IS NULL);

CREATE INDEX hook_events_burst ON public.hook_events USING btree (burst_id) WHERE (burst_id IS NOT NULL);

CREATE INDEX hook_events_hook ON public.hook_events USING btree (hook_id, received_at);

CREATE INDEX hooks_tenant ON public.hooks USING btree (tenant_id);

CREATE INDEX hooks_watching ON public.hooks USING btree (tenant_id, surface, space, happening) WHERE (happening <> ''::text);

CREATE INDEX identities_person ON public.identities USING btree (person_id);

CREATE INDEX invitations_used ON public.invitations USING btree (used_by) WHERE (used_by IS NOT NULL);

CREATE INDEX link_codes_person ON public.link_codes USING btree (person_id);

CREATE INDEX link_tries_person ON public.link_tries USING btree (person_id, at);

CREATE INDEX mail_conversation ON public.mail USING btree (conversation_id, id);

CREATE INDEX mail_message ON public.mail USING btree (message_id);

CREATE INDEX model_calls_lately ON public.model_calls USING btree (tenant_id, created_at);

CREATE INDEX model_calls_run ON public.model_calls USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX notices_person ON public.notices USING btree (tenant_id, person_id, created_at);

CREATE INDEX openid_logins_person ON public.openid_logins USING btree (tenant_id, person_id);

CREATE INDEX passkeys_person ON public.passkeys USING btree (tenant_id, person_id);

CREATE INDEX pending_actions_conversation ON public.pending_actions USING btree (conversation_id) WHERE (status = 'pending'::text);

CREATE INDEX pending_actions_run ON public.pending_actions USING btree (run_id);

CREATE INDEX pending_actions_tenant ON public.pending_actions USING btree (tenant_id) WHERE (status = 'pending'::text);

CREATE INDEX persons_merged ON public.persons USING btree (merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX persons_tenant ON public.persons USING btree (tenant_id, created_at);

CREATE INDEX places_conversation ON public.places USING btree (conversation_id);

CREATE INDEX places_lease ON public.places USING btree (lease_until) WHERE (lease_until IS NOT NULL);

CREATE INDEX places_ready ON public.places USING btree (tenant_id, ready_at) WHERE (ready_at IS NOT NULL);

CREATE INDEX places_shown_with ON public.places USING btree (shown_with) WHERE (shown_with IS NOT NULL);

CREATE INDEX reaches_person ON public.reaches USING btree (tenant_id, person_id);

CREATE INDEX recordings_of_task ON public.recordings USING btree (tenant_id, task_id) WHERE (task_id IS NOT NULL);

CREATE INDEX recordings_of_turn ON public.recordings USING btree (tenant_id, cause_id) WHERE (cause_id IS NOT NULL);

CREATE INDEX recordings_old ON public.recordings USING btree (created_at);

CREATE INDEX reserves_tenant ON public.reserves USING btree (tenant_id, day);

CREATE INDEX sessions_person ON public.sessions USING btree (person_id);

CREATE INDEX slack_installs_team ON public.slack_installs USING btree (team_id) WHERE (revoked_at IS NULL);

CREATE INDEX standing_uses_task ON public.standing_uses USING btree (task_id);

CREATE INDEX standing_yeses_background ON public.standing_yeses USING btree (background_id) WHERE (background_id IS NOT NULL);

CREATE INDEX standing_yeses_tenant ON public.standing_yeses USING btree (tenant_id, tool) WHERE (ended_at IS NULL);

CREATE INDEX tickets_of_project ON public.tickets USING btree (tenant_id, project_id);

CREATE INDEX timers_due ON public.timers USING btree (due_at);

CREATE INDEX tool_calls_run ON public.tool_calls USING btree (run_id);

CREATE INDEX workspace_assignees_member ON public.workspace_assignees USING btree (tenant_id, member_id);

CREATE INDEX workspace_blockers_project ON public.workspace_blockers USING btree (project_id, status);

CREATE INDEX workspace_blockers_task ON public.workspace_blockers USING btree (task_id) WHERE (task_id IS NOT NULL);

CREATE INDEX workspace_comments_document ON public.workspace_comments USING btree (document_id, created_at) WHERE (document_id IS NOT NULL);

CREATE INDEX workspace_comments_task ON public.workspace_comments USING btree (task_id, created_at) WHERE (task_id IS NOT NULL);

CREATE INDEX workspace_documents_project ON public.workspace_documents USING btree (project_id, updated_at DESC);

CREATE INDEX workspace_events_actor ON public.workspace_events USING btree (tenant_id, actor_id, created_at DESC);

CREATE INDEX workspace_events_at ON public.workspace_events USING btree (tenant_id, created_at DESC);

CREATE INDEX workspace_events_project ON public.workspace_events USING btree (project_id, created_at DESC);

CREATE INDEX workspace_labels_label ON public.workspace_labels USING btree (tenant_id, label);

CREATE INDEX workspace_links_task ON public.workspace_links USING btree (task_id);

CREATE INDEX workspace_project_members_member ON public.workspace_project_members USING btree (tenant_id, member_id);

CREATE INDEX workspace_projects_owner ON public.workspace_projects USING btree (tenant_id, owner_id);

CREATE INDEX workspace_projects_parent ON public.workspace_projects USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX workspace_projects_updated ON public.workspace_projects USING btree (tenant_id, updated_at DESC);

CREATE INDEX workspace_tasks_due ON public.workspace_tasks USING btree (tenant_id, due_date) WHERE ((status <> 'done'::text) AND (due_date <> ''::text));

CREATE INDEX workspace_tasks_project ON public.workspace_tasks USING btree (project_id, status);

CREATE INDEX workspace_tasks_updated ON public.workspace_tasks USING btree (tenant_id, status, updated_at);

CREATE INDEX workspace_team_members_member ON public.workspace_team_members USING btree (tenant_id, member_id);

ALTER TABLE ONLY public.agent_chat_messages
    ADD CONSTRAINT agent_chat_messages_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.agent_chat_sessions(id);

ALTER TABLE ONLY public.approval_policies
    ADD CONSTRAINT approval_policies_set_by_fkey FOREIGN KEY (set_by) REFERENCES public.persons(id);

ALTER TABLE ONLY public.approval_policies
    ADD CONSTRAINT approval_policies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.approval_yeses
    ADD CONSTRAINT approval_yeses_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.pending_actions(id);

ALTER TABLE ONLY public.approval_yeses
    ADD CONSTRAINT approval_yeses_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.approval_yeses
    ADD CONSTRAINT approval_yeses_voice_id_fkey FOREIGN KEY (voice_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.assistant_conversation_filings
    ADD CONSTRAINT assistant_conversation_filings_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.assistant_conversation_filings
    ADD CONSTRAINT assistant_conversation_filings_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.assistant_conversation_members
    ADD CONSTRAINT assistant_conversation_members_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.assistant_conversation_members
    ADD CONSTRAINT assistant_conversation_members_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.persons(id);

ALTER TABLE ONLY public.assistant_conversation_members
    ADD CONSTRAINT assistant_conversation_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.assistant_messages
    ADD CONSTRAINT assistant_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.assistant_runs
    ADD CONSTRAINT assistant_runs_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.assistant_tasks
    ADD CONSTRAINT assistant_tasks_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.assistant_tasks
    ADD CONSTRAINT assistant_tasks_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.assistant_runs(id);

ALTER TABLE ONLY public.background_runs
    ADD CONSTRAINT background_runs_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.background_tasks(id);

ALTER TABLE ONLY public.background_tasks
    ADD CONSTRAINT background_tasks_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.background_tasks
    ADD CONSTRAINT background_tasks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.background_tasks
    ADD CONSTRAINT background_tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.background_tasks
    ADD CONSTRAINT background_tasks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.channel_events
    ADD CONSTRAINT channel_events_allowed_by_fkey FOREIGN KEY (allowed_by) REFERENCES public.persons(id);

ALTER TABLE ONLY public.channel_events
    ADD CONSTRAINT channel_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.channel_projects
    ADD CONSTRAINT channel_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.channel_projects
    ADD CONSTRAINT channel_projects_set_by_fkey FOREIGN KEY (set_by) REFERENCES public.persons(id);

ALTER TABLE ONLY public.channel_projects
    ADD CONSTRAINT channel_projects_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.deferrals
    ADD CONSTRAINT deferrals_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.deferrals
    ADD CONSTRAINT deferrals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.delegations
    ADD CONSTRAINT delegations_delegate_id_fkey FOREIGN KEY (delegate_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.delegations
    ADD CONSTRAINT delegations_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.delegations
    ADD CONSTRAINT delegations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.handings
    ADD CONSTRAINT handings_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.handings
    ADD CONSTRAINT handings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.handings
    ADD CONSTRAINT handings_to_id_fkey FOREIGN KEY (to_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.hook_bursts
    ADD CONSTRAINT hook_bursts_hook_id_fkey FOREIGN KEY (hook_id) REFERENCES public.hooks(id);

ALTER TABLE ONLY public.hook_events
    ADD CONSTRAINT hook_events_burst_id_fkey FOREIGN KEY (burst_id) REFERENCES public.hook_bursts(id);

ALTER TABLE ONLY public.hook_events
    ADD CONSTRAINT hook_events_hook_id_fkey FOREIGN KEY (hook_id) REFERENCES public.hooks(id);

ALTER TABLE ONLY public.hooks
    ADD CONSTRAINT hooks_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.background_tasks(id);

ALTER TABLE ONLY public.hooks
    ADD CONSTRAINT hooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.persons(id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES public.persons(id);

ALTER TABLE ONLY public.link_codes
    ADD CONSTRAINT link_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.model_notices
    ADD CONSTRAINT model_notices_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.openid_begun
    ADD CONSTRAINT openid_begun_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.openid_logins
    ADD CONSTRAINT openid_logins_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.openid_logins
    ADD CONSTRAINT openid_logins_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.persons
    ADD CONSTRAINT persons_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES public.persons(id);

ALTER TABLE ONLY public.persons
    ADD CONSTRAINT persons_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.places
    ADD CONSTRAINT places_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.assistant_conversations(id);

ALTER TABLE ONLY public.places
    ADD CONSTRAINT places_shown_with_fkey FOREIGN KEY (shown_with) REFERENCES public.places(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.project_credentials
    ADD CONSTRAINT project_credentials_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.push_keys
    ADD CONSTRAINT push_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.reaches
    ADD CONSTRAINT reaches_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.reaches
    ADD CONSTRAINT reaches_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.setup_parts
    ADD CONSTRAINT setup_parts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.sign_in_codes
    ADD CONSTRAINT sign_in_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.slack_installs
    ADD CONSTRAINT slack_installs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.spaces
    ADD CONSTRAINT spaces_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.spent_nonces
    ADD CONSTRAINT spent_nonces_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.standing_uses
    ADD CONSTRAINT standing_uses_standing_id_fkey FOREIGN KEY (standing_id) REFERENCES public.standing_yeses(id);

ALTER TABLE ONLY public.standing_uses
    ADD CONSTRAINT standing_uses_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.assistant_tasks(id);

ALTER TABLE ONLY public.standing_yeses
    ADD CONSTRAINT standing_yeses_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.pending_actions(id);

ALTER TABLE ONLY public.standing_yeses
    ADD CONSTRAINT standing_yeses_background_id_fkey FOREIGN KEY (background_id) REFERENCES public.background_tasks(id);

ALTER TABLE ONLY public.standing_yeses
    ADD CONSTRAINT standing_yeses_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id);

ALTER TABLE ONLY public.standing_yeses
    ADD CONSTRAINT standing_yeses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id);

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_owner_fkey FOREIGN KEY (owner) REFERENCES public.persons(id);

ALTER TABLE ONLY public.workspace_assignees
    ADD CONSTRAINT workspace_assignees_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.workspace_projects(id);

ALTER TABLE ONLY public.workspace_assignees
    ADD CONSTRAINT workspace_assignees_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.workspace_tasks(id);

ALTER TABLE ONLY public.workspace_blockers
    ADD CONSTRAINT workspace_blockers_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.workspace_projects(id);

ALTER TABLE ONLY public.workspace_blockers
    ADD CONSTRAINT workspace_blockers_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.workspace_tasks(id);

ALTER TABLE ONLY public.workspace_comments
    ADD CONSTRAINT workspace_comments_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.workspace_documents(id);

ALTER TABLE ONLY public.workspace_comments
    ADD CONSTRAINT workspace_comments_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.workspace_projects(id);

ALTER TABLE ONLY public.workspace_comments
    ADD CONSTRAINT workspace_comments_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.workspace_tasks(id);

ALTER TABLE ONLY public.workspace_documents
    ADD CONSTRAINT workspace_documents_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.workspace_projects(id);

ALTER TABLE ONLY public.workspace_labels
    ADD CONSTRAINT workspace_labels_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.workspace_projects(id);

ALTER TABLE ONLY public.workspace_labels
    ADD CONSTRAINT workspace_labels_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.workspace_tasks(id);

ALTER TABLE ONLY public.workspace_links
    ADD CONSTRAINT workspace_links_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.workspace_documents(id);

ALTER TABLE ONLY public.workspace_links
    ADD CONSTRAINT workspace_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.workspace_projects(id);

ALTER TABLE ONLY public.workspace_links
    ADD CONSTRAINT workspace_links_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.workspace_tasks(id);

ALTER TABLE ONLY public.workspace_projects
    ADD CONSTRAINT workspace_projects_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.workspace_projects(id);

ALTER TABLE ONLY public.workspace_projects
    ADD CONSTRAINT workspace_projects_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.workspace_teams(id);

ALTER TABLE ONLY public.workspace_tasks
    ADD CONSTRAINT workspace_tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.workspace_projects(id);

ALTER TABLE ONLY public.workspace_team_members
    ADD CONSTRAINT workspace_team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.workspace_teams(id);

ALTER TABLE public.accepted ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.agent_chat_messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.agent_chat_sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.agent_executions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.agent_plans ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.agents ENABLE ROW LEVEL SECURITY;

CREATE POLICY appended ON public.workspace_events FOR INSERT TO aisteam_app WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

ALTER TABLE public.approval_policies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.approval_yeses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.assistant_agent_definitions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.assistant_conversation_filings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.assistant_conversation_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.assistant_conversations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.assistant_messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.assistant_runs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.assistant_tasks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.background_runs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.background_tasks ENABLE ROW LEVEL SECURITY;

CREATE POLICY by_access ON public.workspace_assignees AS RESTRICTIVE TO aisteam_app USING ((project_id IN ( SELECT w.id
   FROM public.workspace_projects w)));

CREATE POLICY by_access ON public.workspace_blockers AS RESTRICTIVE TO aisteam_app USING ((project_id IN ( SELECT w.id
   FROM public.workspace_projects w)));

CREATE POLICY by_access ON public.workspace_comments AS RESTRICTIVE TO aisteam_app USING ((project_id IN ( SELECT w.id
   FROM public.workspace_projects w)));

CREATE POLICY by_access ON public.workspace_documents AS RESTRICTIVE TO aisteam_app USING ((project_id IN ( SELECT w.id
   FROM public.workspace_projects w)));

CREATE POLICY by_access ON public.workspace_events AS RESTRICTIVE TO aisteam_app USING ((project_id IN ( SELECT w.id
   FROM public.workspace_projects w)));

CREATE POLICY by_access ON public.workspace_labels AS RESTRICTIVE TO aisteam_app USING ((project_id IN ( SELECT w.id
   FROM public.workspace_projects w)));

CREATE POLICY by_access ON public.workspace_links AS RESTRICTIVE TO aisteam_app USING ((project_id IN ( SELECT w.id
   FROM public.workspace_projects w)));

CREATE POLICY by_access ON public.workspace_projects AS RESTRICTIVE TO aisteam_app USING ((((scope = 'ORGANIZATION'::text) AND (NULLIF(current_setting('app.person_id'::text, true), ''::text) IS NOT NULL)) OR (owner_id IN ( SELECT o.id
   FROM public.persons o
  WHERE (COALESCE(o.merged_into, o.id) = (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid))) OR ((scope = 'TEAM'::text) AND (team_id IN ( SELECT m.team_id
   FROM public.workspace_team_members m
  WHERE (m.member_id IN ( SELECT o.id
           FROM public.persons o
          WHERE (COALESCE(o.merged_into, o.id) = (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid)))))) OR (id IN ( SELECT m.project_id
   FROM public.workspace_project_members m
  WHERE (m.member_id IN ( SELECT o.id
           FROM public.persons o
          WHERE (COALESCE(o.merged_into, o.id) = (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid)))))));

CREATE POLICY by_access ON public.workspace_tasks AS RESTRICTIVE TO aisteam_app USING ((project_id IN ( SELECT w.id
   FROM public.workspace_projects w)));

CREATE POLICY by_engine ON public.assistant_agent_definitions TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.assistant_conversations TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.assistant_runs FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.assistant_tasks TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.connections FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.hooks FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.pending_actions FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.places TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.platform_ai_settings FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.project_credentials FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.reaches FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.recordings TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.replicas TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.setup_parts FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.slack_installs FOR SELECT TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.spaces TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.tenants TO aisteam_engine USING (true);

CREATE POLICY by_engine ON public.timers TO aisteam_engine USING (true);

CREATE POLICY by_tenant ON public.accepted TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.agent_chat_messages TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.agent_chat_sessions TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.agent_executions TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.agent_plans TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.agents TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.approval_policies TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.approval_yeses TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.assistant_agent_definitions TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.assistant_conversation_filings TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.assistant_conversation_members TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.assistant_conversations TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.assistant_messages TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.assistant_runs TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.assistant_tasks TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.background_runs TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.background_tasks TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.channel_events TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.channel_projects TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.clarifications TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.connections TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.deferrals TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.delegations TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.deliveries TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.delivery_failures TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.files TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.handings TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.heard TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.hook_bursts TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.hook_events TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.hooks TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.identities TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.invitations TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.link_codes TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.link_tries TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.mail TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.model_calls TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.model_facts TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.model_notices TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.notices TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.openid_begun TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.openid_logins TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.owner_tokens TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.passkey_challenges TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.passkeys TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.pending_actions TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.persons TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.places TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.platform_ai_settings TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.project_credentials TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.projects TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.push_keys TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.reaches TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.recordings TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.replica_settings TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.reserves TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.role_grants TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.sessions TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.setup_parts TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.sign_in_codes TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.slack_installs TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.spaces TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.spending TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.spent_nonces TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.standing_uses TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.standing_yeses TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.tenants TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.tickets TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.timers TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.tool_calls TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.turns TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_assignees TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_blockers TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_comments TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_documents TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_events FOR SELECT TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_labels TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_links TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_project_members TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_projects TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_tasks TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_team_members TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE POLICY by_tenant ON public.workspace_teams TO aisteam_app USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

ALTER TABLE public.channel_events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.channel_projects ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.clarifications ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.connections ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deferrals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delegations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_failures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.files ENABLE ROW LEVEL SECURITY;

CREATE POLICY global_definitions ON public.assistant_agent_definitions FOR SELECT TO aisteam_app USING ((tenant_id IS NULL));

ALTER TABLE public.handings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.heard ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.hook_bursts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.hook_events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.hooks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.identities ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invitations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.link_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.link_tries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mail ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.model_calls ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.model_facts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.model_notices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.openid_begun ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.openid_logins ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.owner_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.passkey_challenges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.passkeys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pending_actions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.persons ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.places ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.platform_ai_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.project_credentials ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.projects ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.push_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reaches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.recordings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.replica_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.replicas ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reserves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.role_grants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sign_in_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.slack_installs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.spaces ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.spending ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.spent_nonces ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.standing_uses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.standing_yeses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tenants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tickets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.timers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tool_calls ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.turns ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_assignees ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_blockers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_comments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_documents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_labels ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_project_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_projects ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_tasks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_team_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_teams ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO aisteam_app;
GRANT USAGE ON SCHEMA public TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.accepted TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agent_chat_messages TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agent_chat_sessions TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agent_executions TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agent_plans TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agents TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.approval_policies TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.approval_yeses TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assistant_agent_definitions TO aisteam_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assistant_agent_definitions TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assistant_conversation_filings TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assistant_conversation_members TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assistant_conversations TO aisteam_app;

GRANT SELECT(id) ON TABLE public.assistant_conversations TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.assistant_conversations TO aisteam_engine;

GRANT SELECT(ready_at),UPDATE(ready_at) ON TABLE public.assistant_conversations TO aisteam_engine;

GRANT SELECT(token),UPDATE(token) ON TABLE public.assistant_conversations TO aisteam_engine;

GRANT SELECT(lease_until),UPDATE(lease_until) ON TABLE public.assistant_conversations TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assistant_messages TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assistant_runs TO aisteam_app;

GRANT SELECT(id) ON TABLE public.assistant_runs TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.assistant_runs TO aisteam_engine;

GRANT SELECT(conversation_id) ON TABLE public.assistant_runs TO aisteam_engine;

GRANT SELECT(status) ON TABLE public.assistant_runs TO aisteam_engine;

GRANT SELECT(updated_at) ON TABLE public.assistant_runs TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assistant_tasks TO aisteam_app;

GRANT SELECT(id) ON TABLE public.assistant_tasks TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.assistant_tasks TO aisteam_engine;

GRANT SELECT(run_id) ON TABLE public.assistant_tasks TO aisteam_engine;

GRANT SELECT(ready_at),UPDATE(ready_at) ON TABLE public.assistant_tasks TO aisteam_engine;

GRANT SELECT(token),UPDATE(token) ON TABLE public.assistant_tasks TO aisteam_engine;

GRANT SELECT(lease_until),UPDATE(lease_until) ON TABLE public.assistant_tasks TO aisteam_engine;

GRANT SELECT ON TABLE public.background_db_version TO aisteam_app;
GRANT SELECT ON TABLE public.background_db_version TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.background_runs TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.background_tasks TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channel_events TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channel_projects TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.clarifications TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.connections TO aisteam_app;

GRANT SELECT(tenant_id) ON TABLE public.connections TO aisteam_engine;

GRANT SELECT(project_id) ON TABLE public.connections TO aisteam_engine;

GRANT SELECT(kind) ON TABLE public.connections TO aisteam_engine;

GRANT SELECT(sealed_by) ON TABLE public.connections TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.deferrals TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.delegations TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.deliveries TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.delivery_failures TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.files TO aisteam_app;

GRANT SELECT ON TABLE public.goose_db_version TO aisteam_app;
GRANT SELECT ON TABLE public.goose_db_version TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.handings TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.heard TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.hook_bursts TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.hook_events TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.hooks TO aisteam_app;

GRANT SELECT(id) ON TABLE public.hooks TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.hooks TO aisteam_engine;

GRANT SELECT(token_hash) ON TABLE public.hooks TO aisteam_engine;

GRANT SELECT(old_hash) ON TABLE public.hooks TO aisteam_engine;

GRANT SELECT(old_until) ON TABLE public.hooks TO aisteam_engine;

GRANT SELECT(sealed_by) ON TABLE public.hooks TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identities TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitations TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.link_codes TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.link_tries TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.model_calls TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.model_facts TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.model_notices TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notices TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.openid_begun TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.openid_logins TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.owner_tokens TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey_challenges TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkeys TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pending_actions TO aisteam_app;

GRANT SELECT(tenant_id) ON TABLE public.pending_actions TO aisteam_engine;

GRANT SELECT(run_id) ON TABLE public.pending_actions TO aisteam_engine;

GRANT SELECT(status) ON TABLE public.pending_actions TO aisteam_engine;

GRANT SELECT(created_at) ON TABLE public.pending_actions TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.persons TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.places TO aisteam_app;

GRANT SELECT(id) ON TABLE public.places TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.places TO aisteam_engine;

GRANT SELECT(ready_at),UPDATE(ready_at) ON TABLE public.places TO aisteam_engine;

GRANT SELECT(token),UPDATE(token) ON TABLE public.places TO aisteam_engine;

GRANT SELECT(lease_until),UPDATE(lease_until) ON TABLE public.places TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform_ai_settings TO aisteam_app;

GRANT SELECT(id) ON TABLE public.platform_ai_settings TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.platform_ai_settings TO aisteam_engine;

GRANT SELECT(revision) ON TABLE public.platform_ai_settings TO aisteam_engine;

GRANT SELECT(sealed_by) ON TABLE public.platform_ai_settings TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_credentials TO aisteam_app;

GRANT SELECT(project_id) ON TABLE public.project_credentials TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.project_credentials TO aisteam_engine;

GRANT SELECT(sealed_by) ON TABLE public.project_credentials TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.projects TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push_keys TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reaches TO aisteam_app;

GRANT SELECT(id) ON TABLE public.reaches TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.reaches TO aisteam_engine;

GRANT SELECT(sealed_by) ON TABLE public.reaches TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recordings TO aisteam_app;
GRANT DELETE ON TABLE public.recordings TO aisteam_engine;

GRANT SELECT(id) ON TABLE public.recordings TO aisteam_engine;

GRANT SELECT(created_at) ON TABLE public.recordings TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.replica_settings TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.replicas TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reserves TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.role_grants TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sessions TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.setup_parts TO aisteam_app;

GRANT SELECT(id) ON TABLE public.setup_parts TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.setup_parts TO aisteam_engine;

GRANT SELECT(sealed_by) ON TABLE public.setup_parts TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_codes TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.slack_installs TO aisteam_app;

GRANT SELECT(enterprise_id) ON TABLE public.slack_installs TO aisteam_engine;

GRANT SELECT(team_id) ON TABLE public.slack_installs TO aisteam_engine;

GRANT SELECT(app_id) ON TABLE public.slack_installs TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.slack_installs TO aisteam_engine;

GRANT SELECT(token_at) ON TABLE public.slack_installs TO aisteam_engine;

GRANT SELECT(revoked_at) ON TABLE public.slack_installs TO aisteam_engine;

GRANT SELECT(sealed_by) ON TABLE public.slack_installs TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.spaces TO aisteam_app;

GRANT SELECT(tenant_id) ON TABLE public.spaces TO aisteam_engine;

GRANT SELECT(surface) ON TABLE public.spaces TO aisteam_engine;

GRANT SELECT(space) ON TABLE public.spaces TO aisteam_engine;

GRANT SELECT(parent),UPDATE(parent) ON TABLE public.spaces TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.spending TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.spent_nonces TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.standing_uses TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.standing_yeses TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tenants TO aisteam_app;
GRANT INSERT ON TABLE public.tenants TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.tenants TO aisteam_engine;

GRANT SELECT(name) ON TABLE public.tenants TO aisteam_engine;

GRANT SELECT(created_at) ON TABLE public.tenants TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tickets TO aisteam_app;

GRANT SELECT ON TABLE public.tickets_db_version TO aisteam_app;
GRANT SELECT ON TABLE public.tickets_db_version TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.timers TO aisteam_app;

GRANT SELECT(id) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT(tenant_id) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT(conversation_id) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT(kind) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT(ref) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT(version) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT(due_at) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT(fails) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT(again_at) ON TABLE public.timers TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tool_calls TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.turns TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_assignees TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_blockers TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_comments TO aisteam_app;

GRANT SELECT ON TABLE public.workspace_db_version TO aisteam_app;
GRANT SELECT ON TABLE public.workspace_db_version TO aisteam_engine;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_documents TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_events TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_labels TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_links TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_project_members TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_projects TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_tasks TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_team_members TO aisteam_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_teams TO aisteam_app;

