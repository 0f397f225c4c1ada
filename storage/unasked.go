package storage

// unaskedPlan is the condition that a background task's words have led to a plan, from its first question on.
func unaskedPlan(plan string) string {
	return `exists (select 1 from agent_plans u where u.id = ` + plan + ` and u.unasked is not null)`
}

// unaskedRun is the condition that a run came of a background task's words: by a plan, or by an agent that proposed it.
func unaskedRun(run string) string {
	return `exists (select 1 from assistant_runs v where v.id = ` + run + ` and (` + unaskedPlan(`v.plan_id`) + `
		or exists (select 1 from agent_chat_sessions s join assistant_messages g on g.id = s.cause_id and g.tenant_id = s.tenant_id
			where s.id = v.session_id and ` + toldByItself + `)))`
}

// toldByItself is the condition that a message g is a background task's words. The log says it, as it does whose they are.
const toldByItself = `g.body_type = 'said' and g.body ->> 'backgroundTask' is not null`

// taskOf is the background task that said some words; null where a person did. Its first argument is the tenant.
func taskOf(words string) string {
	return `(select (g.body ->> 'backgroundTask'):id from assistant_messages g where g.tenant_id = $1 and g.id = ` + words + ` and ` + toldByItself + `)`
}

// taskOfRun is the background task that a run came of; null where people asked for it. Its first argument is the tenant.
func taskOfRun(run string) string { return taskOf(runWords(run)) }

// runWords are the words of a background task that a run came of: by a plan, or by an agent that proposed it.
func runWords(run string) string {
	return `(select coalesce((select u.unasked from agent_plans u where u.id = v.plan_id and u.version = v.plan_version),
			(select s.cause_id from agent_chat_sessions s where s.id = v.session_id))
		from assistant_runs v where v.id = ` + run + ` and v.tenant_id = $1)`
}

// runsOf selects the runs that came of a background task's words.
func runsOf(words string) string {
	return `select r.id from agent_plans p join assistant_runs r on r.conversation_id = p.conversation_id and r.plan_id = p.id where p.unasked = ` + words + `
		union select r.id from agent_chat_sessions s join assistant_runs r on r.conversation_id = s.conversation_id and r.session_id = s.id where s.cause_id = ` + words
}
