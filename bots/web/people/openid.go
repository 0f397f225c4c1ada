package people

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// OpenIDList keeps the company logins that people look at and unlink.
type OpenIDList interface {
	OpenIDLogins(ctx context.Context, t assistant.TenantID, p assistant.PersonID) ([]assistant.OpenIDLogin, error)
	DropOpenID(ctx context.Context, t assistant.TenantID, p assistant.PersonID, id assistant.OpenIDLoginID) error
}

// openIDLine is a company login as its person reads of it.
type openIDLine struct {
	assistant.OpenIDLogin

	Host         string // of the issuer
	Linked, Last string // how long ago; Last is "" where it has signed nobody in
}

// openIDLines returns the viewer's logins.
func (s *Sessions) openIDLines(ctx context.Context) (out []openIDLine, err error) {
	all, err := s.Company.OpenIDLogins(ctx, s.Owner.Tenant.ID, s.Owner.Person.ID)
	now, words := s.Now(), s.Pages.Words()
	for _, l := range all {
		line := openIDLine{OpenIDLogin: l, Host: l.Issuer, Linked: pages.Ago(words, now.Sub(l.Made))}
		if u, err := url.Parse(l.Issuer); err == nil && u.Host != "" {
			line.Host = u.Host
		}
		if !l.Used.IsZero() {
			line.Last = pages.Ago(words, now.Sub(l.Used))
		}
		out = append(out, line)
	}
	return out, err
}

// linkCompany redirects the viewer to the company's login in order to link it.
func (s *Sessions) linkCompany(w http.ResponseWriter, r *http.Request) error {
	return s.Door.SendToCompany(w, r, openid.About{For: s.Owner.Person.ID})
}

// unlinkCompany ends a company login. One that has ended already is no reason to complain.
func (s *Sessions) unlinkCompany(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.OpenIDLoginID](r, "thing here")
	if err != nil {
		return err
	}
	err = s.Company.DropOpenID(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, id)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return err
	}
	s.Log.InfoContext(r.Context(), "company login unlinked", slog.String("tenant", string(s.Owner.Tenant.ID)), slog.String("person", string(s.Owner.Person.ID)), slog.String("login", string(id)))
	http.Redirect(w, r, "/sessions?done=nocompany#company", http.StatusSeeOther)
	return nil
}
