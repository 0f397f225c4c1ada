package people

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/login"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/passkeys"
	"github.com/aisteam/aisteam/bots/web/request"
)

const sessionsListed = 200

// sessionsView is the page of sessions: for an admin all of them, for others their own.
type sessionsView struct {
	pages.View

	This      assistant.SessionID // the one that looks at the page
	Sessions  []sessionLine
	Others    bool // they have more than this one
	More      bool
	Done      assistant.Sentence // what has just been done
	Refused   assistant.Problem
	Elsewhere bool   // they can sign in with another browser by a link
	Link      string // of it, shown this once
	Until     time.Time

	WithKeys bool // they can sign in by passkeys
	Keys     []passkeyLine
	KeyName  string // what another one is called, unless its person says otherwise
	Company  string // whose login they can link; "" for none
	Logins   []openIDLine
}

// sessionLine is a session as people tell it from others.
type sessionLine struct {
	assistant.Session

	Made, Used string // how long ago
	Which      string // browser, on which system; "" where it does not say
}

// SessionList keeps the sessions that people look at and end.
type SessionList interface {
	Sessions(ctx context.Context, t assistant.TenantID, by assistant.PersonID, limit int) ([]assistant.Session, error)
	EndSession(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.SessionID) error
	EndOtherSessions(ctx context.Context, t assistant.TenantID, by assistant.PersonID, but assistant.SessionID) (ended int, err error)
}

// SignInCodes keeps codes that sign a person in once, for a few minutes, and no longer than the session that they were made in lives.
type SignInCodes interface {
	KeepSignInCode(ctx context.Context, t assistant.TenantID, p assistant.PersonID, in assistant.SessionID, code string) (until time.Time, err error)
}

// Sessions is the page of sessions.
type Sessions struct {
	Kept     SessionList
	Codes    SignInCodes    // nil: nobody gets a link
	Passkeys *passkeys.Desk // nil: nobody signs in by a passkey
	Keys     PasskeyList    // nil with Passkeys
	Company  OpenIDList     // nil: nobody signs in by the login of their company
	Door     *login.Door
	Owner    *owner.Owner
	Pages    *pages.Pages
	IDs      *assistant.IDs
	Now      func() time.Time
	Log      *slog.Logger
}

// Routes are the page's own.
func (s *Sessions) Routes() map[string]request.Endpoint {
	all := map[string]request.Endpoint{"GET /sessions": s.listSessions, "POST /sessions/{id}/end": s.endSession, "POST /sessions/others/end": s.endOthers}
	if s.Passkeys != nil {
		all["POST /sessions/passkeys/begin"], all["POST /sessions/passkeys"], all["POST /sessions/passkeys/{id}/remove"] = s.beginPasskey, s.addPasskey, s.dropPasskey
	}
	if s.Door.OpenID != nil {
		all["POST /sessions/company"], all["POST /sessions/company/{id}/remove"] = s.linkCompany, s.unlinkCompany
	}
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
	return s.showSessions(w, r, http.StatusOK, sessionsView{Done: map[string]assistant.Sentence{
		"one":       assistant.Say("The session is ended. Whatever it has open ends within a minute."),
		"passkey":   assistant.Say("The passkey is kept. You can sign in with it from now on."),
		"nopasskey": assistant.Say("The passkey is removed: it signs nobody in any more."),
		"company":   assistant.Say("The company login is linked. You can sign in with it from now on."),
		"nocompany": assistant.Say("The company login is unlinked. It no longer signs anybody in."),
		"others":    assistant.Say("Your other sessions are ended. Whatever they have open ends within a minute."),
	}[r.URL.Query().Get("done")]})
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
	all, err := s.Kept.Sessions(r.Context(), s.Owner.Tenant.ID, me.ID, sessionsListed+1)
	if err != nil {
		return err
	}
	v.More = len(all) > sessionsListed
	words := s.Pages.Words()
	if v.WithKeys = s.Passkeys.Serves(); v.WithKeys {
		if v.Keys, err = s.passkeyLines(r.Context()); err != nil {
			return err
		}
		v.KeyName = browserName(words, r.UserAgent())
	}
	if s.Door.OpenID != nil {
		if v.Logins, err = s.openIDLines(r.Context()); err != nil {
			return err
		}
		v.Company = s.Door.OpenID.Issuer()
	}
	zone, now := s.Owner.Zone(r.Context()), s.Now()
	for _, one := range all[:min(len(all), sessionsListed)] {
		v.Others = v.Others || one.Person == me.ID && one.ID != this.ID
		one.Until = one.Until.In(zone)
		v.Sessions = append(v.Sessions, sessionLine{
			Session: one, Made: pages.Ago(words, now.Sub(one.Made)), Used: pages.Ago(words, now.Sub(one.Seen)), Which: browserName(words, one.Browser),
		})
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
	s.Log.InfoContext(r.Context(), "session ended", slog.String("tenant", string(s.Owner.Tenant.ID)), slog.String("by", string(s.Owner.Person.ID)), slog.String("session", string(id)))
	if id == this.ID {
		s.Door.Leave(w, r)
		return nil
	}
	http.Redirect(w, r, "/sessions?done=one", http.StatusSeeOther)
	return nil
}

// endOthers ends all of the viewer's sessions but the current one.
func (s *Sessions) endOthers(w http.ResponseWriter, r *http.Request) error {
	this, err := s.Door.Session(r)
	if err != nil {
		return err
	}
	ended, err := s.Kept.EndOtherSessions(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, this.ID)
	if err != nil {
		return err
	}
	s.Log.InfoContext(r.Context(), "other sessions ended", slog.String("tenant", string(s.Owner.Tenant.ID)), slog.String("by", string(s.Owner.Person.ID)), slog.Int("sessions", ended))
	http.Redirect(w, r, "/sessions?done=others", http.StatusSeeOther)
	return nil
}
