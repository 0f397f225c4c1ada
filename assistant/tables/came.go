package tables

import (
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Unasked is the condition that a message g is words of something that starts work by itself. The log says it, as it does whose they are.
const Unasked = `g.body_type = 'said' and g.body ->> 'backgroundTask' is not null`

// UnaskedPlan is the condition that such words have led to a plan, from its first question on.
func UnaskedPlan(plan string) string {
	return `exists (select 1 from agent_plans u where u.id = ` + plan + ` and u.unasked is not null)`
}

// UnaskedRun is the condition that a run came of such words: by a plan, or by an agent that proposed it.
func UnaskedRun(run string) string {
	return `exists (select 1 from assistant_runs v where v.id = ` + run + ` and (` + UnaskedPlan(`v.plan_id`) + `
		or exists (select 1 from agent_chat_sessions s join assistant_messages g on g.id = s.cause_id and g.tenant_id = s.tenant_id
			where s.id = v.session_id and ` + Unasked + `)))`
}

// RunsOf selects the runs that came of such words.
func RunsOf(words string) string {
	return `select r.id from agent_plans p join assistant_runs r on r.conversation_id = p.conversation_id and r.plan_id = p.id where p.unasked = ` + words + `
		union select r.id from agent_chat_sessions s join assistant_runs r on r.conversation_id = s.conversation_id and r.session_id = s.id where s.cause_id = ` + words
}

// Spent is how many tokens a recorded model call took: none, where it was the rehearsal, whose tokens are what another would have taken.
func Spent(call string) string {
	return `case when ` + call + `.provider = '` + assistant.ProviderRehearsal + `' then 0 else ` + call + `.input_tokens + ` + call + `.output_tokens end`
}

// What came of such words, as far as it is not over: by a plan, or by an agent that proposes as it goes.

// Working is the condition that somebody is at work on them.
func Working(words string) string {
	return `(exists (select 1 from mail m where m.message_id = ` + words + `)
		or exists (select 1 from assistant_runs r where r.status in ('planning', 'running') and r.id in (` + RunsOf(words) + `)))`
}

// Gathers is the condition that planning has questions open about them.
func Gathers(words string) string {
	return `exists (select 1 from agent_plans p where p.unasked = ` + words + ` and p.version = 0 and p.status in ('gathering', 'choosing'))`
}

// Proposed ends a query for the plans p of them that wait for a decision.
func Proposed(words string) string {
	return ` from agent_plans p where p.unasked = ` + words + ` and p.version > 0 and p.status = 'proposed'`
}

// Waits is the condition that a plan or an action of them waits for a decision.
func Waits(words string) string {
	return `(exists (select 1` + Proposed(words) + `)
		or exists (select 1 from pending_actions a where a.status = 'pending' and a.run_id in (` + RunsOf(words) + `)))`
}

// How many of a turn's model calls, and of an agent's steps, are counted.
const (
	ModelCallsLooked = 16
	stepsLooked      = 8
)

// Cost is the SQL of what words of a tenant cost, in tokens or in micros of the calls c: the model calls of their turn, of the
// agent that continued in later turns, and of the runs that came of them.
func Cost(tenant, words, of string) string {
	return `(select cast(coalesce(sum(u.cost), 0) as bigint) from (
			select c.key, ` + of + ` as cost from model_calls c where c.tenant_id = ` + tenant + ` and c.key in (` + keysOf(words, "model", ModelCallsLooked) + `)
			union
			select c.key, ` + of + ` from agent_chat_sessions s join model_calls c on c.tenant_id = s.tenant_id
				and c.key in (` + keysOf(`s.id`, "step", stepsLooked) + `) where s.cause_id = ` + words + `
			union
			select c.key, ` + of + ` from model_calls c where c.tenant_id = ` + tenant + ` and c.run_id in (` + RunsOf(words) + `)) u)`
}

// keysOf are the keys of the first calls of a turn, or of an agent's session.
func keysOf(id, call string, n int) string {
	var keys strings.Builder
	for i := range n {
		if i > 0 {
			keys.WriteString(", ")
		}
		keys.WriteString(`cast(` + id + ` as text) || '/` + call + `-` + strconv.Itoa(i+1) + `'`)
	}
	return keys.String()
}
