package slack

import (
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// revisions remembers which change of a message is the newest one known. An event that Slack brings again minutes later,
// when the message was read back in the meantime, is not to put older words in place of newer ones, or bring back what was
// taken back.
type revisions struct {
	mu     sync.Mutex
	newest map[string]time.Time
}

const revisionsLimit = 5000 // messages; then the memory begins anew

func revisionKey(in assistant.Inbound) string { return in.Place.Space + "/" + in.ExternalID }

// passed tells whether an edit is known, or a newer change.
func (r *revisions) passed(in assistant.Inbound) bool {
	if in.Change != assistant.ChangeEdited {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	newest, known := r.newest[revisionKey(in)]
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
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.newest == nil || len(r.newest) >= revisionsLimit {
		r.newest = map[string]time.Time{}
	}
	if key := revisionKey(in); at.After(r.newest[key]) {
		r.newest[key] = at
	}
}
