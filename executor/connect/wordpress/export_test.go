package wordpress

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// MayCarry tells whether a credential would be taken to the site. A name stands for a public address; where the way there is
// looked at when it is dialled, it is dialled, and what is refused is so before anything is sent.
func MayCarry(s *Sites, t assistant.TenantID, site string) error {
	at, err := url.Parse(site)
	if err != nil {
		return err
	}
	p := assistant.Project{Tenant: t, Connections: []assistant.Connection{{Kind: "wordpress", Config: map[string]string{"url": site}}}}
	_, err = s.api.carrier(p, base{at})
	if err != nil || at.Scheme == "https" {
		return err
	}
	host, port := at.Hostname(), at.Port()
	if _, err := netip.ParseAddr(host); err != nil {
		host = "93.184.216.34"
	}
	if port == "" {
		port = "80"
	}
	at.Host = net.JoinHostPort(host, port)
	p.Connections[0].Config["url"] = at.String()
	through, err := s.api.carrier(p, base{at})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, at.String(), http.NoBody)
	if err != nil {
		return err
	}
	answer, err := through.Do(r)
	if err == nil {
		return answer.Body.Close()
	}
	if errors.Is(err, dial.ErrPublic) || errors.Is(err, dial.ErrPrivate) {
		return unreachable(err, true)
	}
	return nil
}
