package projects_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/projects"
)

// TestASiteIsAtItsDomainUntilSomebodySaysOtherwise: the form of a connection that there is not yet begins with the address that the project
// is known by; of one that there is it shows what is kept.
func TestASiteIsAtItsDomainUntilSomebodySaysOtherwise(t *testing.T) {
	form := assistant.ConnectionForm{Kind: "blog", Fields: []assistant.FormField{{Key: "url", Kind: assistant.FieldAddress}, {Key: "user", Kind: assistant.FieldText}}}
	kept := assistant.Connection{Kind: "blog", Config: map[string]string{"url": "https://blog.example", "user": "hans"}}
	for name, c := range map[string]struct {
		project   assistant.Project
		url, user string
	}{
		"nothing is known":      {},
		"a domain is known":     {assistant.Project{Domain: "shop.example"}, "https://shop.example", ""},
		"it is connected":       {assistant.Project{Domain: "shop.example", Connections: []assistant.Connection{kept}}, "https://blog.example", "hans"},
		"connected to no place": {assistant.Project{Domain: "shop.example", Connections: []assistant.Connection{{Kind: "blog"}}}, "", ""},
	} {
		got := projects.ConnectionFields(form, c.project)
		if got[0].Value != c.url || got[1].Value != c.user {
			t.Errorf("%s: at %q as %q", name, got[0].Value, got[1].Value)
		}
	}
}
