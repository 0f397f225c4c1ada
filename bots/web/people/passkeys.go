package people

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// PasskeyList keeps the passkeys that people look at and remove.
type PasskeyList interface {
	Passkeys(ctx context.Context, t assistant.TenantID, p assistant.PersonID) ([]assistant.Passkey, error)
	DropPasskey(ctx context.Context, t assistant.TenantID, p assistant.PersonID, id assistant.PasskeyID) error
}

// passkeyLine is a passkey as its person reads of it.
type passkeyLine struct {
	assistant.Passkey

	Added, Last string // how long ago; Last is "" where it has signed nobody in
	Host        string // the name of the panel's address that it was made at, where alone it signs in; "" where that is not known
	Elsewhere   bool   // the panel has another name now
}

// passkeyLines returns the viewer's passkeys.
func (s *Sessions) passkeyLines(ctx context.Context) (out []passkeyLine, err error) {
	all, err := s.Keys.Passkeys(ctx, s.Owner.Tenant.ID, s.Owner.Person.ID)
	now, words := s.Now(), s.Pages.Words()
	for _, k := range all {
		line := passkeyLine{Passkey: k, Added: pages.Ago(words, now.Sub(k.Made))}
		host, here := s.Passkeys.Host(k)
		line.Host, line.Elsewhere = host, host != "" && !here
		if !k.Used.IsZero() {
			line.Last = pages.Ago(words, now.Sub(k.Used))
		}
		out = append(out, line)
	}
	return out, err
}

// beginPasskey gives the page's script what a new passkey is made for.
func (s *Sessions) beginPasskey(w http.ResponseWriter, r *http.Request) error {
	begun, err := s.Passkeys.BeginAdd(r.Context(), s.Owner.Person)
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, begun)
	return nil
}

// addPasskey keeps a passkey that a device has made.
func (s *Sessions) addPasskey(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	name, err := request.Clean(r.PostFormValue("name"), "name", assistant.PasskeyNameMost)
	if err != nil {
		return err
	}
	if name == "" {
		name = s.Now().In(s.Owner.Zone(r.Context())).Format(time.DateOnly)
	}
	k, err := s.Passkeys.FinishAdd(r.Context(), s.Owner.Person, r.PostFormValue("secret"), name, []byte(r.PostFormValue("response")))
	refused, worded := errors.AsType[*assistant.Trouble](err)
	switch {
	case worded:
		s.Log.InfoContext(r.Context(), "no passkey added", slog.String("tenant", string(s.Owner.Tenant.ID)), slog.String("person", string(s.Owner.Person.ID)), slog.Any("err", err))
		return s.showSessions(w, r, http.StatusUnprocessableEntity, sessionsView{Refused: refused.Problem})
	case err != nil:
		return err
	}
	s.Log.InfoContext(r.Context(), "passkey added", slog.String("tenant", string(s.Owner.Tenant.ID)), slog.String("person", string(k.Person)), slog.String("passkey", string(k.ID)))
	http.Redirect(w, r, "/sessions?done=passkey", http.StatusSeeOther)
	return nil
}

// dropPasskey takes a passkey away. One that is gone already is no reason to complain.
func (s *Sessions) dropPasskey(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PasskeyID](r, "passkey")
	if err != nil {
		return err
	}
	err = s.Keys.DropPasskey(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, id)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return err
	}
	s.Log.InfoContext(r.Context(), "passkey removed", slog.String("tenant", string(s.Owner.Tenant.ID)), slog.String("person", string(s.Owner.Person.ID)), slog.String("passkey", string(id)))
	http.Redirect(w, r, "/sessions?done=nopasskey", http.StatusSeeOther)
	return nil
}
