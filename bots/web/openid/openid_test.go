package openid_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/internal/fakeissuer"
)

const (
	back    = "https://panel.example" + openid.Back
	browser = "a secret of the browser"
)

// kept keeps sign-ins that were begun, as storage does.
type kept struct {
	mu  sync.Mutex
	all map[string][]byte
}

func (k *kept) BeginOpenID(_ context.Context, _ assistant.TenantID, state, browser string, body []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all[state+"/"+browser] = body
	return nil
}

func (k *kept) TakeOpenID(_ context.Context, _ assistant.TenantID, state, browser string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	body, there := k.all[state+"/"+browser]
	delete(k.all, state+"/"+browser)
	if !there {
		return nil, assistant.ErrOpenIDBegun
	}
	return body, nil
}

// served is the issuer that is set; it can be set anew.
type served struct{ *openid.Issuer }

// Now implements [openid.Serving].
func (s *served) Now() *openid.Issuer { return s.Issuer }

// office is an issuer, and a desk at which people sign in by it.
type office struct {
	*openid.Desk

	t      *testing.T
	issuer *fakeissuer.Server
	served *served
}

func setup() openid.Setup {
	return openid.Setup{Transport: http.DefaultTransport, Now: time.Now, Panel: assistant.PublicAt("https://panel.example")}
}

func settings(issuer string, more ...string) assistant.PartSettings {
	set := assistant.PartSettings{
		Part:  assistant.SetupOpenID,
		Given: map[string]string{openid.FieldIssuer: issuer, openid.FieldClient: fakeissuer.Client, openid.FieldName: "Blue Harbour"}, Secrets: map[string]assistant.Secret{openid.FieldSecret: fakeissuer.Secret},
	}
	for i := 0; i < len(more); i += 2 {
		set.Given[more[i]] = more[i+1]
	}
	return set
}

// anna is somebody with a login.
func anna() fakeissuer.Person {
	return fakeissuer.Person{Subject: "anna-1", Name: "Anna Berg", Email: "anna@example.com", Verified: true, Groups: []string{"staff", "sales"}}
}

func newOffice(t *testing.T, p fakeissuer.Person, set ...string) *office {
	t.Helper()
	issuer := fakeissuer.New(t, p)
	issuer.Register(back)
	o := &office{t: t, issuer: issuer, served: &served{}}
	o.set(settings(issuer.URL, set...))
	o.Desk = openid.New(openid.Config{Kept: &kept{all: map[string][]byte{}}, Serving: o.served, Tenant: "t", IDs: assistant.NewIDs(time.Now, rand.Reader), Panel: assistant.PublicAt("https://panel.example")})
	return o
}

func (o *office) set(set assistant.PartSettings) {
	o.t.Helper()
	i, err := setup().Open(set)
	if err != nil {
		o.t.Fatal(err)
	}
	o.served.Issuer = i
}

// begins gives what somebody comes back with who has signed in at the issuer; "" denies it.
func (o *office) begins(subject string) url.Values {
	o.t.Helper()
	address, err := o.Begin(o.t.Context(), browser, openid.About{To: "/work"})
	if err != nil {
		o.t.Fatal(err)
	}
	at, err := url.Parse(o.issuer.SignIn(o.t, address, subject))
	if err != nil || !strings.HasPrefix(at.String(), back+"?") {
		o.t.Fatalf("sent back to %s: %v", at, err)
	}
	return at.Query()
}

func (o *office) signsIn() (openid.Finished, error) {
	o.t.Helper()
	return o.Finish(o.t.Context(), browser, o.begins("anna-1"))
}

// TestACompanyProvesWhoSomebodyIs: by issuer and subject, with what it says besides; an address counts only where it has verified it.
func TestACompanyProvesWhoSomebodyIs(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		change func(*fakeissuer.Person)
		script fakeissuer.Script
		want   func(*assistant.OpenIDProof)
	}{
		"as it should be":            {},
		"the secret in the body":     {script: fakeissuer.Script{InBody: true}},
		"told besides":               {script: fakeissuer.Script{Besides: true}},
		"verified as a text":         {change: func(p *fakeissuer.Person) { p.Verified = "true" }},
		"not verified":               {change: func(p *fakeissuer.Person) { p.Verified = false }, want: func(p *assistant.OpenIDProof) { p.Address = "" }},
		"nothing said of it":         {change: func(p *fakeissuer.Person) { p.Verified = nil }, want: func(p *assistant.OpenIDProof) { p.Address = "" }},
		"another word for it":        {change: func(p *fakeissuer.Person) { p.Verified = "yes" }, want: func(p *assistant.OpenIDProof) { p.Address = "" }},
		"not verified, told besides": {change: func(p *fakeissuer.Person) { p.Verified = false }, script: fakeissuer.Script{Besides: true}, want: func(p *assistant.OpenIDProof) { p.Address = "" }},
		"no address":                 {change: func(p *fakeissuer.Person) { p.Email = "" }, want: func(p *assistant.OpenIDProof) { p.Account, p.Address = "Anna Berg", "" }},
		"an address that looks like": {change: func(p *fakeissuer.Person) { p.Email = "anna@example.\u212Aom" }, want: func(p *assistant.OpenIDProof) { p.Account, p.Address = "anna@example.\u212Aom", "" }},
		"two addresses":              {change: func(p *fakeissuer.Person) { p.Email = "eve@evil.example@example.com" }, want: func(p *assistant.OpenIDProof) { p.Account, p.Address = "eve@evil.example@example.com", "" }},
		"for several, to us": {script: forges(func(t *fakeissuer.Token) {
			t.Claims["aud"], t.Claims["azp"] = []string{"another", fakeissuer.Client}, fakeissuer.Client
		})},
		"a clock that is a minute off": {script: forges(func(t *fakeissuer.Token) { t.Claims["exp"] = time.Now().Add(-time.Minute).Unix() })},
		"no name":                      {change: func(p *fakeissuer.Person) { p.Name = "" }, want: func(p *assistant.OpenIDProof) { p.Name = "" }},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			who := anna()
			if c.change != nil {
				c.change(&who)
			}
			o := newOffice(t, who)
			o.issuer.Play(c.script)
			got, err := o.signsIn()
			if err != nil {
				t.Fatal(err)
			}
			want := assistant.OpenIDProof{Issuer: o.issuer.URL, Subject: "anna-1", Account: "anna@example.com", Address: "anna@example.com", Name: "Anna Berg", Session: 24 * time.Hour}
			if c.want != nil {
				c.want(&want)
			}
			if d := cmp.Diff(openid.Finished{About: openid.About{To: "/work"}, Proof: want}, got); d != "" {
				t.Error(d)
			}
			if v := o.issuer.Violations(); len(v) > 0 {
				t.Errorf("%q", v)
			}
		})
	}
}

func forges(f func(*fakeissuer.Token)) fakeissuer.Script { return fakeissuer.Script{Forges: f} }

// TestNothingButATrueTokenProvesAnybody: each token has one thing wrong with it, and is refused for it alone.
func TestNothingButATrueTokenProvesAnybody(t *testing.T) {
	t.Parallel()
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	claims := func(name string, value any) fakeissuer.Script {
		return forges(func(t *fakeissuer.Token) {
			if t.Claims[name] = value; value == nil {
				delete(t.Claims, name)
			}
		})
	}
	header := func(name string, value any) fakeissuer.Script {
		return forges(func(t *fakeissuer.Token) { t.Header[name] = value })
	}
	for what, script := range map[string]fakeissuer.Script{
		"another issuer":             claims("iss", "https://evil.example"),
		"no issuer":                  claims("iss", nil),
		"another client":             claims("aud", "another"),
		"no client":                  claims("aud", nil),
		"for several, to nobody":     claims("aud", []string{"another", fakeissuer.Client}),
		"to another client":          claims("azp", "another"),
		"another nonce":              claims("nonce", "another"),
		"no nonce":                   claims("nonce", nil),
		"expired":                    claims("exp", time.Now().Add(-3*time.Minute).Unix()),
		"no end":                     claims("exp", nil),
		"not yet":                    claims("nbf", time.Now().Add(time.Hour).Unix()),
		"nobody":                     claims("sub", nil),
		"a name too long":            claims("sub", strings.Repeat("a", 256)),
		"a name with a line":         claims("sub", "anna-1\n"),
		"a name of other letters":    claims("sub", "ännä"),
		"no text for an address":     claims("email", 7),
		"another key":                forges(func(t *fakeissuer.Token) { t.Key = stranger }),
		"a key that nobody has":      header("kid", "another"),
		"no signature":               header("alg", "none"),
		"the public key as a secret": header("alg", "HS256"),
		"an algorithm of nobody's":   header("alg", "RS1"),
		"half a token":               forges(func(t *fakeissuer.Token) { t.Cut = true }),
		"besides, of somebody else":  {Besides: true, Tells: func(said map[string]any) { said["sub"] = "eve-1" }},
		"besides, of nobody":         {Besides: true, Tells: func(said map[string]any) { delete(said, "sub") }},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t, anna(), openid.FieldDomains, "example.com")
			o.issuer.Play(script)
			got, err := o.signsIn()
			said, told := errors.AsType[*assistant.Trouble](err)
			if got.Proof != (assistant.OpenIDProof{}) || !told || got.To != "/work" {
				t.Fatalf("%+v, %v", got, err)
			}
			if strings.Contains(err.Error()+said.Problem.Whole().String(), "eyJ") {
				t.Errorf("a token is told: %v", err)
			}
			if v := o.issuer.Violations(); len(v) > 0 {
				t.Errorf("%q", v)
			}
		})
	}
}

// TestANewKeyOfTheIssuerIsFetched: issuers change them without a word.
func TestANewKeyOfTheIssuerIsFetched(t *testing.T) {
	t.Parallel()
	o := newOffice(t, anna())
	for range 2 {
		if _, err := o.signsIn(); err != nil {
			t.Fatal(err)
		}
		o.issuer.Rotate(t)
	}
	if n := o.issuer.Asked("/.well-known/openid-configuration"); n != 1 {
		t.Errorf("it was asked %d times what it says of itself", n)
	}
}

// TestASignInIsFinishedOnceWhereItWasBegun: in the browser that began it, by what the issuer that is set has answered.
func TestASignInIsFinishedOnceWhereItWasBegun(t *testing.T) {
	t.Parallel()
	o := newOffice(t, anna())
	begun := func(err error) {
		t.Helper()
		if !errors.Is(err, assistant.ErrOpenIDBegun) {
			t.Errorf("%v", err)
		}
	}
	finish := func(browser string, answer url.Values) error {
		t.Helper()
		got, err := o.Finish(t.Context(), browser, answer)
		if err != nil && got.Proof != (assistant.OpenIDProof{}) {
			t.Errorf("%+v with %v", got, err)
		}
		return err
	}
	answer := o.begins("anna-1")
	begun(finish("another browser", answer))
	begun(finish("", answer))
	other := url.Values{"state": {"another"}, "code": answer["code"], "iss": answer["iss"]}
	begun(finish(browser, other))
	if err := finish(browser, answer); err != nil {
		t.Error(err)
	}
	begun(finish(browser, answer))

	// A code of another sign-in has another challenge.
	first, second := o.begins("anna-1"), o.begins("anna-1")
	first.Set("code", second.Get("code"))
	if err := finish(browser, first); err == nil {
		t.Error("a code of another sign-in proves somebody")
	}
	for _, by := range [][]string{{"https://evil.example"}, nil, {""}} {
		answer := o.begins("anna-1")
		answer["iss"] = by
		if err := finish(browser, answer); err == nil || errors.Is(err, assistant.ErrOpenIDBegun) {
			t.Errorf("an answer of %q: %v", by, err)
		}
	}
	for _, set := range []assistant.PartSettings{settings("https://login.example"), settings(o.issuer.URL, openid.FieldClient, "another")} {
		answer := o.begins("anna-1")
		before := o.served.Issuer
		o.set(set)
		begun(finish(browser, answer))
		o.served.Issuer = nil
		begun(finish(browser, answer))
		o.served.Issuer = before
	}
	o.served.Issuer = nil
	if _, err := o.Begin(t.Context(), browser, openid.About{}); !errors.Is(err, assistant.ErrNotFound) || o.Issuer() != "" {
		t.Errorf("with none set: %v", err)
	}
}

// TestWhoMayJoin: whoever is of a domain with a verified address, or of a group, and nobody else.
func TestWhoMayJoin(t *testing.T) {
	t.Parallel()
	unverified := func(p *fakeissuer.Person) { p.Verified = false }
	for what, c := range map[string]struct {
		set    []string
		change func(*fakeissuer.Person)
		script fakeissuer.Script
		want   assistant.Role
	}{
		"nothing is set":               {},
		"of the domain":                {set: []string{openid.FieldDomains, "@Example.com, example.org"}, want: assistant.RoleMember},
		"of the second domain":         {set: []string{openid.FieldDomains, "example.org Example.COM"}, want: assistant.RoleMember},
		"of a domain below it":         {set: []string{openid.FieldDomains, "example.com"}, change: func(p *fakeissuer.Person) { p.Email = "anna@evil.example.com" }},
		"of one that ends like it":     {set: []string{openid.FieldDomains, "example.com"}, change: func(p *fakeissuer.Person) { p.Email = "anna@notexample.com" }},
		"a domain and nobody in it":    {set: []string{openid.FieldDomains, "example.com"}, change: func(p *fakeissuer.Person) { p.Email = "@example.com" }},
		"an address not verified":      {set: []string{openid.FieldDomains, "example.com"}, change: unverified},
		"as approvers":                 {set: []string{openid.FieldDomains, "example.com", openid.FieldApprovers, "true"}, want: assistant.RoleApprover},
		"of a group":                   {set: []string{openid.FieldGroups, "the board, sales"}, change: unverified, want: assistant.RoleMember},
		"of a group, told besides":     {set: []string{openid.FieldGroups, "sales"}, script: fakeissuer.Script{Besides: true}, want: assistant.RoleMember},
		"of another group":             {set: []string{openid.FieldGroups, "Sales, sale"}},
		"of no group":                  {set: []string{openid.FieldGroups, "sales"}, change: func(p *fakeissuer.Person) { p.Groups = nil }},
		"a group of another claim":     {set: []string{openid.FieldGroups, "sales", openid.FieldClaim, "roles"}},
		"a group as a text":            {set: []string{openid.FieldGroups, "sales"}, script: forges(func(t *fakeissuer.Token) { t.Claims["groups"] = "sales" }), want: assistant.RoleMember},
		"groups that are no texts":     {set: []string{openid.FieldGroups, "sales"}, script: forges(func(t *fakeissuer.Token) { t.Claims["groups"] = []any{"sales", 7} })},
		"of the group or the domain":   {set: []string{openid.FieldGroups, "nobody", openid.FieldDomains, "example.com"}, want: assistant.RoleMember},
		"a comma for domains, no more": {set: []string{openid.FieldDomains, " , "}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			who := anna()
			if c.change != nil {
				c.change(&who)
			}
			o := newOffice(t, who, c.set...)
			o.issuer.Play(c.script)
			if got, err := o.signsIn(); err != nil || got.Proof.Newcomer != c.want {
				t.Errorf("%q, %v", got.Proof.Newcomer, err)
			}
		})
	}
}

// TestAnIssuerIsAskedAgainAfterAsManyHoursAsAreSet, and after a day where none are.
func TestAnIssuerIsAskedAgainAfterAsManyHoursAsAreSet(t *testing.T) {
	t.Parallel()
	for hours, want := range map[string]time.Duration{"": 24 * time.Hour, "8": 8 * time.Hour, "720": assistant.SessionLife} {
		o := newOffice(t, anna(), openid.FieldHours, hours)
		if got, err := o.signsIn(); err != nil || got.Proof.Session != want {
			t.Errorf("%q: %s, %v", hours, got.Proof.Session, err)
		}
	}
}

// TestWhatTheIssuerRefusesIsToldPlainly: in its own words where it has any, and as many of them as a sentence takes.
func TestWhatTheIssuerRefusesIsToldPlainly(t *testing.T) {
	t.Parallel()
	o := newOffice(t, anna())
	for _, c := range []struct {
		change func(url.Values)
		script fakeissuer.Script
		set    func(*assistant.PartSettings)
		says   string
	}{
		{change: func(q url.Values) { q.Del("code"); q.Set("error", "access_denied") }, says: "You were not signed in at Blue Harbour."},
		{change: func(q url.Values) {
			q.Set("error", "temporarily_unavailable")
			q.Set("error_description", "we are\n away\u202E "+strings.Repeat("a", 5000))
		}, says: "Blue Harbour did not sign you in. It says: we are away " + strings.Repeat("a", 188) + " Try again"},
		{change: func(q url.Values) { q.Set("error", "login_required") }, says: "It says: login_required"},
		{change: func(q url.Values) { q.Del("code") }, says: "did not pass the checks"},
		{script: fakeissuer.Script{Refuses: "invalid_grant"}, says: "did not pass the checks"},
		{script: forges(func(t *fakeissuer.Token) { t.Claims["exp"] = time.Now().Add(-time.Hour).Unix() }), says: "had already expired when it arrived"},
		{set: func(s *assistant.PartSettings) { s.Secrets[openid.FieldSecret] = "another" }, says: "does not accept the client ID and secret"},
	} {
		set := settings(o.issuer.URL)
		if c.set != nil {
			c.set(&set)
		}
		o.set(set)
		o.issuer.Play(c.script)
		answer := o.begins("anna-1")
		if c.change != nil {
			c.change(answer)
		}
		_, err := o.Finish(t.Context(), browser, answer)
		said, told := errors.AsType[*assistant.Trouble](err)
		if !told || !strings.Contains(said.Problem.Whole().String(), c.says) || said.Problem.Recovery.IsZero() || strings.Contains(err.Error(), "<b>") {
			t.Errorf("%q: %v", c.says, err)
		}
	}
	gone := newOffice(t, anna())
	gone.set(settings("http://127.0.0.1:1"))
	_, err := gone.Begin(t.Context(), browser, openid.About{})
	said, told := errors.AsType[*assistant.Trouble](err)
	if !told || said.Problem.Message.String() != "Blue Harbour cannot be reached right now." || !strings.Contains(err.Error(), "Nothing answers at 127.0.0.1:1.") {
		t.Errorf("nobody there: %v", err)
	}
}
