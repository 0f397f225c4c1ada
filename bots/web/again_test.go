package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

func TestWhatFailedCanBeAskedAgainAndSaysToAdminsAloneWhatToMend(t *testing.T) {
	w := newWorld(t)
	c := w.start("Failed")
	asked := w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "Please <audit> it", Body: assistant.Said{}})
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Cause: asked.ID, Body: assistant.Failed{Problem: assistant.Problem{
		Side: assistant.SideSystem, Message: "The model does not let us in.", Recovery: "Try again later.", Mend: "Check the key.", Retry: true,
	}}})
	h := w.surface(t)
	in := cookie(t, h)
	page := call(t, h, "GET", "/c/"+string(c), "", in).Body.String()
	if !strings.Contains(page, "Check the key.") || !strings.Contains(page, `name="text" value="Please &lt;audit&gt; it"`) {
		t.Errorf("the card lacks what to mend or the way on:\n%s", page)
	}
	form := url.Values{"conversation": {string(c)}, "text": {"Please <audit> it"}, "key": {"again-x"}}
	for range 2 { // pressed twice is asked once
		call(t, h, "POST", "/panel/messages", form.Encode(), in, func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		})
	}
	if got := heard(w); len(got) != 1 || got[0] != "Please <audit> it" {
		t.Errorf("heard %q", got)
	}
	member := w.owner
	member.Role = assistant.RoleMember
	h = w.surface(t, func(c *web.Config) { c.Owner = member })
	if page := call(t, h, "GET", "/c/"+string(c), "", cookie(t, h)).Body.String(); strings.Contains(page, "Check the key.") {
		t.Error("a member is told what only operators can mend")
	}
}
