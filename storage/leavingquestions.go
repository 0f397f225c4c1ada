package storage

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// passesQuestions queues what becomes of the questions that wait for somebody who has no rights any more: whoever has taken part in the
// conversation longest is asked in their stead, and called at once. Where nobody else takes part, the time for an answer is over, so that
// the work that waits for it is told now and not in days.
func (t *tx) passesQuestions(tenant assistant.TenantID, who assistant.PersonID) {
	stands := `(select m.person_id from assistant_conversation_members m join persons p on p.id = m.person_id and p.tenant_id = m.tenant_id
		where m.tenant_id = $1 and m.conversation_id = c.conversation_id and p.merged_into is null and p.id <> $2 and ` + tables.Role + ` <> 'guest'
		order by m.created_at, m.person_id limit 1)`
	theirs := ` from clarifications c where c.tenant_id = $1 and c.status = 'open' and ` + tables.Survivor(`c.asked_of`) + ` = $2 and ` + noMore
	due := func(kind assistant.TimerKind, where string) {
		t.exec(`update timers set due_at = :now where tenant_id = $1 and kind = $3 and due_at > :now and ref in (select c.id`+theirs+` and `+stands+where+`)`,
			tenant, who, kind)
	}
	due(assistant.TimerClarification, ` is null`)
	due(assistant.TimerClarification.Reminder(), ` is not null`)
	t.exec(`update clarifications set asked_of = s.stands from (select c.id as question, `+stands+` as stands`+theirs+`) s
		where clarifications.id = s.question and clarifications.tenant_id = $1 and s.stands is not null`, tenant, who)
}
