package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func (w *world) keep(name, text string) assistant.KeptFile {
	w.t.Helper()
	k := assistant.KeptFile{ID: id[assistant.FileID](w), Tenant: w.tenant, Name: name, Type: "text/plain", Bytes: []byte(text)}
	w.ok(w.SaveFile(w.ctx, k))
	return k
}

// FilesRoom is what the ledgers that are tested have room for.
const FilesRoom = 1 << 20

// filesRoom: a tenant's files take up no more than the room there is; what is kept already may be saved again.
func filesRoom(w *world) {
	w.t.Helper()
	half := w.keep("a", string(make([]byte, FilesRoom/2)))
	w.keep("b", string(make([]byte, FilesRoom/2-1024)))
	more := assistant.KeptFile{ID: id[assistant.FileID](w), Tenant: w.tenant, Name: "c", Bytes: make([]byte, 1025)}
	w.is(w.SaveFile(w.ctx, more), assistant.ErrTooMuch)
	w.ok(w.SaveFile(w.ctx, half))
	more.Tenant = id[assistant.TenantID](w)
	w.ok(w.SaveFile(w.ctx, more))
}

func files(_ *testing.T, w *world) {
	defer filesRoom(w) // after the few bytes of the others
	kept := w.keep("a.txt", "hello\x00\xff")
	again := kept
	again.Bytes = []byte("other")
	w.ok(w.SaveFile(w.ctx, again))
	got, err := w.File(w.ctx, w.tenant, kept.ID)
	w.ok(err)
	equal(w, []any{got.Name, got.Type, string(got.Bytes), len(got.SHA256), got.At.IsZero()}, []any{"a.txt", "text/plain", "hello\x00\xff", 64, false})
	_, err = w.File(w.ctx, w.tenant, id[assistant.FileID](w))
	w.is(err, assistant.ErrNotFound)

	in := w.slack("1.0")
	in.ExternalID, in.Files = "x", []assistant.File{kept.File(), {Name: "b.txt"}}
	said, err := w.Receive(w.ctx, in)
	w.ok(err)
	c, mail := w.claim()
	read := assistant.FileRead{Message: said.Message, Number: 2, Name: "b.txt", Text: "read\x00", Truncated: true}
	entry := system(read)
	entry.Key = assistant.ReadKey(said.Message, 2)
	w.ok(w.Append(w.ctx, c, batch(entry)))
	w.ok(w.Append(w.ctx, c, batch(entry))) // a replay
	s, err := w.Situation(w.ctx, c, mail[0].Message)
	w.ok(err)
	read.Text = "read\ufffd"
	equal(w, s.Files, []assistant.FileRead{read})

	// What was taken back is out of the window, and what was read in it too.
	w.ok(w.Settle(w.ctx, c, mail[0].ID, batch()))
	in.Key, in.Change, in.Files = "gone", assistant.ChangeDeleted, nil
	_, err = w.Receive(w.ctx, in)
	w.ok(err)
	s, err = w.Situation(w.ctx, c, assistant.Message{})
	w.ok(err)
	equal(w, len(s.Files), 0)
}
