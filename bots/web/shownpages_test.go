package web_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// shownPage is a route that gives something to look at: where it stands in the world, or why nobody looks at it.
type shownPage struct {
	at      []string
	refused []string // where it says why it shows nothing
	not     string
}

// shownPages are all routes of the surface that people's browsers get, but for the API's.
func shownPages(w *world, s story, task, invitation string) map[string]shownPage {
	const piece = "a piece of a page, for its script"
	project := string(w.projects[0].ID)
	return map[string]shownPage{
		"/":                                {refused: []string{"/nowhere"}},
		"/{$}":                             {at: []string{"/", "/?q=zebra", "/?q=services"}},
		"/c/{id}":                          {at: []string{"/c/" + string(s.conversation)}},
		"/c/{id}/people":                   {at: []string{"/c/" + string(s.conversation) + "/people"}},
		"/waiting":                         {at: []string{"/waiting"}},
		"/settings":                        {at: []string{"/settings"}},
		"/settings/projects/{id}/delete":   {at: []string{"/settings/projects/" + project + "/delete"}},
		"/approvals":                       {at: []string{"/approvals"}},
		"/people":                          {at: []string{"/people"}},
		"/sessions":                        {at: []string{"/sessions"}},
		"/files":                           {at: []string{"/files"}},
		"/work":                            {at: []string{"/work?runs=all"}},
		"/notifications":                   {at: []string{"/notifications"}},
		"/tasks":                           {at: []string{"/tasks"}},
		"/tasks/when":                      {not: piece},
		"/sw.js":                           {not: "a script"},
		"/manifest.webmanifest":            {not: "for browsers"},
		"/hooks":                           {at: []string{"/hooks"}},
		"/tasks/{id}/hook":                 {at: []string{"/tasks/" + task + "/hook"}},
		"/operations":                      {at: []string{"/operations?runs=all"}},
		"/deliveries":                      {at: []string{"/deliveries"}},
		"/runs/{id}/timeline":              {at: []string{"/runs/" + string(s.finished) + "/timeline"}},
		"/join":                            {at: []string{"/join?invitation=" + invitation}, refused: []string{"/join?invitation=spent"}},
		"/design":                          {at: []string{"/design"}},
		"/design/cards":                    {at: []string{"/design/cards"}},
		"/login":                           {not: "it is looked at once nobody is signed in"},
		"/login/openid/back":               {not: "it leads on, or back to the login with why not"},
		"/panel/now":                       {not: piece},
		"/panel/conversations":             {not: piece},
		"/panel/find":                      {not: piece},
		"/panel/conversations/{id}/older":  {not: piece},
		"/panel/conversations/{id}/people": {not: "for its script"},
		"/panel/people":                    {not: "for its script"},
		"/panel/conversations/{id}/export": {not: "a file"},
		"/panel/conversations/{id}/stream": {not: "a stream of pieces"},
		"/api/":                            {not: "for programs"},
		"/assets/":                         {not: "no pages"},
	}
}

// TestEveryRouteIsLookedAt finds the routes in the code, so that a new page cannot be forgotten by what looks at all of them.
func TestEveryRouteIsLookedAt(t *testing.T) {
	known := shownPages(newWorld(t), story{}, "", "")
	route := regexp.MustCompile(`"GET (/[^"]*)"|\.Handle(?:Func)?\("(/[^"]*)"`)
	found := map[string]bool{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "api/") {
			return err
		}
		code, err := os.ReadFile(name)
		for _, m := range route.FindAllStringSubmatch(string(code), -1) {
			at := m[1] + m[2]
			if found[at] = true; len(known[at].at)+len(known[at].refused) == 0 && known[at].not == "" {
				t.Errorf("%s: nobody looks at %s", name, at)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for at := range known {
		if !found[at] {
			t.Errorf("no route gives %s", at)
		}
	}
}

// lengthens makes lists long: conversations, people and what platforms refused.
func lengthens(w *world, words func(text string) string) failed {
	const many = 20
	out := failed{}
	for range many {
		c := w.start(words("A conversation with rather a long title, such as people give it without a thought"))
		w.join(words("Somebody with rather a long name"), assistant.RoleApprover)
		out = append(out, assistant.Failure{At: w.now(), Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: "1.0"}, Conversation: c, What: "plan", Outcome: "plain", Code: "invalid_blocks"})
	}
	return out
}
