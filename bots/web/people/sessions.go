package people

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/login"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

const sessionsListed = 200

// sessionsView is the page of sessions: for an admin all of them, for others their own.
type sessionsView struct {
	pages.View

	This      assistant.SessionID // the one that looks at the page
	Sessions  []assistant.Session
	More      bool
	Done      bool
	Refused   assistant.Problem
	Elsewhere bool   // they can sign in with another browser by a link
	Link      string // of it, shown this once
	Until     time.Time
}

// SignInCodes keeps codes that sign a person in once, for a few minutes, and no longer than the session that they were made in lives.
type SignInCodes interface {
	KeepSignInCode(ctx context.Context, t assistant.TenantID, p assistant.PersonID, in assistant.SessionID, code string) (until time.Time, err error)
}

// Sessions is the page of who has signed in.
type Sessions struct {
	Kept  login.Sessions
	Codes SignInCodes // nil: nobody gets a link
	Door  *login.Door
	Owner *owner.Owner
	Pages *pages.Pages
	IDs   *assistant.IDs
}

// Routes are the page's own.
func (s *Sessions) Routes() map[string]request.Endpoint {
	all := map[string]request.Endpoint{"GET /sessions": s.listSessions, "POST /sessions/{id}/end": s.endSession}
	if s.Codes != nil {
		all["POST /sessions/elsewhere"] = s.makeLink
	}
	return all
}

// makeLink shows a link by which they themselves sign in with another browser. It is in the page alone.
func (s *Sessions) makeLink(w http.ResponseWriter, r *http.Request) error {
	this, err := s.Door.Session(r)
	if err != nil {
		return err
	}
	code := s.IDs.Secret()
	until, err := s.Codes.KeepSignInCode(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, this.ID, code)
	if err != nil {
		return err
	}
	return s.showSessions(w, r, http.StatusOK, sessionsView{Link: s.Door.CodeAddress(r, code), Until: until})
}

func (s *Sessions) listSessions(w http.ResponseWriter, r *http.Request) error {
	return s.showSessions(w, r, http.StatusOK, sessionsView{Done: r.URL.Query().Has("done")})
}

// showSessions draws the page with whatever v says already.
func (s *Sessions) showSessions(w http.ResponseWriter, r *http.Request, status int, v sessionsView) error {
	v.View = s.Pages.View(r.Context(), "Sessions")
	this, err := s.Door.Session(r)
	if err != nil {
		return err
	}
	me, err := s.Owner.Me(r.Context())
	if err != nil {
		return err
	}
	v.Admin, v.This, v.Elsewhere = me.Role == assistant.RoleAdmin, this.ID, s.Codes != nil
	if v.Sessions, err = s.Kept.Sessions(r.Context(), s.Owner.Tenant.ID, me.ID, sessionsListed+1); err != nil {
		return err
	}
	v.More = len(v.Sessions) > sessionsListed
	v.Sessions = v.Sessions[:min(len(v.Sessions), sessionsListed)]
	zone := s.Owner.Zone(r.Context())
	for i := range v.Sessions {
		one := &v.Sessions[i]
		one.Made, one.Seen, one.Until = one.Made.In(zone), one.Seen.In(zone), one.Until.In(zone)
	}
	if !v.Until.IsZero() {
		v.Until = v.Until.In(zone)
	}
	s.Pages.Render(w, status, "sessions", v)
	return nil
}

// endSession ends a session. One that is over already is no reason to complain.
func (s *Sessions) endSession(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.SessionID](r, "session")
	if err != nil {
		return err
	}
	this, err := s.Door.Session(r)
	if err != nil {
		return err
	}
	err = s.Kept.EndSession(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, id)
	refused, worded := errors.AsType[*assistant.Trouble](err)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
	case worded:
		return s.showSessions(w, r, http.StatusForbidden, sessionsView{Refused: refused.Problem})
	case err != nil:
		return err
	}
	if id == this.ID {
		s.Door.Leave(w, r)
		return nil
	}
	http.Redirect(w, r, "/sessions?done", http.StatusSeeOther)
	return nil
}
