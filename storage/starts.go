package storage

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// starts are what starts work by itself, in the tables of packs.
type starts struct {
	packs []tables.Starts
	rows  string // all of them, to be read from; see [tables.Starts]
}

func startsOf(packs []tables.Pack) starts {
	var s starts
	each := []string{`select p.id, p.tenant_id, p.id as owner_id, '' as title, '' as words, false as lives, false as again, false as hooked from persons p where false`}
	for _, p := range packs {
		if p.Starts != nil {
			s.packs, each = append(s.packs, p.Starts), append(each, p.Starts.Rows())
		}
	}
	if len(each) == 2 {
		each = each[1:] // both databases look through one query, and use its indexes
	}
	s.rows = `(` + strings.Join(each, ` union all `) + `)`
	return s
}

// failed queues telling what started some work that it came to nothing. Words is an expression over args, from $2 on.
func (t *tx) failed(tenant assistant.TenantID, words string, args ...any) {
	for _, s := range t.starts.packs {
		s.Failed(packTx{t}, words, append([]any{tenant}, args...)...)
	}
}

// startOf is what said some words by itself; null where a person did. Its first argument is the tenant.
func startOf(words string) string {
	return `(select (g.body ->> 'backgroundTask'):id from assistant_messages g where g.tenant_id = $1 and g.id = ` + words + ` and ` + tables.Unasked + `)`
}

// startOfRun returns the same for a run. Its first argument is the tenant.
func startOfRun(run string) string { return startOf(runWords(run)) }

// runWords are the words that a run came of: by a plan, or by an agent that proposed it. The first argument is the tenant.
func runWords(run string) string {
	return `(select coalesce((select u.unasked from agent_plans u where u.id = v.plan_id and u.version = v.plan_version),
			(select s.cause_id from agent_chat_sessions s where s.id = v.session_id))
		from assistant_runs v where v.id = ` + run + ` and v.tenant_id = $1)`
}
