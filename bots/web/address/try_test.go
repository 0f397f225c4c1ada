package address_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/address"
)

// keyring counts who has passkeys.
type keyring struct {
	holders int
	failing error
}

func (k keyring) PasskeyHolders(context.Context, assistant.TenantID) (int, error) {
	return k.holders, k.failing
}

// proves makes the proof of an installation, and what answers at its address.
func proves(t *testing.T, of assistant.Secret) (address.Proof, http.Handler) {
	t.Helper()
	p, err := address.NewProof(of)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle(address.Route, p)
	return p, mux
}

func serves(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// tries is the test of an address, of an installation that is reached at another one now.
func tries(t *testing.T, now string, k keyring, trusting *http.Client, at string) (string, *assistant.Trouble) {
	t.Helper()
	p, _ := proves(t, "the secret of all replicas")
	client := *trusting
	client.Timeout = time.Second
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	found, err := address.Setup{
		Proof: p, Client: &client, Public: assistant.PublicAt(now), Holders: k, Tenant: "t", IDs: assistant.NewIDs(time.Now, rand.Reader),
	}.Try(t.Context(), given(at))
	trouble, told := errors.AsType[*assistant.Trouble](err)
	if err != nil && !told {
		t.Fatal(err)
	}
	return found.String(), trouble
}

// TestWhatIsMetAtAnAddressIsTold: the installation itself, whichever replica of it, and otherwise what is in its place, with a way on.
func TestWhatIsMetAtAnAddressIsTold(t *testing.T) {
	_, ours := proves(t, "the secret of all replicas")
	_, theirs := proves(t, "the secret of another installation")
	always := func(status int, body string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		})
	}
	to := func(there string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, there, http.StatusFound) })
	}
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	secure := httptest.NewTLSServer(ours)
	t.Cleanup(secure.Close)
	plain := serves(t, ours)
	gone := httptest.NewServer(ours)
	gone.Close()
	for name, c := range map[string]struct {
		at, found, wrong, mends string
		trusting                *http.Client
	}{
		"another replica":           {at: plain, found: " leads to this panel."},
		"over TLS":                  {at: secure.URL, found: " leads to this panel.", trusting: secure.Client()},
		"a certificate of nobody":   {at: secure.URL, wrong: "is not trusted", mends: "exactly this name"},
		"no TLS":                    {at: strings.Replace(plain, "http:", "https:", 1), wrong: "does not speak TLS", mends: "http://"},
		"another installation":      {at: serves(t, theirs), wrong: "Another server answers at ", mends: "save it anyway"},
		"a server without the page": {at: serves(t, http.NotFoundHandler()), wrong: "(status 404)", mends: "proxy"},
		"a page for everything":     {at: serves(t, always(http.StatusOK, "<html>Welcome")), wrong: "(status 200)", mends: "proxy"},
		"an endless page":           {at: serves(t, always(http.StatusOK, strings.Repeat("x", 1<<20))), wrong: "(status 200)", mends: "proxy"},
		"sent on":                   {at: serves(t, to("https://www.example.com/x")), wrong: " redirects to https://www.example.com.", mends: "enter it instead"},
		"sent to its login":         {at: serves(t, to("/login")), wrong: " redirects to another page.", mends: "company login"},
		"sent nowhere":              {at: serves(t, to("javascript:alert(1)")), wrong: " redirects to another page.", mends: "company login"},
		"refused":                   {at: gone.URL, wrong: "Nothing answers at " + strings.TrimPrefix(gone.URL, "http://"), mends: "save it anyway"},
		"never done":                {at: serves(t, slow), wrong: " did not answer within ", mends: "save it anyway"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.trusting == nil {
				c.trusting = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			}
			found, wrong := tries(t, "", keyring{}, c.trusting, c.at)
			if (c.found == "") != (wrong != nil) || !strings.HasSuffix(found, c.found) {
				t.Fatalf("%q, %v", found, wrong)
			}
			if wrong != nil && (!strings.Contains(wrong.Problem.Message.String(), c.wrong) || !strings.Contains(wrong.Problem.Recovery.String(), c.mends)) {
				t.Errorf("%+v", wrong.Problem)
			}
		})
	}
	nameless := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.DNSError{Name: "team.example", IsNotFound: true}
	}}}
	if _, wrong := tries(t, "", keyring{}, nameless, "https://team.example"); wrong == nil || !strings.Contains(wrong.Problem.Message.String(), "There is no address for the name team.example.") {
		t.Errorf("a name of nothing: %v", wrong)
	}
}

// TestWhoLosesTheirPasskeyIsSaidBeforeItIsKept: whatever is met at the address. A passkey stays good with its name.
func TestWhoLosesTheirPasskeyIsSaidBeforeItIsKept(t *testing.T) {
	_, ours := proves(t, "the secret of all replicas")
	secure := httptest.NewTLSServer(ours)
	t.Cleanup(secure.Close)
	named := &http.Client{Transport: &http.Transport{
		TLSClientConfig: secure.Client().Transport.(*http.Transport).TLSClientConfig,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, secure.Listener.Addr().String())
		},
	}}
	for name, c := range map[string]struct {
		now, at string
		holders int
		loses   string
	}{
		"another name":             {"https://example.com", "https://www.example.com", 3, "3 people sign in with a passkey that works only at example.com."},
		"a name that nobody is at": {"https://example.com", "http://localhost:1", 3, "3 people"},
		"TLS taken away":           {"https://example.com", "http://example.com", 3, "3 people"},
		"another port":             {"https://example.com", "https://example.com:8443", 3, ""},
		"nobody has any":           {"https://example.com", "https://www.example.com", 0, ""},
		"a first address":          {"", "https://example.com", 3, ""},
		"no passkeys before":       {"http://example.com", "https://example.com", 3, ""},
	} {
		_, wrong := tries(t, c.now, keyring{holders: c.holders}, named, c.at)
		said := ""
		if wrong != nil {
			said = wrong.Problem.Message.String()
		}
		if strings.Contains(said, "passkey") != (c.loses != "") || !strings.Contains(said, c.loses) {
			t.Errorf("%s: %q", name, said)
		}
	}
	p, _ := proves(t, "x")
	fails := errors.New("no database")
	_, err := address.Setup{Proof: p, Client: named, Public: assistant.PublicAt("https://example.com"), Holders: keyring{failing: fails}, IDs: assistant.NewIDs(time.Now, rand.Reader)}.Try(t.Context(), given("https://www.example.com"))
	if !errors.Is(err, fails) {
		t.Errorf("what could not be counted: %v", err)
	}
}

// TestAnInstallationAnswersWhatIsAskedAsItsAddressIsAsked, and nothing else, and nothing where it has no proof.
func TestAnInstallationAnswersWhatIsAskedAsItsAddressIsAsked(t *testing.T) {
	_, ours := proves(t, "the secret of all replicas")
	asks := func(h http.Handler, path string) (int, string) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	const nonce = "/address/0123456789abcdef"
	code, first := asks(ours, nonce)
	if _, again := asks(ours, nonce); code != http.StatusOK || again != first || len(strings.TrimSpace(first)) != 64 {
		t.Errorf("%d %q, then %q", code, first, again)
	}
	if _, other := asks(ours, nonce+"0"); other == first {
		t.Error("it answers everything alike")
	}
	_, theirs := proves(t, "the secret of another installation")
	if _, other := asks(theirs, nonce); other == first {
		t.Error("every installation answers alike")
	}
	for _, path := range []string{"/address/short", "/address/" + strings.Repeat("0", 65)} {
		if code, _ := asks(ours, path); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
	bare := http.NewServeMux()
	bare.Handle(address.Route, address.Proof{})
	if code, _ := asks(bare, nonce); code != http.StatusNotFound {
		t.Errorf("without a proof: %d", code)
	}
}
