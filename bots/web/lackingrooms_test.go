package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// TestAPageWithoutWhatItIsOfIsNone: nobody is shown half of it.
func TestAPageWithoutWhatItIsOfIsNone(t *testing.T) {
	for without, c := range map[string]struct {
		change func(*web.Config)
		gone   []string
	}{
		"nothing": {func(*web.Config) {}, nil},
		"rules":   {func(c *web.Config) { c.Rules = nil }, []string{"/approvals"}},
		"members": {func(c *web.Config) { c.Members = nil }, []string{"/approvals", "/people"}},
		"grants":  {func(c *web.Config) { c.Grants = nil }, []string{"/people"}},
	} {
		w := newWorld(t)
		h := w.surface(t, c.change)
		in := cookie(t, h)
		for _, path := range []string{"/approvals", "/people"} {
			want := http.StatusOK
			for _, gone := range c.gone {
				if gone == path {
					want = http.StatusNotFound
				}
			}
			if got := call(t, h, "GET", path, "", in); got.Code != want {
				t.Errorf("without %s, %s: %d", without, path, got.Code)
			}
		}
	}
}

// TestWhetherARuleCanBeMetIsSaidOnlyOfATeamThatIsKnown: nothing is said where nobody knows who is there, or where there are more than are
// looked at.
func TestWhetherARuleCanBeMetIsSaidOnlyOfATeamThatIsKnown(t *testing.T) {
	for team, c := range map[string]struct {
		members int
		change  func(*web.Config)
		told    bool
	}{
		"one admin":     {0, func(*web.Config) {}, true},
		"nobody knows":  {0, func(c *web.Config) { c.Members = nil }, false},
		"a great crowd": {200, func(*web.Config) {}, false},
	} {
		w := newWorld(t)
		for range c.members {
			w.join("Somebody", assistant.RoleMember)
		}
		w.policies = []assistant.Policy{{Tool: "create_page", Rule: assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}, Needed: 2}}}
		got := call(t, w.surface(t, c.change), "GET", "/api/approvals/rules", "")
		if told := strings.Contains(got.Body.String(), `"could":1`); got.Code != http.StatusOK || told != c.told {
			t.Errorf("%s: %d %s", team, got.Code, got.Body)
		}
	}
}
