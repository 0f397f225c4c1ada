package web_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

func asForm(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }

func TestDeletingAProjectIsAskedOnceAndSaysWhatHangsOnIt(t *testing.T) {
	w := newWorld(t)
	id := w.projects[0].ID
	w.projects[0].Connections = []assistant.Connection{site.WordPress("https://shop.example", "hans")}
	w.projects[0].Connections[0].Opened = true
	w.use = assistant.ProjectUse{Conversations: 2, Plans: 1}
	w.remains = assistant.Say("Its ticket stays on the list.")
	h := w.surface(t)
	in := cookie(t, h)
	at := "/settings/projects/" + string(id) + "/delete"
	if page := call(t, h, "GET", "/settings", "", in).Body.String(); !strings.Contains(page, `href="`+at+`"`) {
		t.Error("the settings do not lead there")
	}
	ask := call(t, h, "GET", at, "", in)
	for _, want := range []string{
		"Delete Aquaverter?", "cannot be undone", "connection to a WordPress site and the password for it are forgotten", "A plan for it that waits", "2 conversations about it stay", "Its ticket stays",
		"Keep it",
	} {
		if !strings.Contains(ask.Body.String(), want) {
			t.Errorf("%d, and the question does not say %q", ask.Code, want)
		}
	}
	german := call(t, h, "GET", at, "", in, reading("de")).Body.String()
	for _, want := range []string{"lässt sich nicht rückgängig machen", "Seine Verbindung (eine WordPress-Website) und das Passwort dafür werden vergessen.", "Ein Plan dafür", "Die 2 Unterhaltungen darüber", "Sein Ticket bleibt"} {
		if !strings.Contains(german, want) {
			t.Errorf("in German the question does not say %q", want)
		}
	}
	if len(w.projects) != 1 {
		t.Fatal("asking deleted it")
	}
	w.use.Runs = 1
	if busy := call(t, h, "GET", at, "", in).Body.String(); !strings.Contains(busy, "still going on") || strings.Contains(busy, `method="post"`) {
		t.Errorf("while a run works on it:\n%s", busy)
	}
	if got := call(t, h, "POST", at, "", in, asForm); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "still going on") || len(w.projects) != 1 {
		t.Errorf("while a run works on it: %d", got.Code)
	}
	w.use.Runs = 0
	for range 2 { // the button was pressed twice
		if got := call(t, h, "POST", at, "", in, asForm); got.Code != http.StatusSeeOther || len(w.projects) != 0 {
			t.Fatalf("%d, %d projects", got.Code, len(w.projects))
		}
	}
	if page := call(t, h, "GET", "/settings?saved=deleted", "", in).Body.String(); !strings.Contains(page, "The project is deleted.") || strings.Contains(page, "Aquaverter") {
		t.Error("the page after it")
	}
}

// shop is a WordPress site that lets hans in.
func shop(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(letsHansIn{})
	t.Cleanup(s.Close)
	return s.URL
}

// letsHansIn is a WordPress site, on the net or in its place.
type letsHansIn struct{}

func (letsHansIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user, password, signed := r.BasicAuth()
	switch {
	case r.Method == http.MethodHead:
	case signed && user == "hans" && password == "abcd efgh":
		_, _ = w.Write([]byte(`{"username":"hans","roles":["editor"],"capabilities":{"edit_pages":true,"publish_pages":true}}`))
	default:
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"code":"incorrect_password","message":"no"}`))
	}
}

// RoundTrip implements [http.RoundTripper].
func (s letsHansIn) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	out := w.Result()
	out.Request = r
	return out, nil
}

func TestAConnectionIsTriedBeforeItIsSaved(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in, at := cookie(t, h), shop(t)
	of := "/settings/projects/" + string(w.projects[0].ID) + "/try"
	fill := func(change ...string) string {
		form := url.Values{
			"name": {"Typed name"}, "try": {"wordpress"}, "give.site": {"wordpress"}, "wordpress.url": {at}, "wordpress.user": {"hans"}, "wordpress.password": {"abcd efgh"},
		}
		for i := 0; i < len(change); i += 2 {
			form.Set(change[i], change[i+1])
		}
		return form.Encode()
	}
	fresh := string(assistant.NewID[assistant.ProjectID](w.ids))
	for name, c := range map[string]struct{ path, form, want string }{
		"what opens it":      {of, fill(), "lets “hans” in (editor), who may publish pages. Nothing was saved yet."},
		"before it is added": {"/settings/projects/try", fill("id", fresh, "name", ""), "lets “hans” in"},
		"a wrong password":   {of, fill("wordpress.password", "wrong"), "update the credentials"},
		"without a password": {of, fill("wordpress.password", ""), "credentials are missing or incorrect"},
		"no address":         {of, fill("wordpress.url", ""), "A WordPress site needs its address."},
		"a machine's own":    {of, fill("wordpress.url", "http://169.254.169.254/"), "that machines use among themselves"},
		"nobody is there":    {of, fill("wordpress.url", "http://127.0.0.1:1"), "cannot be reached"},
		"what cannot be":     {of, fill("try", "folder"), "nothing to try"},
		"what nobody knows":  {of, fill("try", "tape"), "nothing to try"},
	} {
		body := call(t, h, "POST", c.path, c.form, in, asForm).Body.String()
		if !strings.Contains(body, c.want) || strings.Contains(body, "abcd") || !strings.Contains(body, "<form") {
			t.Errorf("%s: the page does not say %q", name, c.want)
		}
		if c.path == of && !strings.Contains(body, `value="Typed name"`) {
			t.Errorf("%s: what was typed is lost", name)
		}
		part := call(t, h, "POST", c.path, c.form, in, asForm, func(r *http.Request) { r.Header.Set("HX-Request", "true") }).Body.String()
		if !strings.Contains(part, c.want) || strings.Contains(part, "<form") {
			t.Errorf("%s, with scripts: %s", name, part)
		}
	}
	if len(w.projects) != 1 || w.projects[0].Name != "Aquaverter" || site.KindOf(w.projects[0]) != site.KindFolder || len(w.secrets) > 0 {
		t.Errorf("trying kept something: %+v", w.projects)
	}
}

// TestWhatIsWrongWithATryStandsBesideItsButton where there is one: a field that does not fit is said there, and of a connection that
// nobody tries the whole form comes back.
func TestWhatIsWrongWithATryStandsBesideItsButton(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	for try, want := range map[string]int{"wordpress": http.StatusOK, "tape": http.StatusBadRequest} {
		form := url.Values{"name": {"Typed name"}, "try": {try}, "give.site": {"wordpress"}, "wordpress.url": {""}}
		if got := call(t, h, "POST", "/settings/projects/"+string(w.projects[0].ID)+"/try", form.Encode(), in, asForm); got.Code != want {
			t.Errorf("%s: %d", try, got.Code)
		}
	}
}

// A password that is kept is tried at the address that it was given for, and at no other; and only for admins.
func TestAKeptPasswordIsTriedAtItsOwnAddressAlone(t *testing.T) {
	w := newWorld(t)
	at, other := shop(t), shop(t)
	w.projects[0].Connections = []assistant.Connection{site.WordPress(at, "hans")}
	w.projects[0].Connections[0].Opened = true
	w.secrets[w.projects[0].ID] = assistant.Secrets{site.KindWordPress: "abcd efgh"}
	h := w.surface(t)
	in := cookie(t, h)
	try := func(address string) string {
		form := url.Values{"name": {"Aquaverter"}, "try": {"wordpress"}, "give.site": {"wordpress"}, "wordpress.url": {address}, "wordpress.user": {"hans"}}
		return call(t, h, "POST", "/settings/projects/"+string(w.projects[0].ID)+"/try", form.Encode(), in, asForm).Body.String()
	}
	if got := try(at); !strings.Contains(got, "lets “hans” in") {
		t.Error("at its own address it does not open")
	}
	if got := try(other); strings.Contains(got, "lets “hans” in") {
		t.Error("it was sent to another address")
	}
	w.refusal = assistant.ErrNotAdmin
	if got := try(at); strings.Contains(got, "lets “hans” in") {
		t.Error("somebody who is no admin tried it")
	}
	w.refusal = errors.New("away")
	if got := try(at); strings.Contains(got, "away") {
		t.Error("the system's own words are shown")
	}
}

func TestTheFormStaysWhileItsConnectionIsTried(t *testing.T) {
	w := newWorld(t)
	at := shop(t)
	b := openTab(t, w.serve(t), "/settings")
	b.await(`document.querySelector(".fields input[value=wordpress]")`)
	b.js(`document.querySelector(".fields input[value=wordpress]").click()`)
	b.await(`document.querySelector('.fields input[name="wordpress.url"]').value === "https://aquaverter.ca"`) // where nobody said otherwise yet
	b.js(`document.querySelector('.fields input[name="wordpress.url"]').value = ""`)
	b.do(chromedp.SendKeys(chromedp.CSS(`.fields input[name="wordpress.url"]`), at),
		chromedp.SendKeys(chromedp.CSS(`.fields input[name="wordpress.user"]`), "hans"),
		chromedp.SendKeys(chromedp.CSS(`.fields input[name="wordpress.password"]`), "abcd efgh"))
	b.js(`document.querySelector(".fields button[name=try]").click()`)
	b.await(`document.querySelector(".fields .tried .notice.good")?.textContent.includes("who may publish pages")`)
	b.await(`document.querySelector('.fields input[name="wordpress.password"]').value === "abcd efgh"`)
	b.shoot("settings-tried")
}
