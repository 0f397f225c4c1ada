package openid

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/aisteam/aisteam/assistant"
)

const subjectMost = 255 // characters, as the standard has it

// says is what an issuer claims about a person.
type says struct {
	Email     string `json:"email"`
	Verified  yes    `json:"email_verified"`
	Name      string `json:"name"`
	Preferred string `json:"preferred_username"`

	groups []string
}

// yes is true where it is said so; some issuers write it as a text.
type yes bool

// UnmarshalJSON implements [json.Unmarshaler].
func (y *yes) UnmarshalJSON(raw []byte) error {
	text := string(raw)
	*y = text == "true" || text == `"true"`
	return nil
}

// claims is a set of claims: those of an ID token, or those that the issuer tells besides.
type claims interface{ Claims(into any) error }

// saysOf reads what an issuer claims about the subject of an ID token. Some issuers keep most of it behind the userinfo endpoint,
// which takes the access token.
func (i *Issuer) saysOf(ctx context.Context, d *discovered, token *oauth2.Token, id *oidc.IDToken) (says, error) {
	s, grouped, err := i.newcomers.read(id)
	if err != nil {
		return s, i.misfit(err)
	}
	if s.Email != "" && grouped || d.UserInfoEndpoint() == "" {
		return s, nil
	}
	more, err := d.UserInfo(i.reach(ctx), oauth2.StaticTokenSource(token))
	if err != nil {
		return s, i.away(err)
	}
	if more.Subject != id.Subject {
		return s, i.misfit(errors.New("what the issuer tells besides is about somebody else"))
	}
	t, _, err := i.newcomers.read(more)
	if err != nil {
		return s, i.misfit(err)
	}
	if s.Email == "" {
		s.Email, s.Verified = t.Email, t.Verified // they belong together
	}
	s.Name, s.Preferred, s.groups = cmp.Or(s.Name, t.Name), cmp.Or(s.Preferred, t.Preferred), append(s.groups, t.groups...)
	return s, nil
}

// newcomers says which unknown people may come in. The zero value admits nobody.
type newcomers struct {
	domains []string // of addresses that the issuer has verified
	groups  []string
	claim   string // that names somebody's groups
	role    assistant.Role
}

// read reads claims, and tells whether all is there about groups that has to be known.
func (n newcomers) read(from claims) (s says, grouped bool, err error) {
	all := map[string]json.RawMessage{}
	if err := errors.Join(from.Claims(&s), from.Claims(&all)); err != nil {
		return s, false, fmt.Errorf("read what is said of somebody: %w", err)
	}
	if len(n.groups) == 0 {
		return s, true, nil
	}
	raw, there := all[n.claim]
	var one string
	if json.Unmarshal(raw, &one) == nil {
		s.groups = []string{one}
	} else if json.Unmarshal(raw, &s.groups) != nil {
		s.groups = nil // they are named otherwise, which names none of those that are set
	}
	return s, there, nil
}

// proof is what was said, as far as anybody goes by it.
func (n newcomers) proof(issuer, subject string, s says) assistant.OpenIDProof {
	p := assistant.OpenIDProof{Issuer: issuer, Subject: subject, Account: cmp.Or(s.Email, s.Preferred, s.Name, subject), Name: cmp.Or(s.Name, s.Preferred)}
	local, domain, _ := strings.Cut(s.Email, "@")
	if bool(s.Verified) && local != "" && domain != "" && !strings.Contains(domain, "@") && plainText(s.Email) {
		p.Address = s.Email
	}
	at := p.Address != "" && slices.Contains(n.domains, strings.ToLower(domain))
	if at || slices.ContainsFunc(s.groups, func(g string) bool { return slices.Contains(n.groups, g) }) {
		p.Newcomer = n.role
	}
	return p
}

// names tells whether a subject can be one.
func names(subject string) bool {
	return subject != "" && len(subject) <= subjectMost && plainText(subject)
}

// plainText tells whether a text has nothing but the letters, digits and signs that look like themselves.
func plainText(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}
