package store

import (
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// allow queues letting a background task do things without asking, in the name of somebody with the role that they have. It holds as
// long as the task has the words that it has now. What comes once asks each time, and what strangers' events begin needs a target that
// is named. was is how the task was read; the same is allowed once.
func (t *tx) allow(b assistant.BackgroundTask, by assistant.Person, was string, all []assistant.Allowance) error {
	capacity, err := json.Marshal(assistant.Capacity{Role: by.Role})
	if err != nil {
		return fmt.Errorf("encode by what right somebody decides: %w", err)
	}
	for _, a := range all {
		t.Exec(`insert into standing_yeses (id, tenant_id, person_id, project, tool, most, until_at, capacity, created_at, background_id, target, words, definition)
			select $2, $1, $3, `+workedOn+`, $4, $5, $6, $7, :now, b.id, $8, b.prompt, $10 from background_tasks b
			where b.id = $9 and b.tenant_id = $1 and b.kind <> 'one_shot' and (b.kind <> 'event' or $8 <> '') on conflict (id) do nothing`,
			b.Tenant, assistant.GrantOf(b.ID, was, a), by.ID, a.Tool, a.Most, a.Until, string(capacity), tables.Clean(a.Target), b.ID, a.Definition)
	}
	return nil
}

// workedOn is the project that a background task b works on: its own, that of its conversation, or the only one that there is. Its first
// argument is the tenant.
const workedOn = `coalesce(cast(b.project_id as text), (select cast(c.project_id as text) from assistant_conversations c where c.id = b.conversation_id),
	(select min(cast(j.id as text)) from projects j where j.tenant_id = $1 and j.deleted_at is null having count(*) = 1), '')`

// asksAgain queues ending what a background task was allowed.
func (t *tx) asksAgain(b assistant.BackgroundTask, by assistant.PersonID, all []assistant.StandingID) {
	for _, id := range all {
		t.Exec(`update standing_yeses set ended_at = :now, ended_by = $3 where id = $1 and tenant_id = $2 and background_id = $4 and ended_at is null`, id, b.Tenant, by, b.ID)
	}
}
