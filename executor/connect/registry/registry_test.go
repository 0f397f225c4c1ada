package registry_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/registry"
)

// internet answers as IANA and the registry of .ca do; the answer's shape is that of RFC 9083, section 5.3.
type internet struct {
	asked []string
	down  bool
	ends  string
}

// RoundTrip implements [http.RoundTripper].
func (i *internet) RoundTrip(r *http.Request) (*http.Response, error) {
	i.asked = append(i.asked, r.URL.String())
	status, body := http.StatusNotFound, `{"errorCode":404,"title":"not found"}`
	switch {
	case i.down:
		status, body = http.StatusBadGateway, "<html>"
	case r.URL.String() == "https://data.iana.org/rdap/dns.json":
		status, body = http.StatusOK, `{"version":"1.0","publication":"2026-01-01T00:00:00Z","description":"domains","services":[[["ca","com"],["https://rdap.example-registry.ca/"]]]}`
	case r.URL.String() == "https://rdap.example-registry.ca/domain/aquaverter.ca":
		status, body = http.StatusOK, fmt.Sprintf(`{"objectClassName":"domain","rdapConformance":["rdap_level_0"],"handle":"H1","ldhName":"aquaverter.ca",
			"status":["active"],"events":[{"eventAction":"registration","eventDate":"1997-06-03T00:00:00Z"},{"eventAction":"expiration","eventDate":%q}]}`, i.ends)
	}
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/rdap+json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}, nil
}

// TestNoRegistryIsToldANameThatWasNotLetOut: a name carries as much as a query does.
func TestNoRegistryIsToldANameThatWasNotLetOut(t *testing.T) {
	t.Parallel()
	net := &internet{ends: "2027-10-01T04:00:00Z"}
	r := registry.New(registry.Config{Transport: net, Now: time.Now})
	own := outward.New(outward.Config{Project: assistant.Project{Domain: "aquaverter.ca"}})
	for _, p := range []outward.Permit{{}, own} {
		if domain, ends := r.Ends(t.Context(), p, "aquaverter.ca"); domain != "" || !ends.IsZero() || len(net.asked) > 0 {
			t.Errorf("%q %v, asked %q", domain, ends, net.asked)
		}
	}
	if _, err := own.Admit(t.Context(), &url.URL{Scheme: "https", Host: "aquaverter.ca"}); err != nil {
		t.Fatal(err)
	}
	if domain, _ := r.Ends(t.Context(), own, "aquaverter.ca"); domain != "aquaverter.ca" {
		t.Errorf("%q", domain)
	}
}

func TestADomainsEndIsAskedOfItsRegistryAndKept(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	net := &internet{ends: "2027-10-01T04:00:00Z"}
	r := registry.New(registry.Config{Transport: net, Now: func() time.Time { return now }})
	for range 3 {
		domain, ends := r.Ends(t.Context(), outward.ByCode("a test"), "www.Aquaverter.ca.")
		if domain != "aquaverter.ca" || !ends.Equal(time.Date(2027, 10, 1, 4, 0, 0, 0, time.UTC)) {
			t.Fatalf("%s %v", domain, ends)
		}
	}
	if len(net.asked) != 2 { // the list, the registry
		t.Errorf("%q", net.asked)
	}
	net.ends = "2028-10-01T04:00:00Z"
	now = now.Add(13 * time.Hour)
	if _, ends := r.Ends(t.Context(), outward.ByCode("a test"), "aquaverter.ca"); ends.Year() != 2028 {
		t.Errorf("%v", ends)
	}
}

func TestNobodySaysOfWhatCannotBeRegisteredOrAsked(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	net := &internet{ends: "soon"}
	r := registry.New(registry.Config{Transport: net, Now: func() time.Time { return now }})
	for _, host := range []string{"", "localhost", "127.0.0.1", "::1", "ca", "intranet.corp", "co.uk"} {
		if domain, ends := r.Ends(t.Context(), outward.ByCode("a test"), host); domain != "" || !ends.IsZero() {
			t.Errorf("%s: %s %v", host, domain, ends)
		}
	}
	if len(net.asked) != 0 {
		t.Errorf("%q", net.asked)
	}
	for _, host := range []string{"aquaverter.ca", "unknown.com", "beyond.zz"} {
		if _, ends := r.Ends(t.Context(), outward.ByCode("a test"), host); !ends.IsZero() {
			t.Errorf("%s: %v", host, ends)
		}
	}
	net.down = true
	if domain, ends := r.Ends(t.Context(), outward.ByCode("a test"), "other.ca"); domain != "other.ca" || !ends.IsZero() {
		t.Errorf("%s %v", domain, ends)
	}
	asked := len(net.asked)
	_, _ = r.Ends(t.Context(), outward.ByCode("a test"), "other.ca")
	if len(net.asked) != asked {
		t.Error("what has just not answered was asked again")
	}
	net.down, net.ends, now = false, "2027-10-01T04:00:00Z", now.Add(time.Hour)
	if _, ends := r.Ends(t.Context(), outward.ByCode("a test"), "aquaverter.ca"); ends.IsZero() {
		t.Error("it was not asked again")
	}
}
