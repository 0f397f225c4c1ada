// Package fakeissuer is a test kit: a company's login, as an OpenID Connect issuer with keys of its own. It is strict: it checks
// what the standards demand of a client (OpenID Connect Core, RFC 6749, RFC 7636) and reports violations to the test. It has its
// own signing code, so that it shares none with the code under test.
package fakeissuer

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The client that the issuer knows. Both hold what has to be written otherwise in a header.
const (
	Client = "aisteam:panel/1"
	Secret = "a:client+secret/%41"
)

// Person has a login at the issuer.
type Person struct {
	Subject  string
	Name     string
	Email    string
	Verified any // whether the address is theirs, as the issuer writes it; nil: it says nothing
	Groups   []string
}

// Script is what the issuer does otherwise than it should.
type Script struct {
	Describes func(map[string]any) // changes what it says of itself
	Forges    func(*Token)         // changes its ID tokens
	Tells     func(map[string]any) // changes what it tells besides
	Besides   bool                 // it tells all but who somebody is besides, and not in the ID token
	Refuses   string               // if set, the error with which it answers codes
	InBody    bool                 // it takes the client's secret in the body alone
}

// Server is an issuer. It is safe for concurrent use.
type Server struct {
	URL string

	mu         sync.Mutex
	back       string
	people     []Person
	keys       []*rsa.PrivateKey
	script     Script
	codes      map[string]granted
	accesses   map[string]Person
	violations []string
	asked      map[string]int // how often, by path
}

// granted is what a code is changed for.
type granted struct {
	asked  url.Values
	person Person
	used   bool
}

// New starts an issuer that ends with the test. people are its users.
func New(tb testing.TB, people ...Person) *Server {
	tb.Helper()
	s := &Server{people: people, codes: map[string]granted{}, accesses: map[string]Person{}, asked: map[string]int{}}
	s.Rotate(tb)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", s.describe)
	mux.HandleFunc("GET /keys", s.publish)
	mux.HandleFunc("GET /authorize", s.authorize)
	mux.HandleFunc("POST /authorize", s.authorize)
	mux.HandleFunc("POST /token", s.change)
	mux.HandleFunc("GET /userinfo", s.tell)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked[r.URL.Path]++
		mux.ServeHTTP(w, r)
	}))
	tb.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Register says where people are sent back to.
func (s *Server) Register(back string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.back = back
}

// Play lets the issuer do something otherwise than it should.
func (s *Server) Play(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// Rotate signs with a new key from now on. The last one stays published.
func (s *Server) Rotate(tb testing.TB) {
	tb.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		tb.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = append(s.keys[max(0, len(s.keys)-1):], key)
}

// Violations are the client's deviations from the standards.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// Asked is how often a path was asked for.
func (s *Server) Asked(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[path]
}

// SignIn acts as a person sent to an address: they sign in as the subject, or decline if it is "". It returns the address they are
// sent back to.
func (s *Server) SignIn(tb testing.TB, address, subject string) string {
	tb.Helper()
	at, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, s.URL+"/authorize?") {
		tb.Fatalf("sent to %q: %v", address, err)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(tb.Context(), http.MethodPost, at.RequestURI(), strings.NewReader(url.Values{"person": {subject}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.authorize(w, r)
	if w.Code != http.StatusSeeOther {
		tb.Fatalf("the issuer answers %d: %s", w.Code, w.Body)
	}
	return w.Header().Get("Location")
}

// wrong notes what is against the standards, and refuses it.
func (s *Server) wrong(w http.ResponseWriter, format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
	http.Error(w, "invalid_request: "+fmt.Sprintf(format, args...), http.StatusBadRequest)
}

// describe serves the issuer's metadata. The server is locked, as in all handlers.
func (s *Server) describe(w http.ResponseWriter, _ *http.Request) {
	method := "client_secret_basic"
	if s.script.InBody {
		method = "client_secret_post"
	}
	said := map[string]any{
		"issuer": s.URL, "authorization_endpoint": s.URL + "/authorize", "token_endpoint": s.URL + "/token", "jwks_uri": s.URL + "/keys", "userinfo_endpoint": s.URL + "/userinfo",
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"}, "id_token_signing_alg_values_supported": []string{"RS256"},
		"scopes_supported": []string{"openid", "email", "profile", "groups"}, "token_endpoint_auth_methods_supported": []string{method},
		"code_challenge_methods_supported": []string{"S256"}, "authorization_response_iss_parameter_supported": true,
	}
	if s.script.Describes != nil {
		s.script.Describes(said)
	}
	answer(w, http.StatusOK, said)
}

// publish tells the public keys.
func (s *Server) publish(w http.ResponseWriter, _ *http.Request) {
	var keys []map[string]string
	for _, key := range s.keys {
		keys = append(keys, map[string]string{
			"kty": "RSA", "use": "sig", "alg": "RS256", "kid": kid(key), "n": encoded(key.N.Bytes()), "e": encoded(big.NewInt(int64(key.E)).Bytes()),
		})
	}
	answer(w, http.StatusOK, map[string]any{"keys": keys})
}

// authorize shows the users who may sign in, and redirects the one who does.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	for name, all := range q {
		if len(all) != 1 {
			s.wrong(w, "%s is there %d times", name, len(all))
			return
		}
	}
	challenge, err := base64.RawURLEncoding.DecodeString(q.Get("code_challenge"))
	switch {
	case q.Get("client_id") != Client:
		s.wrong(w, "client_id %q", q.Get("client_id"))
	case s.back == "" || q.Get("redirect_uri") != s.back:
		s.wrong(w, "redirect_uri %q, where %q is registered", q.Get("redirect_uri"), s.back)
	case q.Get("response_type") != "code":
		s.wrong(w, "response_type %q", q.Get("response_type"))
	case !slices.Contains(strings.Fields(q.Get("scope")), "openid"):
		s.wrong(w, "scope %q", q.Get("scope"))
	case q.Get("code_challenge_method") != "S256" || err != nil || len(challenge) != sha256.Size:
		s.wrong(w, "a code_challenge %q of %q", q.Get("code_challenge"), q.Get("code_challenge_method"))
	case len(q.Get("state")) < 22 || len(q.Get("nonce")) < 22 || q.Get("state") == q.Get("nonce"):
		s.wrong(w, "a state or a nonce that somebody could guess")
	case r.Method == http.MethodPost:
		s.sendBack(w, r, q)
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = people.Execute(w, struct { // a failure is visible to the reader
			Again  string
			People []Person
		}{r.URL.RequestURI(), s.people})
	}
}

// sendBack sends somebody back with a code, or with none.
func (s *Server) sendBack(w http.ResponseWriter, r *http.Request, asked url.Values) {
	out := url.Values{"state": {asked.Get("state")}, "iss": {s.URL}}
	i := slices.IndexFunc(s.people, func(p Person) bool { return p.Subject == r.PostFormValue("person") })
	if i < 0 {
		out.Set("error", "access_denied")
	} else {
		code := rand.Text()
		s.codes[code] = granted{asked: asked, person: s.people[i]}
		out.Set("code", code)
	}
	http.Redirect(w, r, s.back+"?"+out.Encode(), http.StatusSeeOther)
}

var people = template.Must(template.New("").Parse(`<!doctype html><title>Sign in</title><form method="post" action="{{.Again}}">
{{range .People}}<button name="person" value="{{.Subject}}">{{.Name}}</button>{{end}}<button name="person" value="">Cancel</button></form>`))

// answer writes JSON.
func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a failure is visible to the reader
}

func encoded(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// kid names a key.
func kid(key *rsa.PrivateKey) string {
	sum := sha256.Sum256(key.N.Bytes())
	return encoded(sum[:8])
}

// besides are the claims about somebody that are no part of who they are.
func besides(p Person) map[string]any {
	out := map[string]any{"name": p.Name}
	if p.Email != "" {
		out["email"] = p.Email
	}
	if p.Verified != nil {
		out["email_verified"] = p.Verified
	}
	if p.Groups != nil {
		out["groups"] = p.Groups
	}
	return out
}

// claims are those of an ID token.
func (s *Server) claims(g granted) map[string]any {
	now := time.Now()
	out := map[string]any{
		"iss": s.URL, "sub": g.person.Subject, "aud": Client, "nonce": g.asked.Get("nonce"), "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
	}
	if !s.script.Besides {
		maps.Copy(out, besides(g.person))
	}
	return out
}
