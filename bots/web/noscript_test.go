package web_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web"
)

// plainBrowser is a browser without scripts: it follows links and sends forms as they stand on the page.
type plainBrowser struct {
	t      *testing.T
	client *http.Client
	at     *url.URL
	status int
	page   *goquery.Document
}

func withoutScripts(t *testing.T, server *httptest.Server) *plainBrowser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return &plainBrowser{t: t, client: &http.Client{Jar: jar}, at: at}
}

func (b *plainBrowser) send(method, to, kind string, body *bytes.Buffer) {
	b.t.Helper()
	target, err := b.at.Parse(to)
	if err != nil {
		b.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, target.String(), body)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	got, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer got.Body.Close()
	b.at, b.status = got.Request.URL, got.StatusCode
	if b.page, err = goquery.NewDocumentFromReader(got.Body); err != nil {
		b.t.Fatal(err)
	}
	if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") {
		b.t.Errorf("%s %s answers %s", method, to, got.Header.Get("Content-Type"))
	}
}

func (b *plainBrowser) open(to string) {
	b.t.Helper()
	b.send(http.MethodGet, to, "", &bytes.Buffer{})
}

func (b *plainBrowser) follow(selector string) {
	b.t.Helper()
	to, ok := b.page.Find(selector).First().Attr("href")
	if !ok {
		b.t.Fatalf("no link %s at %s", selector, b.at)
	}
	b.open(to)
}

func (b *plainBrowser) shows(text string) {
	b.t.Helper()
	if b.status != http.StatusOK || !strings.Contains(b.page.Text(), text) {
		b.t.Errorf("%s: %d, without %q", b.at, b.status, text)
	}
}

// press presses a button: its form is sent with what stands in it and what is filled in. A value that begins with @ is a file's.
func (b *plainBrowser) press(button string, fill map[string]string) {
	b.t.Helper()
	pressed := b.page.Find(button).First()
	form := pressed.Closest("form")
	if id, ok := pressed.Attr("form"); ok {
		form = b.page.Find("form#" + id)
	}
	if pressed.Length() == 0 || form.Length() == 0 {
		b.t.Fatalf("no button %s at %s", button, b.at)
	}
	fields := b.fields(form)
	if name := pressed.AttrOr("name", ""); name != "" {
		fields.Add(name, pressed.AttrOr("value", ""))
	}
	files := map[string]string{}
	for name, value := range fill {
		if words, file := strings.CutPrefix(value, "@"); file {
			files[name] = words
			continue
		}
		if !fields.Has(name) {
			b.t.Fatalf("%s has no field %s", button, name)
		}
		fields.Set(name, value)
	}
	action := pressed.AttrOr("formaction", form.AttrOr("action", b.at.Path))
	if form.AttrOr("enctype", "") != "multipart/form-data" {
		b.send(http.MethodPost, action, "application/x-www-form-urlencoded", bytes.NewBufferString(fields.Encode()))
		return
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, values := range fields {
		for _, v := range values {
			_ = w.WriteField(name, v)
		}
	}
	for name, words := range files {
		part, err := w.CreateFormFile(name, path.Base(name)+".txt")
		if err != nil {
			b.t.Fatal(err)
		}
		_, _ = part.Write([]byte(words))
	}
	_ = w.Close()
	b.send(http.MethodPost, action, w.FormDataContentType(), &body)
}

// fields are what a form would send of itself.
func (b *plainBrowser) fields(form *goquery.Selection) url.Values {
	out := url.Values{}
	all := form.Find("input, select, textarea")
	if id, ok := form.Attr("id"); ok {
		all = all.AddSelection(b.page.Find(`[form="` + id + `"]`).Filter("input, select, textarea"))
	}
	all.Each(func(_ int, f *goquery.Selection) {
		name := f.AttrOr("name", "")
		_, checked := f.Attr("checked")
		kind := f.AttrOr("type", "text")
		switch {
		case name == "" || kind == "file" || (kind == "radio" || kind == "checkbox") && !checked:
		case f.Is("select"):
			chosen := f.Find("option[selected]")
			if chosen.Length() == 0 {
				chosen = f.Find("option")
			}
			out.Add(name, chosen.First().AttrOr("value", chosen.First().Text()))
		case f.Is("textarea"):
			out.Add(name, f.Text())
		default:
			out.Add(name, f.AttrOr("value", ""))
		}
	})
	return out
}

// TestEveryFlowGoesWithoutScripts: signing in, asking, attaching, trying an example, answering, changing a plan, deciding, stopping,
// taking back, reading what is earlier, what waits, tasks, settings and signing out are links and forms.
func TestEveryFlowGoesWithoutScripts(t *testing.T) {
	w, db, _ := agenda(t)
	s := tell(w, "")
	old := w.start("Long")
	long(w, old, 150)
	kept := &library{kept: map[assistant.FileID]assistant.KeptFile{}, gone: map[assistant.FileID]bool{}}
	server := w.serve(t, func(c *web.Config) {
		c.Files, c.Library = kept, kept
		c.Tasks = &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Hears: db.Verbs, Now: w.now}
	})
	b := withoutScripts(t, server)

	b.open("/c/" + string(s.conversation))
	b.press("form[action='/login'] button", map[string]string{"token": token})
	if b.at.Path != "/c/"+string(s.conversation) {
		t.Errorf("signed in at %s", b.at)
	}
	did := func(what string, want func(assistant.Body) bool) {
		t.Helper()
		if got := w.lastAct(t).Body; b.status != http.StatusOK || !want(got) {
			t.Errorf("%s: %d, %+v", what, b.status, got)
		}
	}
	b.press("#slot-ask-"+string(s.ask)+"-answer", map[string]string{"q.angle": "hard water"})
	did("answering", func(body assistant.Body) bool {
		a, ok := body.(assistant.Answered)
		return ok && a.Values["angle"] == "hard water"
	})
	b.open("/c/" + string(s.conversation))
	b.press("#slot-plan-"+string(s.plan)+"-2-changes", map[string]string{"note": "Drop step 3"})
	did("changing the plan", func(body assistant.Body) bool {
		p, ok := body.(assistant.PlanDecided)
		return ok && p.Verdict == assistant.VerdictChanges && p.Note == "Drop step 3"
	})
	b.open("/waiting")
	b.press("#slot-approval-"+string(s.approval)+"-approve", nil)
	did("deciding where it waits", func(body assistant.Body) bool {
		a, ok := body.(assistant.ApprovalDecided)
		return ok && a.Approval == s.approval && a.Verdict == assistant.VerdictApproved
	})
	b.open("/c/" + string(s.conversation))
	b.press("#slot-run-"+string(s.running)+"-stop", nil)
	did("stopping", func(body assistant.Body) bool { _, ok := body.(assistant.StopRequested); return ok })
	b.open("/c/" + string(s.conversation))
	b.press("#slot-run-"+string(s.finished)+"-undo", nil)
	did("taking back", func(body assistant.Body) bool { _, ok := body.(assistant.UndoRequested); return ok })

	b.open("/c/" + string(old))
	b.follow("#more a")
	b.shows("Message 50")
	b.follow(`.more a[href="/c/` + string(old) + `"]`)
	b.shows("Message 150")

	b.open("/")
	b.press("#send", map[string]string{"text": "Hello without scripts", "files": "@some words"})
	b.shows("Hello without scripts")
	if b.at.Path == "/" || len(kept.kept) != 1 {
		t.Errorf("asked at %s, with %d files", b.at, len(kept.kept))
	}
	b.open("/")
	b.press(".examples button", nil)
	if b.at.Path == "/" {
		t.Error("an example begins no conversation")
	}
	b.open("/tasks")
	b.press(`form[action="/tasks"] button[type=submit], form[action="/tasks"] button`, map[string]string{"prompt": "check the audit", "when": "every weekday at 9"})
	b.open("/tasks")
	b.shows("check the audit")

	b.open("/settings")
	b.press("#project-"+string(w.projects[0].ID)+" button.primary", map[string]string{"name": "Aquaverter two"})
	b.shows("Saved.")
	b.shows("Aquaverter two")
	b.press(`form[action="/logout"] button`, nil)
	b.open("/")
	if b.page.Find("#token").Length() != 1 {
		t.Errorf("signed out, and at %s is %d", b.at, b.status)
	}
}
