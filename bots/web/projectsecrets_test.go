package web_test

import (
	"maps"
	"net/http"
	"net/url"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// TestAnEmptyLineEmptiesWhatItShowsAndLeavesWhatItDoesNot: a secret is in no form that is sent back, so that it stays until its box to
// forget it is ticked or another is written; what is shown is as it is sent.
func TestAnEmptyLineEmptiesWhatItShowsAndLeavesWhatItDoesNot(t *testing.T) {
	for what, c := range map[string]struct {
		change       url.Values
		user, secret string
	}{
		"nothing is changed":    {nil, "hans", "abcd efgh"},
		"the user is taken out": {url.Values{"wordpress.user": {""}}, "", "abcd efgh"},
		"the secret is new":     {url.Values{"wordpress.password": {"ijkl mnop"}}, "hans", "ijkl mnop"},
		"the secret is to go":   {url.Values{"wordpress.forget": {"yes"}}, "hans", ""},
	} {
		w := newWorld(t)
		id := w.projects[0].ID
		w.projects[0].Connections = []assistant.Connection{site.WordPress("https://shop.example", "hans")}
		w.projects[0].Connections[0].Opened = true
		w.secrets[id] = assistant.Secrets{site.KindWordPress: "abcd efgh"}
		h := w.surface(t)
		form := url.Values{"name": {"Aquaverter"}, "language": {"English"}, "give.site": {"wordpress"}, "wordpress.url": {"https://shop.example"}, "wordpress.user": {"hans"}, "wordpress.password": {""}}
		maps.Copy(form, c.change)
		got := call(t, h, "POST", "/settings/projects/"+string(id), form.Encode(), cookie(t, h), asForm)
		kept, _ := w.projects[0].Connected(site.KindWordPress)
		if got.Code != http.StatusSeeOther || kept.Config[site.KeyUser] != c.user || string(w.secrets[id][site.KindWordPress]) != c.secret {
			t.Errorf("%s: %d, user %q, and the secret is %q", what, got.Code, kept.Config[site.KeyUser], w.secrets[id][site.KindWordPress])
		}
	}
}
