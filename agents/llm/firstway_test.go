package llm_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

// certified is a server whose certificate holds from one time to another, and the transport that trusts it.
func certified(t *testing.T, from, to time.Time) (*httptest.Server, *http.Transport) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "vendor"}, NotBefore: from, NotAfter: to, IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	trusted, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}
	server.Config.ErrorLog = quiet()
	server.StartTLS()
	t.Cleanup(server.Close)
	pool := x509.NewCertPool()
	pool.AddCert(trusted)
	return server, &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
}

// proxied is a transport over a proxy that answers every wish to connect in one way.
func proxied(t *testing.T, code int) *http.Transport {
	t.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			t.Errorf("%s went over the proxy", r.Method)
		}
		http.Error(w, "<html>sign in</html>", code)
	}))
	t.Cleanup(proxy.Close)
	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Transport{Proxy: http.ProxyURL(address)}
}

// TestWhatStandsOnTheWayToAVendorIsToldAsWhatItIs: on real connections, over real certificates.
func TestWhatStandsOnTheWayToAVendorIsToldAsWhatItIs(t *testing.T) {
	now := time.Now()
	late, trusting := certified(t, now.Add(24*time.Hour), now.Add(48*time.Hour))
	over1, trustingToo := certified(t, now.Add(-48*time.Hour), now.Add(-24*time.Hour))
	opened, _ := certified(t, now.Add(-time.Hour), now.Add(time.Hour))
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	none := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: gone.Listener.Addr().String()})}
	cases := map[string]struct {
		base string
		via  http.RoundTripper
		want llm.Outcome
		mend string
	}{
		"a certificate that holds from tomorrow on":    {late.URL, trusting, llm.OutcomeClock, "Set the clock"},
		"a certificate that held until yesterday":      {over1.URL, trustingToo, llm.OutcomeClock, "Set the clock"},
		"a certificate of somebody nobody trusts":      {opened.URL, &http.Transport{}, llm.OutcomeProxy, "none that this machine trusts"},
		"a certificate of another name":                {strings.Replace(opened.URL, "127.0.0.1", "localhost", 1), trustOf(opened), llm.OutcomeProxy, "none that this machine trusts"},
		"a proxy that wants a password":                {"https://api.openai.com/v1", proxied(t, http.StatusProxyAuthRequired), llm.OutcomeProxy, "wants a name and a password"},
		"a proxy that lets nobody through":             {"https://api.openai.com/v1", proxied(t, http.StatusForbidden), llm.OutcomeProxy, "does not connect to api.openai.com"},
		"a proxy that is not there":                    {"https://api.openai.com/v1", none, llm.OutcomeProxy, "does not connect to api.openai.com"},
		"https to where http is spoken":                {strings.Replace(plain.URL, "http:", "https:", 1), &http.Transport{}, llm.OutcomeAddress, "speaks http"},
		"nobody listens":                               {gone.URL, &http.Transport{}, llm.OutcomeUnreachable, "gives no answer"},
		"a name that nobody knows":                     {"https://models.invalid/v1", &http.Transport{DialContext: unknownName}, llm.OutcomeUnreachable, "models.invalid"},
		"a server that knows nothing of models at all": {plain.URL, &http.Transport{}, llm.OutcomeAddress, "/v1"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, vendor := range []string{"openai", "gemini"} {
				outcome, err := first(t, over(t, vendor, c.base, c.via))
				told(t, outcome, err, c.want, c.mend)
			}
		})
	}
}

// trustOf is a transport that trusts a server's own certificate, for the names that it has.
func trustOf(s *httptest.Server) *http.Transport {
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
}

// unknownName is how a name is looked up that nobody has.
func unknownName(_ context.Context, network, address string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(address)
	return nil, &net.OpError{Op: "dial", Net: network, Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
}

// quiet keeps what a server says of broken handshakes to itself.
func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
