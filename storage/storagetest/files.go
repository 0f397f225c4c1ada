package storagetest

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func (w *world) keep(name, text string) assistant.KeptFile {
	w.t.Helper()
	k := assistant.KeptFile{ID: id[assistant.FileID](w), Tenant: w.tenant, Name: name, Type: "text/plain", Bytes: []byte(text)}
	w.ok(w.Files.SaveFile(w.ctx, k))
	return k
}

// FilesRoom is the space for files in tested ledgers.
const FilesRoom = 1 << 20

// filesRoom: a tenant's files take up no more than the room there is; what is kept already may be saved again.
func filesRoom(w *world) {
	w.t.Helper()
	half := w.keep("a", string(make([]byte, FilesRoom/2)))
	w.keep("b", string(make([]byte, FilesRoom/2-1024)))
	more := assistant.KeptFile{ID: id[assistant.FileID](w), Tenant: w.tenant, Name: "c", Bytes: make([]byte, 1025)}
	w.is(w.Files.SaveFile(w.ctx, more), assistant.ErrTooMuch)
	w.ok(w.Files.SaveFile(w.ctx, half))
	more.Tenant = id[assistant.TenantID](w)
	w.ok(w.Files.SaveFile(w.ctx, more))
}

// filesDeleted: only the sender of a file and admins may delete it. Its space is free then, and it does not come back.
func filesDeleted(_ *testing.T, w *world) {
	sender, other := w.person(account("U1", "Anna")).ID, w.person(account("U2", "Bob")).ID
	send := func(by assistant.PersonID) assistant.KeptFile {
		k := assistant.KeptFile{ID: id[assistant.FileID](w), Tenant: w.tenant, Person: by, Name: "a.txt", Type: "text/plain", Bytes: []byte("hello")}
		w.ok(w.Files.SaveFile(w.ctx, k))
		return k
	}
	one, two, made := send(sender), send(sender), send("")
	listed := func(by assistant.PersonID) []assistant.FileID {
		ks, err := w.Files.KeptFiles(w.ctx, w.tenant, by, 10)
		w.ok(err)
		ids := []assistant.FileID{}
		for _, k := range ks {
			equal(w, []any{k.Name, k.Size, len(k.Bytes)}, []any{"a.txt", int64(5), 0})
			ids = append(ids, k.ID)
		}
		slices.Sort(ids)
		return ids
	}
	equal(w, listed(sender), sorted(one.ID, two.ID))
	equal(w, listed(other), []assistant.FileID{})
	equal(w, listed(w.owner.ID), sorted(one.ID, two.ID, made.ID))
	for _, k := range []assistant.KeptFile{one, made} {
		w.is(w.Files.DeleteFile(w.ctx, w.tenant, other, k.ID), assistant.ErrNotYourFile)
	}
	w.is(w.Files.DeleteFile(w.ctx, w.tenant, sender, made.ID), assistant.ErrNotYourFile)
	w.ok(w.Files.DeleteFile(w.ctx, w.tenant, sender, one.ID))
	w.ok(w.Files.DeleteFile(w.ctx, w.tenant, w.owner.ID, two.ID))
	w.is(w.Files.DeleteFile(w.ctx, w.tenant, sender, one.ID), assistant.ErrNotFound)
	w.ok(w.Files.SaveFile(w.ctx, one)) // a replay
	_, err := w.Files.File(w.ctx, w.tenant, one.ID)
	w.is(err, assistant.ErrNotFound)
	equal(w, listed(w.owner.ID), []assistant.FileID{made.ID})
	gone, err := w.Files.DeletedFiles(w.ctx, w.tenant, []assistant.FileID{one.ID, two.ID, made.ID, "none"})
	w.ok(err)
	equal(w, gone, map[assistant.FileID]bool{one.ID: true, two.ID: true})

	stranger := id[assistant.TenantID](w)
	w.is(w.Files.DeleteFile(w.ctx, stranger, w.owner.ID, made.ID), assistant.ErrNotFound)
	gone, err = w.Files.DeletedFiles(w.ctx, stranger, []assistant.FileID{one.ID})
	w.ok(err)
	equal(w, gone, map[assistant.FileID]bool{})
	_, err = w.Files.KeptFiles(w.ctx, stranger, w.owner.ID, 10)
	w.is(err, assistant.ErrNotFound)
	w.is(w.Files.DeleteFile(w.ctx, w.tenant, w.owner.ID, id[assistant.FileID](w)), assistant.ErrNotFound)
}

// filesWent: a file sent before there was a conversation is placed in one once, by its sender alone.
func filesWent(_ *testing.T, w *world) {
	sender, other := w.person(account("U1", "Anna")).ID, w.person(account("U2", "Bob")).ID
	here, there := w.say("1.0", "one").Conversation, w.say("2.0", "two").Conversation
	k := assistant.KeptFile{ID: id[assistant.FileID](w), Tenant: w.tenant, Person: sender, Name: "a.txt", Type: "text/plain", Bytes: []byte("hello")}
	w.ok(w.Files.SaveFile(w.ctx, k))
	placed := func() []any {
		got, err := w.Files.File(w.ctx, w.tenant, k.ID)
		w.ok(err)
		return []any{got.Person, got.Conversation}
	}
	refused := k
	refused.ID = id[assistant.FileID](w)
	w.ok(w.Files.SaveFile(w.ctx, refused))
	for _, by := range []assistant.PersonID{other, sender} {
		_, err := w.Files.File(w.ctx, w.tenant, refused.ID)
		w.ok(err)
		w.ok(w.Files.DropFiles(w.ctx, w.tenant, by, []assistant.FileID{refused.ID, "none"}))
	}
	_, err := w.Files.File(w.ctx, w.tenant, refused.ID)
	w.is(err, assistant.ErrNotFound)
	w.ok(w.Files.FilesWent(w.ctx, w.tenant, other, here, []assistant.FileID{k.ID}))
	equal(w, placed(), []any{sender, assistant.ConversationID("")})
	w.ok(w.Files.FilesWent(w.ctx, w.tenant, sender, here, []assistant.FileID{k.ID, "none"}))
	w.ok(w.Files.DropFiles(w.ctx, w.tenant, sender, []assistant.FileID{k.ID})) // it has its place
	equal(w, placed(), []any{sender, here})
	w.ok(w.Files.FilesWent(w.ctx, w.tenant, sender, there, []assistant.FileID{k.ID}))
	equal(w, placed(), []any{sender, here})
	w.is(w.Files.FilesWent(w.ctx, id[assistant.TenantID](w), sender, here, []assistant.FileID{k.ID}), assistant.ErrNotFound)
}

func sorted(ids ...assistant.FileID) []assistant.FileID {
	slices.Sort(ids)
	return ids
}

// filesOf: the files of a conversation are those its messages name and those that were made in it, and nobody else's.
func filesOf(w *world, c assistant.Claim, kept assistant.KeptFile) {
	w.t.Helper()
	made := assistant.KeptFile{ID: id[assistant.FileID](w), Tenant: w.tenant, Conversation: c.Conversation, Name: "made.png", Type: "image/png", Bytes: []byte("x")}
	w.ok(w.Files.SaveFile(w.ctx, made))
	w.keep("elsewhere.txt", "x")
	all, err := w.Files.FilesOf(w.ctx, w.tenant, c.Conversation)
	w.ok(err)
	ids := []assistant.FileID{}
	for _, k := range all {
		equal(w, []any{k.Tenant, len(k.Bytes)}, []any{w.tenant, 0})
		ids = append(ids, k.ID)
	}
	slices.Sort(ids)
	equal(w, ids, sorted(kept.ID, made.ID))
	all, err = w.Files.FilesOf(w.ctx, id[assistant.TenantID](w), c.Conversation)
	w.ok(err)
	equal(w, len(all), 0)
}

func files(_ *testing.T, w *world) {
	defer filesRoom(w) // after the few bytes of the others
	kept := w.keep("a.txt", "hello\x00\xff")
	again := kept
	again.Bytes = []byte("other")
	w.ok(w.Files.SaveFile(w.ctx, again))
	got, err := w.Files.File(w.ctx, w.tenant, kept.ID)
	w.ok(err)
	equal(w, []any{got.Name, got.Type, string(got.Bytes), len(got.SHA256), got.At.IsZero()}, []any{"a.txt", "text/plain", "hello\x00\xff", 64, false})
	_, err = w.Files.File(w.ctx, w.tenant, id[assistant.FileID](w))
	w.is(err, assistant.ErrNotFound)

	in := w.slack("1.0")
	in.ExternalID, in.Files = "x", []assistant.File{kept.File(), {Name: "b.txt"}}
	said, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	c, mail := w.claim()
	filesOf(w, c, kept)
	read := assistant.FileRead{Message: said.Message, Number: 2, Name: "b.txt", Text: "read\x00", Truncated: true}
	entry := system(read)
	entry.Key = assistant.ReadKey(said.Message, 2)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(entry)))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(entry))) // a replay
	s, err := w.Mailboxes.Situation(w.ctx, c, mail[0].Message)
	w.ok(err)
	read.Text = "read\ufffd"
	equal(w, s.Files, []assistant.FileRead{read})

	// Retracted words are out of the window, and so is what was read in their files.
	w.ok(w.Settle(w.ctx, c, mail[0].ID, batch()))
	in.Key, in.Change, in.Files = "gone", assistant.ChangeDeleted, nil
	_, err = w.Intake.Receive(w.ctx, in)
	w.ok(err)
	s, err = w.Mailboxes.Situation(w.ctx, c, assistant.Message{})
	w.ok(err)
	equal(w, len(s.Files), 0)
}
