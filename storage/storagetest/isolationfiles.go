package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersFiles: another tenant's files are none, and a stranger's id is the stranger's own.
func (w *world) strangersFiles(other assistant.TenantID) {
	w.t.Helper()
	kept := w.keep("a.txt", "hello")
	w.is(second(w.Files.KeptFiles(w.ctx, other, w.owner.ID, 10)), assistant.ErrNotFound)
	w.is(w.Files.DeleteFile(w.ctx, other, w.owner.ID, kept.ID), assistant.ErrNotFound)
	w.is(w.Files.FilesWent(w.ctx, other, w.owner.ID, w.say("9.1", "another").Conversation, []assistant.FileID{kept.ID}), assistant.ErrNotFound)
	deleted, err := w.Files.DeletedFiles(w.ctx, other, []assistant.FileID{kept.ID})
	w.ok(err)
	equal(w, len(deleted), 0)
	_, err = w.Files.File(w.ctx, other, kept.ID)
	w.is(err, assistant.ErrNotFound)
	w.ok(w.Files.DropFiles(w.ctx, other, w.owner.ID, []assistant.FileID{kept.ID})) // and none of the tenant's goes
	forged := assistant.KeptFile{ID: kept.ID, Tenant: other, Name: "b.txt", Bytes: []byte("forged")}
	w.ok(w.Files.SaveFile(w.ctx, forged)) // a stranger's id is the stranger's own
	mine, err := w.Files.File(w.ctx, w.tenant, kept.ID)
	w.ok(err)
	equal(w, string(mine.Bytes), "hello")
	forged.Conversation = w.say("9.0", "a conversation").Conversation
	w.is(w.Files.SaveFile(w.ctx, forged), assistant.ErrNotFound)
}
