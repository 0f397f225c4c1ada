package people

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

const filesListed = 200

// libraryView is the page of kept files: for an admin all of them, for others what they sent.
type libraryView struct {
	pages.View

	Files   []assistant.KeptFile
	More    bool
	Done    bool
	Refused assistant.Problem
}

// Library is the page of kept files.
type Library struct {
	Shelf *files.Shelf
	Owner *owner.Owner
	Pages *pages.Pages
}

// Routes are the page's own.
func (l *Library) Routes() map[string]request.Endpoint {
	if l.Shelf.Library == nil {
		return nil
	}
	return map[string]request.Endpoint{"GET /files": l.listFiles, "POST /files/{id}/delete": l.formDeleteFile}
}

func (l *Library) listFiles(w http.ResponseWriter, r *http.Request) error {
	return l.showFiles(w, r, http.StatusOK, libraryView{Done: r.URL.Query().Has("done")})
}

// showFiles draws the page with whatever v says already.
func (l *Library) showFiles(w http.ResponseWriter, r *http.Request, status int, v libraryView) error {
	v.View = l.Pages.View(r.Context(), "Files")
	me, err := l.Owner.Me(r.Context())
	if err != nil {
		return err
	}
	v.Admin = me.Role == assistant.RoleAdmin
	if v.Files, err = l.Shelf.Library.KeptFiles(r.Context(), l.Owner.Tenant.ID, me.ID, filesListed+1); err != nil {
		return err
	}
	v.More = len(v.Files) > filesListed
	v.Files = v.Files[:min(len(v.Files), filesListed)]
	zone := l.Owner.Zone(r.Context())
	for i := range v.Files {
		v.Files[i].At = v.Files[i].At.In(zone)
	}
	l.Pages.Render(w, status, "library", v)
	return nil
}

// formDeleteFile deletes a file. One that is deleted already is no reason to complain.
func (l *Library) formDeleteFile(w http.ResponseWriter, r *http.Request) error {
	err := l.Shelf.Remove(r)
	refused, worded := errors.AsType[*assistant.Trouble](err)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
	case worded:
		return l.showFiles(w, r, http.StatusForbidden, libraryView{Refused: refused.Problem})
	case err != nil:
		return err
	}
	http.Redirect(w, r, "/files?done", http.StatusSeeOther)
	return nil
}
