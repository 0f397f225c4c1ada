package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// recordings are kept with what follows from them, given back in order, and thrown away when they are old.
func recordings(_ *testing.T, w *world) {
	c, mail := w.held()
	of := assistant.Recorded{Conversation: c.Conversation, Cause: mail.Message.ID}
	part := func(n int, ends bool, body string) *assistant.Recording {
		return &assistant.Recording{Recorded: of, Part: n, Ends: ends, Body: []byte(body)}
	}
	first := system(assistant.Reminded{})
	first.Cause, first.Key = mail.Message.ID, "first"
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Messages: []assistant.Message{first}, Recording: part(0, false, "one\x00\xff")}))
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Messages: []assistant.Message{first}, Recording: part(0, false, "one\x00\xff")})) // its answer was lost
	_, err := w.Mailboxes.SettleAll(w.ctx, c, assistant.Settling{Mails: []int64{mail.ID}, Batch: assistant.Batch{Recording: part(1, true, "two")}})
	w.ok(err)

	for _, q := range []assistant.RecordingsOf{{}, {Message: mail.Message.ID}, {Conversation: c.Conversation}} {
		got, err := w.Recordings.Recorded(w.ctx, w.tenant, q)
		w.ok(err)
		equal(w, got, []assistant.Recorded{of})
	}
	for _, q := range []assistant.RecordingsOf{{Message: id[assistant.MessageID](w)}, {Conversation: id[assistant.ConversationID](w)}, {Run: id[assistant.RunID](w)}, {Run: "none"}} {
		got, err := w.Recordings.Recorded(w.ctx, w.tenant, q)
		w.ok(err)
		equal(w, len(got), 0)
	}
	parts, err := w.Recordings.Recording(w.ctx, w.tenant, of)
	w.ok(err)
	for i := range parts {
		if age := time.Since(parts[i].At); age < -time.Hour || age > 24*time.Hour {
			w.t.Errorf("recorded %s ago", age)
		}
		parts[i].At = time.Time{}
	}
	equal(w, parts, []assistant.Recording{*part(0, false, "one\x00\xff"), *part(1, true, "two")})
	said, err := w.Recordings.Followed(w.ctx, w.tenant, of, nil)
	w.ok(err)
	equal(w, []any{len(said), said[0].Key}, []any{1, "first"})

	more, err := w.Recordings.ForgetRecordings(w.ctx, 1000*time.Hour)
	w.ok(err)
	kept, err := w.Recordings.Recording(w.ctx, w.tenant, of)
	w.ok(err)
	equal(w, []any{more, len(kept)}, []any{false, 2})
	more, err = w.Recordings.ForgetRecordings(w.ctx, -time.Hour)
	w.ok(err)
	kept, err = w.Recordings.Recording(w.ctx, w.tenant, of)
	w.ok(err)
	equal(w, []any{more, len(kept)}, []any{false, 0})
}
