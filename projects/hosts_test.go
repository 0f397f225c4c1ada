package projects_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/projects"
)

type sites struct {
	of    map[assistant.TenantID][]assistant.Project
	err   error
	asked int
}

func (s *sites) Projects(_ context.Context, t assistant.TenantID) ([]assistant.Project, error) {
	s.asked++
	return s.of[t], s.err
}

func TestAgentsMayLinkToTheTenantsSitesAsTheyAreNow(t *testing.T) {
	now := time.Now()
	s := &sites{of: map[assistant.TenantID][]assistant.Project{
		"a": {{Connections: []assistant.Connection{site.WordPress("https://shop.example:8443/blog", "")}, Domain: "www.shop.example"}, {Domain: "shop.example"}},
		"b": {{Connections: []assistant.Connection{site.WordPress("https://other.example", "")}}},
	}}
	h := projects.NewHosts(assistant.PublicAt("https://panel.example"), s, func() time.Time { return now })
	is := func(tenant assistant.TenantID, want ...string) {
		t.Helper()
		if d := cmp.Diff(want, h.Of(t.Context(), tenant)); d != "" {
			t.Error(d)
		}
	}
	is("a", "panel.example", "shop.example", "www.shop.example")
	is("b", "panel.example", "other.example")
	is("c", "panel.example")
	s.of["a"] = []assistant.Project{{Connections: []assistant.Connection{site.WordPress("https://new.example", "")}}}
	is("a", "panel.example", "shop.example", "www.shop.example")
	if s.asked != 3 {
		t.Errorf("asked %d times", s.asked)
	}
	h.Forget("a")
	is("a", "panel.example", "new.example")
	s.of["a"] = nil
	now = now.Add(time.Minute)
	is("a", "panel.example")
	s.of["a"] = []assistant.Project{{Connections: []assistant.Connection{site.WordPress("https://new.example", "")}}}
	now = now.Add(time.Minute)
	is("a", "panel.example", "new.example")
	now, s.err = now.Add(time.Minute), errors.New("away")
	is("a", "panel.example", "new.example")
	is("d", "panel.example")
}

func TestAgentsMayLinkToTheServiceWhereItIsReachedNow(t *testing.T) {
	at := ""
	h := projects.NewHosts(func() assistant.Address { return assistant.Address{URL: at} }, &sites{of: map[assistant.TenantID][]assistant.Project{"a": {{Domain: "shop.example"}}}}, time.Now)
	for host, want := range map[string][]string{
		"https://one.example:8443": {"one.example", "shop.example"}, "https://shop.example": {"shop.example"}, "": {"shop.example"},
	} {
		at = host
		for range 2 { // read, and remembered
			if d := cmp.Diff(want, h.Of(t.Context(), "a")); d != "" {
				t.Errorf("at %q: %s", host, d)
			}
		}
	}
}
