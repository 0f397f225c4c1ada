package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

const filesListed = 200

// libraryView is the page of kept files: for an admin all of them, for others what they sent.
type libraryView struct {
	view

	Admin   bool
	Files   []assistant.KeptFile
	More    bool
	Done    bool
	Refused assistant.Problem
}

// libraryRoutes are the page's own.
func (s *Surface) libraryRoutes() map[string]endpoint {
	if s.Library == nil {
		return nil
	}
	return map[string]endpoint{"GET /files": s.listFiles, "POST /files/{id}/delete": s.formDeleteFile}
}

func (s *Surface) listFiles(w http.ResponseWriter, r *http.Request) error {
	return s.showFiles(w, r, http.StatusOK, libraryView{Done: r.URL.Query().Has("done")})
}

// showFiles draws the page with whatever v says already.
func (s *Surface) showFiles(w http.ResponseWriter, r *http.Request, status int, v libraryView) error {
	v.view = s.bare("Files")
	v.SignedIn = true
	me, err := s.me(r.Context())
	if err != nil {
		return err
	}
	v.Admin = me.Role == assistant.RoleAdmin
	if v.Files, err = s.Library.KeptFiles(r.Context(), s.Tenant.ID, me.ID, filesListed+1); err != nil {
		return err
	}
	v.More = len(v.Files) > filesListed
	v.Files = v.Files[:min(len(v.Files), filesListed)]
	zone := s.zone(r.Context())
	for i := range v.Files {
		v.Files[i].At = v.Files[i].At.In(zone)
	}
	s.pages.render(w, status, "library", v)
	return nil
}

// formDeleteFile deletes a file. One that is deleted already is no reason to complain.
func (s *Surface) formDeleteFile(w http.ResponseWriter, r *http.Request) error {
	err := s.removeFile(r)
	refused, worded := errors.AsType[*assistant.Trouble](err)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
	case worded:
		return s.showFiles(w, r, http.StatusForbidden, libraryView{Refused: refused.Problem})
	case err != nil:
		return err
	}
	http.Redirect(w, r, "/files?done", http.StatusSeeOther)
	return nil
}

// deleteFile is the API's verb.
func (s *Surface) deleteFile(w http.ResponseWriter, r *http.Request) error {
	err := s.removeFile(r)
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok && errors.Is(err, assistant.ErrNotYourFile) {
		return refuse(http.StatusForbidden, refused.Problem.Side, refused.Problem.Message, refused.Problem.Recovery)
	}
	if err != nil {
		return found(err, "file")
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Surface) removeFile(r *http.Request) error {
	id, err := pathID[assistant.FileID](r, "file")
	if err != nil {
		return err
	}
	return s.Library.DeleteFile(r.Context(), s.Tenant.ID, s.Owner.ID, id)
}

// present are the messages with those of their files only named that were deleted.
func (s *Surface) present(ctx context.Context, ms []assistant.Message) []assistant.Message {
	var ids []assistant.FileID
	for _, m := range ms {
		ids = append(ids, m.KeptFiles()...)
	}
	if len(ids) == 0 || s.Library == nil {
		return ms
	}
	deleted, err := s.Library.DeletedFiles(ctx, s.Tenant.ID, ids)
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
