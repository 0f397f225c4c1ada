package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/people"
)

func TestPeopleSayWhenTheyAreCalled(t *testing.T) {
	w, db, h := agenda(t)
	got := call(t, h, "PUT", "/api/notifications", `{"quietFrom":"22:00","quietTo":"07:00","days":[1,2,3],"first":"discord","where":{"failures":"panel"}}`)
	if got.Code != http.StatusOK {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if got := call(t, h, "GET", "/api/notifications", ""); !strings.Contains(got.Body.String(), `"first":"discord"`) || !strings.Contains(got.Body.String(), `"where":{"failures":"panel"}`) {
		t.Errorf("%s", got.Body)
	}
	for _, wrong := range []string{`{"quietFrom":"25:00","quietTo":"07:00"}`, `{"quietFrom":"22:00"}`, `{"days":[8]}`, `{"first":"web"}`, `{"where":{"decisions":"nowhere"}}`, `{"where":{"results":"discord"}}`, `{"delegate":"` + string(w.owner.ID) + `"}`} {
		if got := call(t, h, "PUT", "/api/notifications", wrong); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "recovery") {
			t.Errorf("%s: %d %s", wrong, got.Code, got.Body)
		}
	}
	page := call(t, h, "GET", "/notifications", "", cookie(t, h)).Body.String()
	for _, want := range []string{`name="from" value="22:00"`, `value="1" checked`, `value="discord" selected`, `<select name="where-failures"><option value="">where it was asked for</option><option value="slack">Slack</option><option value="discord">Discord</option><option value="push">on your devices</option><option value="mail">by e-mail</option><option value="panel" selected>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	if decisions, _, _ := strings.Cut(page[strings.Index(page, `name="where-decisions"`):], "</select>"); strings.Contains(decisions, "nowhere") {
		t.Errorf("decisions may be turned off: %s", decisions)
	}
	form := url.Values{"from": {"20:00"}, "to": {"08:00"}, "day": {"5"}, "never": {"yes"}, "where-failures": {""}, "where-results": {"nowhere"}}.Encode()
	if got := call(t, h, "POST", "/notifications/hearing", form, cookie(t, h), asForm); got.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	kept, err := db.People.Hearing(t.Context(), w.tenant.ID, w.owner.ID)
	if err != nil || kept.QuietFrom != "20:00" || !kept.Never || len(kept.Days) != 1 || kept.Days[0] != time.Friday || kept.First != "" || len(kept.Where) != 1 || kept.Where[assistant.TopicResults] != assistant.HearNowhere {
		t.Errorf("%+v %v", kept, err)
	}
	if got := call(t, h, "POST", "/tasks/notifications", "where-decisions=nowhere", cookie(t, h), asForm); got.Code != http.StatusUnprocessableEntity || !strings.Contains(got.Body.String(), "Decisions wait for you") {
		t.Errorf("decisions are turned off: %d", got.Code)
	}
	if got := call(t, h, "POST", "/tasks/notifications", "from=20%3A00&to=", cookie(t, h), asForm); got.Code != http.StatusUnprocessableEntity || !strings.Contains(got.Body.String(), "one of them is missing") {
		t.Errorf("%d", got.Code)
	}
}

// TestUsefulTasksAreReadyToBeMade: each fills the form as it stands.
func TestUsefulTasksAreReadyToBeMade(t *testing.T) {
	_, _, h := agenda(t)
	in := cookie(t, h)
	page := call(t, h, "GET", "/tasks", "", in).Body.String()
	links := regexp.MustCompile(`/tasks\?template=(\w+)`).FindAllStringSubmatch(page, -1)
	if len(links) != len(useful()) {
		t.Fatalf("there are %d", len(links))
	}
	prompt, when := regexp.MustCompile(`(?s)<textarea name="prompt"[^>]*>(.*?)</textarea>`), regexp.MustCompile(`name="when"[^>]* value="([^"]*)"`)
	for i, l := range links {
		filled := call(t, h, "GET", l[0], "", in).Body.String()
		got := people.Template{Prompt: html.UnescapeString(prompt.FindStringSubmatch(filled)[1]), When: html.UnescapeString(when.FindStringSubmatch(filled)[1])}
		if want := useful()[i]; got.Prompt != want.Prompt || got.When != want.When {
			t.Errorf("%+v instead of %+v", got, want)
		}
	}
}

func useful() []people.Template {
	return []people.Template{
		{Name: "audit", Title: "Weekly audit", Prompt: "Check the <audit>", When: "every Monday at 9", Says: "Two warnings are new."},
		{Name: "links", Title: "Broken links", Prompt: "Check the links", When: "every Wednesday at 7", Says: "Three lead nowhere."},
	}
}
