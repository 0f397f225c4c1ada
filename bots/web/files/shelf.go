// Package files stores, serves and deletes what people attach.
package files

import (
	"context"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Library lists, places and deletes what is kept. Storage asks whose a file is.
type Library interface {
	KeptFiles(ctx context.Context, t assistant.TenantID, by assistant.PersonID, limit int) ([]assistant.KeptFile, error)
	DeleteFile(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.FileID) error
	// FilesWent puts a person's files that are of no conversation yet into one.
	FilesWent(ctx context.Context, t assistant.TenantID, by assistant.PersonID, to assistant.ConversationID, ids []assistant.FileID) error
	// DropFiles takes a person's files away that are of no conversation, as if they had never come.
	DropFiles(ctx context.Context, t assistant.TenantID, by assistant.PersonID, ids []assistant.FileID) error
	DeletedFiles(ctx context.Context, t assistant.TenantID, ids []assistant.FileID) (map[assistant.FileID]bool, error)
}

// Seen finds the conversations that a person may see. Others are [assistant.ErrNotFound].
type Seen interface {
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
}

// Shelf is where files come in and out.
type Shelf struct {
	Files   assistant.FileStore // nil: nothing can be attached
	Library Library             // nil: nothing that is kept is deleted
	Seen    Seen
	Owner   *owner.Owner
	IDs     *assistant.IDs
	Log     *slog.Logger
}

// Download serves a kept file. It is never shown as a page: whatever it holds, it runs nothing here.
func (s *Shelf) Download(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.FileID](r, "file")
	if err != nil {
		return err
	}
	if s.Files == nil {
		return request.Unknown("file")
	}
	k, err := s.Files.File(r.Context(), s.Owner.Tenant.ID, id)
	if err == nil {
		err = s.mayOpen(r.Context(), k)
	}
	if err != nil {
		return request.Found(err, "file")
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	if picture(k.Type) {
		h.Set("Content-Type", k.Type)
	}
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": k.Name}))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Content-Length", strconv.Itoa(len(k.Bytes)))
	w.WriteHeader(http.StatusOK) // an answer's time begins here
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(TransferWithin))
	w.Write(k.Bytes) //nolint:errcheck // the reader has gone; there is nobody to tell
	return nil
}

// mayOpen is [assistant.ErrNotFound] for a file of a conversation that they may not see. What they sent themselves is theirs,
// wherever it went; what was sent before anybody knows where to is nobody else's.
func (s *Shelf) mayOpen(ctx context.Context, k assistant.KeptFile) error {
	switch {
	case s.Owner.SeesOnly() == "", k.Person == s.Owner.Person.ID:
		return nil
	case k.Conversation == "":
		return assistant.ErrNotFound
	default:
		_, err := s.Seen.Conversation(ctx, s.Owner.Tenant.ID, k.Conversation)
		return err
	}
}

// Drop takes files away whose message was not taken.
func (s *Shelf) Drop(ctx context.Context, fs []assistant.File) {
	ids := keptIDs(fs)
	if len(ids) == 0 || s.Library == nil {
		return
	}
	if err := s.Library.DropFiles(context.WithoutCancel(ctx), s.Owner.Tenant.ID, s.Owner.Person.ID, ids); err != nil {
		s.Log.WarnContext(ctx, "files of a refused message are kept", slog.Any("err", err))
	}
}

func keptIDs(fs []assistant.File) []assistant.FileID {
	var ids []assistant.FileID
	for _, f := range fs {
		if id, kept := f.KeptID(); kept {
			ids = append(ids, id)
		}
	}
	return ids
}

// Went says to which conversation files went, once their message was taken. Where that cannot be kept, only their sender, approvers and
// admins open them.
func (s *Shelf) Went(ctx context.Context, to assistant.ConversationID, fs []assistant.File) {
	ids := keptIDs(fs)
	if len(ids) == 0 || s.Library == nil {
		return
	}
	if err := s.Library.FilesWent(ctx, s.Owner.Tenant.ID, s.Owner.Person.ID, to, ids); err != nil {
		s.Log.WarnContext(ctx, "not kept where files went", slog.Any("err", err))
	}
}

// Remove deletes the file of the path. One of a conversation that they may not see is none.
func (s *Shelf) Remove(r *http.Request) error {
	id, err := request.PathID[assistant.FileID](r, "file")
	if err != nil {
		return err
	}
	if s.Files != nil && s.Owner.SeesOnly() != "" {
		k, err := s.Files.File(r.Context(), s.Owner.Tenant.ID, id)
		if err == nil {
			err = s.mayOpen(r.Context(), k)
		}
		if err != nil {
			return err
		}
	}
	return s.Library.DeleteFile(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, id)
}

// Present are the messages with those of their files only named that were deleted.
func (s *Shelf) Present(ctx context.Context, ms []assistant.Message) []assistant.Message {
	var ids []assistant.FileID
	for _, m := range ms {
		ids = append(ids, m.KeptFiles()...)
	}
	if len(ids) == 0 || s.Library == nil {
		return ms
	}
	deleted, err := s.Library.DeletedFiles(ctx, s.Owner.Tenant.ID, ids)
	if err != nil { // whoever follows a link to one is told
		s.Log.WarnContext(ctx, "deleted files not looked for", slog.Any("err", err))
		return ms
	}
	out := make([]assistant.Message, 0, len(ms))
	for _, m := range ms {
		out = append(out, m.WithoutDeleted(deleted))
	}
	return out
}

// Uploads opens files that were uploaded on the panel.
type Uploads struct{ Files assistant.FileStore }

// Fetch gets a file that is kept here.
func (u Uploads) Fetch(ctx context.Context, t assistant.TenantID, _ string, f assistant.File) ([]byte, error) {
	id, kept := f.KeptID()
	if !kept {
		return nil, &bots.RefusedError{Reason: "not a file that is kept here"}
	}
	k, err := u.Files.File(ctx, t, id)
	if err != nil {
		return nil, fmt.Errorf("uploaded file: %w", err)
	}
	return k.Bytes, nil
}
