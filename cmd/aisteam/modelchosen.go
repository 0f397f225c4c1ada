package main

import (
	"cmp"
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
	"github.com/aisteam/aisteam/bots/web"
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

// backends are the tenants' backends; client serves tenants that have set none.
func (s *server) backends(client *llm.Client) *backends.Source {
	c := backends.Config{Default: client, Account: s.db, IDs: s.ids, Meter: s.meter, Log: s.log}
	if !s.config.setsModel() {
		c.Settings, c.Make = s.db, s.chosen
	}
	return backends.New(c)
}

func (s *server) chooser() chooser {
	own := map[string]string{assistant.ProviderGemini: s.config.GeminiBaseURL, assistant.ProviderAnthropic: s.config.AnthropicBaseURL}
	return chooser{home: s.tenant.ID, own: own, road: openai.Road(s.config.OpenAIAPI), roads: s.roads}
}

// chosen is the way to the model that a tenant has set. What it sees of models is news for the tenant that runs the service alone.
func (s *server) chosen(t assistant.TenantID, set assistant.ModelSettings) (*llm.Client, error) {
	var c llm.Config
	if t == s.tenant.ID {
		c.Sights = s.sights
	}
	return s.wayTo(t, set, c)
}

// once is a way to a model that is about to be set: who tries it waits for one answer.
func (s *server) once(t assistant.TenantID, set assistant.ModelSettings) (*llm.Client, error) {
	return s.wayTo(t, set, llm.Config{Attempts: 1})
}

func (s *server) wayTo(t assistant.TenantID, set assistant.ModelSettings, c llm.Config) (_ *llm.Client, err error) {
	c.Meter, c.Log = s.meter, s.log
	if c.Model, c.Fast, err = s.chooser().of(t, set).open(context.Background()); err != nil { // which calls nobody
		return nil, err
	}
	return s.config.client(c)
}

// modelDesk is where admins set the model; nil where the environment does.
func (s *server) modelDesk() web.Models {
	if s.config.setsModel() {
		return nil
	}
	return &backends.Desk{Kept: s.db, Source: s.models, Once: s.once, Seals: s.seals, Now: time.Now}
}

// chooser knows the way to models that tenants set.
type chooser struct {
	home  assistant.TenantID // who runs the service
	own   map[string]string  // where the environment has requests to a provider go in place of its own address
	road  openai.Road        // the one of OpenAI's protocols that the environment says; "" for whichever is taken
	roads modelRoads
}

// of is a model that a tenant has set.
func (c chooser) of(t assistant.TenantID, set assistant.ModelSettings) choice {
	base := set.BaseURL
	if set.Provider == assistant.ProviderAzure {
		base = openai.AzureBaseURL(base)
	}
	return choice{
		provider: set.Provider, key: string(set.Key), base: cmp.Or(base, c.own[set.Provider]), strong: set.Model, fast: set.Fast, road: c.road, through: c.roads.to(set.BaseURL, t == c.home),
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
