package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/agents/llm/openai"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// openModel brings up what answers: what the environment sets, for everybody, or what each tenant's admins set on the panel.
func (s *server) openModel(ctx context.Context) error {
	s.sights = lifecycle.NewSights()
	client, err := s.config.models(ctx, s.log, s.meter, s.sights)
	if err != nil {
		return err
	}
	s.models = s.backends(client)
	if err := s.models.Refresh(ctx); err != nil {
		return fmt.Errorf("read which models are set: %w", err)
	}
	return nil
}

// backends are those of the tenants, where client answers whoever has set none.
func (s *server) backends(client *llm.Client) *backends.Source {
	c := backends.Config{Default: client, Account: s.db, IDs: s.ids, Meter: s.meter, Log: s.log}
	if !s.config.setsModel() {
		c.Settings, c.Make = s.db, s.chosen
	}
	return backends.New(c)
}

func (s *server) chooser() chooser {
	return chooser{home: s.tenant.ID, road: openai.Road(s.config.OpenAIAPI), roads: s.roads}
}

// chosen is the way to the model that a tenant has set. What it sees of models is news for the tenant that runs the service alone.
func (s *server) chosen(t assistant.TenantID, set assistant.ModelSettings) (*llm.Client, error) {
	main, fast, err := s.chooser().of(t, set).open(context.Background()) // it calls nobody
	if err != nil {
		return nil, err
	}
	c := llm.Config{Model: main, Fast: fast, Meter: s.meter, Log: s.log}
	if t == s.tenant.ID {
		c.Sights = s.sights
	}
	return s.config.client(c)
}

// chooser knows the way to models that tenants set.
type chooser struct {
	home  assistant.TenantID // who runs the service
	road  openai.Road        // the one of OpenAI's protocols that the environment says; "" for whichever is taken
	roads modelRoads
}

// of is a model that a tenant has set.
func (c chooser) of(t assistant.TenantID, set assistant.ModelSettings) choice {
	return choice{
		provider: set.Provider, key: string(set.Key), base: set.BaseURL, strong: set.Model, fast: set.Fast, road: c.road, through: c.roads.to(set.BaseURL, t == c.home),
	}
}

// modelRoads lead to addresses that people have set on the panel, which nobody has vouched for as for the environment's. None leads to
// where clouds tell machines their secrets, and no key crosses the open internet unencrypted.
type modelRoads struct {
	open   http.RoundTripper // to the open internet alone
	secure http.RoundTripper // to private networks as well
	plain  http.RoundTripper // to private networks alone
}

func newModelRoads() modelRoads {
	return modelRoads{open: guarded(dial.RefusePrivate), secure: guarded(dial.RefuseLinkLocal), plain: guarded(dial.RefusePublic)}
}

// to is the road to an address; home is whose machine this is, and whose networks it may be asked to look at. A provider's own address is
// as good as one in the environment.
func (r modelRoads) to(base string, home bool) http.RoundTripper {
	u, err := url.Parse(base)
	switch {
	case base == "":
		return nil // the default one
	case !home:
		return r.open
	case err == nil && u.Scheme == "https":
		return r.secure
	default:
		return r.plain
	}
}

// guarded is the default transport, of which an address is looked at once more when it is dialled.
func guarded(control func(network, address string, c syscall.RawConn) error) http.RoundTripper {
	d := net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second, Control: control}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: d.DialContext, ForceAttemptHTTP2: true, MaxIdleConns: 100, IdleConnTimeout: 90 * time.Second,
		TLSHandshakeTimeout: 10 * time.Second, ExpectContinueTimeout: time.Second,
	}
}
