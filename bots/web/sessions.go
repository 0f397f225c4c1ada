package web

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

const sessionsListed = 200

// sessionsView is the page of sessions: for an admin all of them, for others their own.
type sessionsView struct {
	view

	Admin    bool
	This     assistant.SessionID // the one that looks at the page
	Sessions []assistant.Session
	More     bool
	Done     bool
	Refused  assistant.Problem
}

// sessionRoutes are the page's own.
func (s *Surface) sessionRoutes() map[string]endpoint {
	return map[string]endpoint{"GET /sessions": s.listSessions, "POST /sessions/{id}/end": s.endSession}
}

func (s *Surface) listSessions(w http.ResponseWriter, r *http.Request) error {
	return s.showSessions(w, r, http.StatusOK, sessionsView{Done: r.URL.Query().Has("done")})
}

// showSessions draws the page with whatever v says already.
func (s *Surface) showSessions(w http.ResponseWriter, r *http.Request, status int, v sessionsView) error {
	v.view = s.bare("Sessions")
	v.SignedIn = true
	this, err := s.session(r)
	if err != nil {
		return err
	}
	me, err := s.me(r.Context())
	if err != nil {
		return err
	}
	v.Admin, v.This = me.Role == assistant.RoleAdmin, this.ID
	if v.Sessions, err = s.Sessions.Sessions(r.Context(), s.Tenant.ID, me.ID, sessionsListed+1); err != nil {
		return err
	}
	v.More = len(v.Sessions) > sessionsListed
	v.Sessions = v.Sessions[:min(len(v.Sessions), sessionsListed)]
	zone := s.zone(r.Context())
	for i := range v.Sessions {
		one := &v.Sessions[i]
		one.Made, one.Seen, one.Until = one.Made.In(zone), one.Seen.In(zone), one.Until.In(zone)
	}
	s.pages.render(w, status, "sessions", v)
	return nil
}

// endSession ends a session. One that is over already is no reason to complain.
func (s *Surface) endSession(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.SessionID](r, "session")
	if err != nil {
		return err
	}
	this, err := s.session(r)
	if err != nil {
		return err
	}
	err = s.Sessions.EndSession(r.Context(), s.Tenant.ID, s.Owner.ID, id)
	refused, worded := errors.AsType[*assistant.Trouble](err)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
	case worded:
		return s.showSessions(w, r, http.StatusForbidden, sessionsView{Refused: refused.Problem})
	case err != nil:
		return err
	}
	if id == this.ID {
		s.leave(w, r)
		return nil
	}
	http.Redirect(w, r, "/sessions?done", http.StatusSeeOther)
	return nil
}
