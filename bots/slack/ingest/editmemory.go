package ingest

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// revisions remembers which change of a message is the newest one known. An event that Slack brings again minutes later,
// when the message was read back in the meantime, is not to put older words in place of newer ones, or bring back what was
// taken back.
type revisions struct {
	newest *bots.Memory[string, time.Time]
}

const revisionsLimit = 5000 // messages

func newRevisions() *revisions { return &revisions{bots.NewMemory[string, time.Time](revisionsLimit)} }

func revisionKey(in assistant.Inbound) string { return in.Place.Space + "/" + in.ExternalID }

// passed tells whether an edit is known, or a newer change.
func (r *revisions) passed(in assistant.Inbound) bool {
	if in.Change != assistant.ChangeEdited {
		return false
	}
	newest, known := r.newest.Of(revisionKey(in))
	return known && !in.At.After(newest)
}

// taken remembers a change that is stored.
func (r *revisions) taken(in assistant.Inbound) {
	switch in.Change {
	case assistant.ChangeEdited:
		r.note(in, in.At)
	case assistant.ChangeDeleted:
		r.note(in, time.Unix(1<<40, 0)) // nothing changes it any more
	case assistant.ChangeSaid:
	}
}

// note remembers that a message is known as it was changed then.
func (r *revisions) note(in assistant.Inbound, at time.Time) {
	r.newest.Change(revisionKey(in), func(was time.Time, _ bool) time.Time {
		if at.After(was) {
			return at
		}
		return was
	})
}
