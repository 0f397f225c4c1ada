package storage

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// runNotes is what is stored with a run apart from its columns.
type runNotes struct {
	Heard []assistant.PersonID `json:"heard,omitempty"` // whose words it is based on, apart from the request
}

// speakers reads whose words the runs of claimed tasks are based on, apart from the request, as those people are now. A person it
// knows nothing of is the zero person.
func (t *tx) speakers(ctx context.Context, tenant assistant.TenantID, got []assistant.ClaimedTask) error {
	args := []any{tenant}
	for _, c := range got {
		args = append(args, c.Claim.Task)
	}
	of := map[assistant.TaskID][]assistant.PersonID{}
	t.each(func(scan func(...any) error) error {
		var k assistant.TaskID
		var raw []byte
		if err := scan(&k, &raw); err != nil {
			return err
		}
		var kept runNotes
		if err := json.Unmarshal(raw, &kept); err != nil {
			return fmt.Errorf("decode whose words a run stands on: %w", err)
		}
		of[k] = kept.Heard
		return nil
	}, `select k.id, r.metadata from assistant_tasks k join assistant_runs r on r.id = k.run_id
		where k.tenant_id = $1 and r.session_id is not null and k.id in (`+list(2, len(got))+`)`, args...)
	if err := t.flush(ctx); err != nil {
		return err
	}
	known := map[assistant.PersonID]assistant.Person{}
	for _, all := range of {
		for _, id := range all {
			if _, asked := known[id]; asked || valid(id) != nil {
				continue
			}
			known[id] = assistant.Person{}
			t.each(func(scan func(...any) error) error {
				var p assistant.Person
				err := scan(tables.PersonDests(&p)...)
				known[id] = p
				return err
			}, `select `+tables.PersonColumns+tables.LivingPerson(`$2`), tenant, id)
		}
	}
	if err := t.flush(ctx); err != nil {
		return err
	}
	for i := range got {
		for _, id := range of[got[i].Claim.Task] {
			got[i].Work.Heard = append(got[i].Work.Heard, known[id])
		}
	}
	return nil
}
