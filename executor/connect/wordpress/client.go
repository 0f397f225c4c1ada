package wordpress

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 8 << 20

// Secrets opens sites. They are fetched for each call and kept nowhere.
type Secrets interface {
	Secret(ctx context.Context, t assistant.TenantID, p assistant.ProjectID, kind assistant.ConnectionKind) (assistant.Secret, error)
}

// credential is whom to sign in to a site as.
type credential struct {
	user     string
	password assistant.Secret
}

// Config says how sites are reached.
type Config struct {
	Secrets Secrets
	// Own is the tenant of who runs the service, whose sites may stand where the service stands. Others' have to be on the
	// open internet: whoever installs the app elsewhere could point it at what only this machine reaches.
	// Nobody's may be link-local. Over http a credential goes to private addresses of Own's alone.
	Own       assistant.TenantID
	Transport http.RoundTripper // to Own's sites; nil for one that keeps to that
	Timeout   time.Duration     // of one request; 20 seconds when zero
}

// Sites are the WordPress sites of projects: what can be done there, by subject. It is safe for concurrent use.
type Sites struct {
	Pages   *Pages
	Entries *Entries
	api     *api
}

// api speaks to the sites' REST APIs, with the credentials of their projects.
type api struct {
	secrets Secrets
	own     assistant.TenantID
	home    *dial.Road // to Own's sites
	plain   *dial.Road // to Own's sites with a credential, where they have no TLS
	public  *dial.Road // to others'
	within  time.Duration

	mu    sync.Mutex
	bases map[string]base // by site address
}

// base is where a site's API is, and in which form routes are put to it.
type base struct {
	url *url.URL
}

// New returns the way to WordPress sites.
func New(c Config) *Sites {
	if c.Timeout <= 0 {
		c.Timeout = 20 * time.Second
	}
	a := &api{
		secrets: c.Secrets, own: c.Own, bases: map[string]base{}, within: c.Timeout,
		home: dial.New(dial.Config{Control: dial.RefuseLinkLocal, Through: c.Transport}), plain: dial.New(dial.Config{Control: dial.RefusePublic, Through: c.Transport}),
		public: dial.Public(),
	}
	at := paths{a}
	return &Sites{Pages: &Pages{at, drafts{at}, ground{at}}, Entries: &Entries{a, at, terms{a}}, api: a}
}

// to is the client that reaches a project's site, and no other host.
func (s *api) to(p assistant.Project) *http.Client {
	if s.own != "" && p.Tenant == s.own {
		return s.on(s.home, p)
	}
	return s.on(s.public, p)
}

func (s *api) on(r *dial.Road, p assistant.Project) *http.Client {
	return r.Client(outward.ToOwn(p), s.within, sameHost)
}

// carrier is the client that may take a credential to the site's API.
func (s *api) carrier(p assistant.Project, b base) (*http.Client, error) {
	switch {
	case b.url.Scheme == "https":
		return s.to(p), nil
	case s.own != "" && p.Tenant == s.own:
		return s.on(s.plain, p), nil
	}
	return nil, readable("wordpress: the credential would go over plain http")
}

var (
	errElsewhere = errors.New("redirect to another host")
	// errTurned: what was sent is to be looked at somewhere, as browsers do after a form. It may have been done.
	errTurned = errors.New("redirect to a page to read")
)

// sameHost keeps a request, and the credential with it, from being sent to another host than the project's, or from
// leaving TLS.
func sameHost(r *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case r.Method != via[len(via)-1].Method: // a write must not turn into a read
		return errTurned
	case !strings.EqualFold(r.URL.Hostname(), first.Hostname()):
		return errElsewhere
	case r.URL.Host != first.Host && (first.Scheme == "https" || r.URL.Scheme != "https"):
		return errElsewhere
	case first.Scheme == "https" && r.URL.Scheme != "https", len(via) > 4:
		return errElsewhere
	}
	return nil
}

// route is the address of a route of the API.
func (b base) route(path string, query url.Values) string {
	u := *b.url
	q := u.Query()
	if q.Has("rest_route") {
		q.Set("rest_route", strings.TrimRight(q.Get("rest_route"), "/")+path)
	} else {
		u.Path = strings.TrimRight(u.Path, "/") + path
	}
	maps.Copy(q, query)
	u.RawQuery = q.Encode()
	return u.String()
}

// baseOf asks the site where its API is. What it says is remembered.
func (s *api) baseOf(ctx context.Context, through *http.Client, site string) (base, error) {
	s.mu.Lock()
	known, ok := s.bases[site]
	s.mu.Unlock()
	if ok {
		return known, nil
	}
	home, err := url.Parse(site)
	if err != nil || home.Host == "" || (home.Scheme != "http" && home.Scheme != "https") {
		return base{}, notConfigured()
	}
	home.User, home.Fragment, home.RawQuery = nil, "", ""
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, home.String(), http.NoBody)
	if err != nil {
		return base{}, notConfigured()
	}
	answer, err := through.Do(r)
	if err != nil {
		return base{}, unreachable(err, false)
	}
	defer answer.Body.Close()
	reached := answer.Request.URL // after redirects, which stay on the host
	home.Scheme, home.Host = reached.Scheme, reached.Host
	said := linked(answer.Header.Values("Link"))
	if said == nil || said.Scheme != reached.Scheme || !strings.EqualFold(said.Host, reached.Host) {
		return base{fallback(home)}, nil
	}
	s.mu.Lock()
	s.bases[site] = base{said}
	s.mu.Unlock()
	return base{said}, nil
}

// fallback is the form of the API that every WordPress serves.
func fallback(home *url.URL) *url.URL {
	u := *home
	u.Path = strings.TrimRight(u.Path, "/") + "/"
	u.RawQuery = "rest_route=/"
	return &u
}

// linked finds the API among Link headers: <https://example.com/wp-json/>; rel="https://api.w.org/".
func linked(headers []string) *url.URL {
	for _, h := range headers {
		for part := range strings.SplitSeq(h, ",") {
			target, rest, ok := strings.Cut(strings.TrimSpace(part), ">")
			if !ok || !strings.HasPrefix(target, "<") || !strings.Contains(rest, "https://api.w.org/") {
				continue
			}
			if u, err := url.Parse(target[1:]); err == nil && u.Host != "" {
				return u
			}
		}
	}
	return nil
}

// request is one use of the API.
type request struct {
	method string
	path   string
	query  url.Values
	body   any // JSON, nil for none
	doing  string

	raw        []byte // of a file, instead of a body
	name, kind string // its name and type
}

// do sends a request with the project's credential and decodes the answer into out. A write whose answer did not come is
// [assistant.ErrUncertain].
func (s *api) do(ctx context.Context, p assistant.Project, q request, out any) error {
	opens, err := s.secrets.Secret(ctx, p.Tenant, p.ID, site.KindWordPress)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return fmt.Errorf("what opens project %s: %w", p.ID, err)
	}
	return s.as(ctx, p, credential{userOf(p), opens}, q, out)
}

// as sends a request with a credential.
func (s *api) as(ctx context.Context, p assistant.Project, c credential, q request, out any) error {
	b, err := s.baseOf(ctx, s.to(p), site.AddressOf(p))
	if err != nil {
		return err
	}
	through, err := s.carrier(p, b)
	if err != nil {
		return err
	}
	if c.user == "" || c.password == "" {
		return denied(q.doing, 0, "no credential is kept for the project")
	}
	r, err := q.made(ctx, b)
	if err != nil {
		return err
	}
	r.SetBasicAuth(c.user, string(c.password))
	answer, err := through.Do(r)
	if err != nil {
		return unreachable(err, q.writes())
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err != nil {
		return unreachable(err, q.writes())
	}
	if len(raw) > maxAnswer {
		return tooLong(q.writes())
	}
	if answer.StatusCode >= http.StatusBadRequest {
		raw = hide(raw, c)
		if d, ok := denialOf(answer, raw, q); ok {
			return s.why(ctx, through, b, c, q, d)
		}
	}
	return read(answer, raw, q, out)
}

// hide takes the credential out of an answer that may be told on: some sites repeat what they were sent.
func hide(raw []byte, c credential) []byte {
	password := string(c.password)
	for _, secret := range []string{
		password, strings.ReplaceAll(password, " ", ""), base64.StdEncoding.EncodeToString([]byte(c.user + ":" + password)),
	} {
		raw = bytes.ReplaceAll(raw, []byte(secret), []byte("[hidden]"))
	}
	return raw
}

// made is the request as it is sent, without the credential.
func (q request) made(ctx context.Context, b base) (*http.Request, error) {
	var body io.Reader = http.NoBody
	switch {
	case q.raw != nil:
		body = bytes.NewReader(q.raw)
	case q.body != nil:
		raw, err := json.Marshal(q.body)
		if err != nil {
			return nil, fmt.Errorf("write request: %w", err)
		}
		body = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(ctx, q.method, b.route(q.path, q.query), body)
	if err != nil {
		return nil, fmt.Errorf("make request %s: %w", q.path, err)
	}
	r.Header.Set("Accept", "application/json")
	switch {
	case q.raw != nil:
		r.Header.Set("Content-Type", q.kind)
		r.Header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": q.name}))
	case q.body != nil:
		r.Header.Set("Content-Type", "application/json")
	}
	return r, nil
}

func (q request) writes() bool {
	return q.method != http.MethodGet && q.method != http.MethodHead && q.method != http.MethodOptions
}

// read decodes an answer, or says what is wrong with it.
func read(answer *http.Response, raw []byte, q request, out any) error {
	if answer.StatusCode >= 400 {
		return refused(answer, raw, q)
	}
	if answer.StatusCode >= 300 {
		return strange(false, fmt.Sprintf("status %d", answer.StatusCode))
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(raw, out); err != nil || string(bytes.TrimSpace(raw)) == "null" {
		return strange(q.writes(), "the answer is not JSON of the API")
	}
	return nil
}
