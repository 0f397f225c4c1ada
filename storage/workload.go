package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const (
	loadListed = 50 // runs, and conversations with mail
	loadLately = 24 * time.Hour
	loadDays   = 30
)

// wantedRuns are the conditions of the runs that can be asked for.
func wantedRuns(w assistant.RunsWanted) string {
	switch w {
	case assistant.RunsStuck:
		return stuckRun(`$2`)
	case assistant.RunsFailed:
		return `r.status = 'failed'`
	case assistant.RunsEnded:
		return `r.status in ('completed', 'failed', 'cancelled')`
	case assistant.RunsWaiting:
		return waitingRun
	case assistant.RunsAll:
		return `r.status <> ''`
	default:
		return `r.status in ('planning', 'running')`
	}
}

// Workload tells an admin what goes on in the tenant; somebody else gets [assistant.ErrNotAdmin].
func (d Runs) Workload(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, wanted assistant.RunsWanted) (assistant.Workload, error) {
	var w assistant.Workload
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(by)}, func(t *tx) error {
		w = assistant.Workload{}
		if err := t.admin(ctx, tenant, by); err != nil {
			return err
		}
		t.runLoads(&w.Runs, tenant, "", wanted, loadListed)
		t.runCounts(&w, tenant)
		t.waitLoads(&w, tenant)
		t.modelLoads(&w, tenant)
		t.one([]any{&w.Now}, `select :now from tenants where tenant_id = $1`, tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		const spent = `select cast(coalesce(sum(tokens), 0) as bigint), cast(coalesce(sum(micros), 0) as bigint) from spending where tenant_id = $1 and day > $2`
		t.one([]any{&w.Today.Tokens, &w.Today.Micros}, spent, tenant, dayOf(w.Now)-1)
		t.one([]any{&w.Month.Tokens, &w.Month.Micros}, spent, tenant, dayOf(w.Now)-loadDays)
		return nil
	})
	return w, named(err, "read the workload")
}

// waitingRun selects runs that nobody is working on and in which something waits for a person's decision.
const waitingRun = `(r.status = 'running' and exists (select 1 from pending_actions p where p.run_id = r.id and p.status = 'pending')
	and not exists (select 1 from assistant_tasks k where k.run_id = r.id and (k.token is not null or k.ready_at is not null)))`

// Work lists runs, newest first: those requested in conversations that a person is a member of, or all if no person is named.
func (d Runs) Work(ctx context.Context, tenant assistant.TenantID, who assistant.PersonID, wanted assistant.RunsWanted, limit int) ([]assistant.RunLoad, error) {
	var out []assistant.RunLoad
	err := d.in(ctx, mode{tenant: tenant, read: true, given: optional(who)}, func(t *tx) error {
		out = nil
		t.runLoads(&out, tenant, who, wanted, limit)
		return nil
	})
	return out, named(err, "list what is worked on")
}

func (t *tx) runLoads(to *[]assistant.RunLoad, tenant assistant.TenantID, who assistant.PersonID, wanted assistant.RunsWanted, limit int) {
	t.each(func(scan func(...any) error) error {
		var l assistant.RunLoad
		var err error
		l.Run, err = scanRun(func(dests ...any) error {
			return scan(append(dests, &l.By, &l.Tasks, &l.Done, &l.Failed, &l.Waits, &l.Stuck, &l.Tokens, &l.Micros, &l.Unpriced)...)
		})
		*to = append(*to, l)
		return err
	}, `select `+runColumns+`, coalesce((select q.name from persons q where q.id = r.requested_by), ''),
			(select count(*) from assistant_tasks k where k.run_id = r.id),
			(select count(*) from assistant_tasks k where k.run_id = r.id and k.status = 'completed'),
			(select count(*) from assistant_tasks k where k.run_id = r.id and k.status = 'failed'), `+waitingRun+`, `+stuckRun(`$2`)+`,
			(select cast(coalesce(sum(m.input_tokens + m.output_tokens), 0) as bigint) from model_calls m where m.run_id = r.id),
			(select cast(coalesce(sum(m.micros), 0) as bigint) from model_calls m where m.run_id = r.id),
			(select count(*) from model_calls m where m.run_id = r.id and m.unpriced)
		from assistant_runs r join assistant_conversations c on c.id = r.conversation_id
		where r.tenant_id = $1 and `+memberOf(`$4`)+` and `+wantedRuns(wanted)+` order by r.id desc limit $3`, tenant, stuckAfter, limit, null(who))
}

func (t *tx) runCounts(w *assistant.Workload, tenant assistant.TenantID) {
	t.one([]any{&w.Ongoing}, `select count(*) from assistant_runs r where r.tenant_id = $1 and r.status in ('planning', 'running')`, tenant)
	t.one([]any{&w.Stuck}, `select count(*) from assistant_runs r where r.tenant_id = $1 and `+stuckRun(`$2`), tenant, stuckAfter)
}

func (t *tx) waitLoads(w *assistant.Workload, tenant assistant.TenantID) {
	t.each(tables.Into(&w.Mail, func(l *assistant.MailLoad) []any {
		return []any{&l.Conversation, &l.Title, &l.Held, &l.Mail, &l.Since, &l.Attempt}
	}), `select c.id, c.title, c.token is not null, count(*), min(l.at), max(l.attempt)
		from mail l join assistant_conversations c on c.id = l.conversation_id
		where l.tenant_id = $1 group by c.id, c.title, c.token order by min(l.at) limit $2`, tenant, loadListed)
	t.each(tables.Into(&w.Places, func(l *assistant.PlaceLoad) []any { return []any{&l.Surface, &l.Behind, &l.Since} }), `select surface, count(*), min(ready_at) from places where tenant_id = $1 and ready_at is not null and surface <> $2 group by surface order by surface`,
		tenant, assistant.SurfaceWeb)
}

func (t *tx) modelLoads(w *assistant.Workload, tenant assistant.TenantID) {
	t.each(func(scan func(...any) error) error {
		var l assistant.ModelLoad
		var slowest int64
		err := scan(&l.Provider, &l.Model, &l.Calls, &l.Input, &l.Cached, &l.CacheWritten, &l.Output, &l.Micros, &l.Unpriced, &slowest)
		l.Slowest = time.Duration(slowest) * time.Microsecond
		w.Models = append(w.Models, l)
		return err
	}, `select provider, model, count(*), cast(sum(input_tokens) as bigint), cast(sum(cached_tokens) as bigint), cast(sum(cache_written_tokens) as bigint),
			cast(sum(output_tokens) as bigint), cast(sum(micros) as bigint), cast(sum(case when unpriced then 1 else 0 end) as bigint), cast(max(took_us) as bigint)
		from model_calls where tenant_id = $1 and created_at > :before($2) group by provider, model order by sum(micros) desc, count(*) desc, provider, model`, tenant, loadLately)
}
