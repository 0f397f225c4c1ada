package web_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
	"github.com/aisteam/aisteam/wording"
)

// agenda is the surface over real background tasks, in the name of their tenant's owner.
func agenda(t *testing.T, also ...func(*web.Config)) (*world, *ledgerkit.DB, http.Handler) {
	t.Helper()
	w := newWorld(t)
	db, err := ledgerkit.Bare(t.Context(), storage.Config{Dir: servers.Embedded(t), IDs: w.ids, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if w.tenant, w.owner, err = db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: w.tenant, Owner: assistant.Person{Name: "Robin", Zone: "Europe/Berlin"}}); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 11, 22, 16, 40, 0, 0, time.UTC) }
	h := w.surface(t, func(c *web.Config) {
		c.Tasks = &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Hears: db.Verbs, Now: now}
		for _, set := range also {
			set(c)
		}
	})
	return w, db, h
}

// task is a background task as the API tells it.
type task struct {
	ID, When, Status, Next, Zone, Kind string
	Runs                               []struct{ Outcome string }
}

func told(t *testing.T, raw []byte) task {
	t.Helper()
	var out task
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return out
}

func TestBackgroundTasksAreMadeListedAndChangedOverTheAPI(t *testing.T) {
	_, _, h := agenda(t)
	var made task
	for range 2 { // the same request makes one
		got := call(t, h, "POST", "/api/tasks", `{"prompt":"check the audit","schedule":"every weekday at 9"}`, func(r *http.Request) { r.Header.Set("Idempotency-Key", "one") })
		if got.Code != http.StatusCreated {
			t.Fatalf("%d %s", got.Code, got.Body)
		}
		again := told(t, got.Body.Bytes())
		if made.ID != "" && made.ID != again.ID {
			t.Errorf("%s and %s were made", made.ID, again.ID)
		}
		made = again
	}
	if made.When != "every weekday at 09:00 (Europe/Berlin)" || made.Next != "2026-11-23T08:00:00Z" || made.Status != "active" || made.Kind != "recurring" {
		t.Errorf("%+v", made)
	}
	var read struct{ Was, Edit string }
	if got := call(t, h, "POST", "/api/tasks/"+made.ID+"/edit", `{"when":"10:00"}`); json.Unmarshal(got.Body.Bytes(), &read) != nil ||
		!strings.Contains(got.Body.String(), `"new_value":"every weekday at 10:00 (Europe/Berlin)"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := call(t, h, "POST", "/api/tasks/"+made.ID+"/rewrite", `{"was":"12345678","edit":"`+read.Edit+`"}`); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "changed meanwhile") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := call(t, h, "POST", "/api/tasks/"+made.ID+"/rewrite", `{"was":"`+read.Was+`","edit":"c`+nobodys()+`"}`); got.Code != http.StatusBadRequest {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := call(t, h, "POST", "/api/tasks/"+made.ID+"/rewrite", `{"was":"`+read.Was+`","edit":"`+read.Edit+`"}`); told(t, got.Body.Bytes()).When != "every weekday at 10:00 (Europe/Berlin)" {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for _, step := range []struct {
		verb, want string
		status     int
	}{
		{"pause", "paused", http.StatusOK},
		{"run", "", http.StatusBadRequest},
		{"resume", "active", http.StatusOK},
		{"run", "active", http.StatusOK},
		{"cancel", "cancelled", http.StatusOK},
		{"cancel", "cancelled", http.StatusOK},
		{"resume", "", http.StatusBadRequest},
	} {
		got := call(t, h, "POST", "/api/tasks/"+made.ID+"/"+step.verb, "")
		if got.Code != step.status || got.Code == http.StatusOK && told(t, got.Body.Bytes()).Status != step.want {
			t.Errorf("%s: %d %s", step.verb, got.Code, got.Body)
		}
	}
	if got := call(t, h, "GET", "/api/tasks", ""); got.Code != http.StatusOK || strings.Count(got.Body.String(), made.ID) != 1 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for path, want := range map[string]int{
		"GET /api/tasks/nothing": http.StatusNotFound, "GET /api/tasks/00000000-0000-7000-8000-000000000000": http.StatusNotFound,
		"POST /api/tasks/00000000-0000-7000-8000-000000000000/cancel": http.StatusNotFound,
	} {
		method, address, _ := strings.Cut(path, " ")
		if got := call(t, h, method, address, ""); got.Code != want {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

func TestAPromptAloneIsDoneAtOnce(t *testing.T) {
	_, _, h := agenda(t)
	for _, body := range []string{`{"prompt":"check the audit"}`, `{"prompt":"check the audit","at":"now","zone":"Pacific/Pago_Pago"}`, `{"prompt":"prüfe die Seite","at":"sofort"}`} {
		got := call(t, h, "POST", "/api/tasks", body)
		if made := told(t, got.Body.Bytes()); got.Code != http.StatusCreated || made.Next != "2026-11-22T16:40:00Z" || made.Kind != "one_shot" {
			t.Errorf("%s: %d %s", body, got.Code, got.Body)
		}
	}
}

func TestTheEndOfATaskIsToldOverTheAPI(t *testing.T) {
	_, _, h := agenda(t)
	got := call(t, h, "POST", "/api/tasks", `{"prompt":"check the audit","schedule":"every weekday at 9 until Friday"}`)
	if !strings.Contains(got.Body.String(), `"ends":"2026-11-27T22:59:00Z"`) || !strings.Contains(got.Body.String(), "until Fri 27 Nov 2026, 23:59 CET") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := call(t, h, "POST", "/api/tasks", `{"prompt":"check the menu","schedule":"daily only 5 times"}`); !strings.Contains(got.Body.String(), `"timesLeft":5`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

func TestWhatCannotBeATaskIsRefusedWithAWayOn(t *testing.T) {
	_, db, h := agenda(t)
	for body, want := range map[string]string{
		`{"prompt":"x","schedule":"every second"}`:                            "cannot read",
		`{"prompt":"x","schedule":"daily until I feel better"}`:               "cannot tell when",
		`{"prompt":"x","schedule":"* * * * *"}`:                               "more often",
		`{"prompt":"x","at":"yesterday"}`:                                     "past",
		`{"prompt":"x","at":"tomorrow","schedule":"daily"}`:                   "when this is to be done",
		`{"prompt":" ","at":"tomorrow"}`:                                      "what is to be done",
		`{"prompt":"x","at":"tomorrow","zone":"Mars/Olympus"}`:                "time zone",
		`{"prompt":"x","schedule":"daily","overlap":"twice"}`:                 "no way to go on",
		`{"prompt":"` + strings.Repeat("a", 2001) + `","at":"tomorrow"}`:      "longer than",
		`{"prompt":"x","at":"tomorrow","conversationId":"somebody's"}`:        "no such conversation",
		`{"prompt":"x","schedule":7}`:                                         "cannot be a number",
		`{"prompt":"x","at":"tomorrow","conversationId":"` + nobodys() + `"}`: "no such",
	} {
		got := call(t, h, "POST", "/api/tasks", body)
		if got.Code < 400 || got.Code >= 500 || !strings.Contains(got.Body.String(), want) || !strings.Contains(got.Body.String(), `"recovery":"`) {
			t.Errorf("%.70s: %d %s, want %q", body, got.Code, got.Body, want)
		}
	}
	all, err := db.Backgrounds.Backgrounds(t.Context(), "", "", 10)
	if len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
}

// A task's results are read by whoever is in the conversation, and its words are said there.
func TestNobodyHasATaskReportWhereTheyMayNotRead(t *testing.T) {
	w, db, h := agenda(t)
	secretly, err := db.Conversations.StartConversation(t.Context(), w.tenant.ID, assistant.Beginning{Person: w.owner.ID})
	if err != nil {
		t.Fatal(err)
	}
	mia, err := db.People.PersonFor(t.Context(), w.tenant.ID, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "Mia"})
	if err != nil {
		t.Fatal(err)
	}
	mia.Role = assistant.RoleMember
	w.people = append(w.people, assistant.Profile{Person: mia, Login: true})
	got := call(t, h, "POST", "/api/tasks", `{"prompt":"tell me more","at":"tomorrow","conversationId":"`+string(secretly.ID)+`"}`, w.as(t, mia))
	if got.Code != http.StatusNotFound || !strings.Contains(got.Body.String(), "no such conversation") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

func nobodys() string { return "00000000-0000-7000-8000-000000000000" }

func TestThePageOfBackgroundTasks(t *testing.T) {
	w, db, h := agenda(t)
	in := cookie(t, h)
	if got := call(t, h, "GET", "/tasks", "", in); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "There are none yet") {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	send := func(path string, fields url.Values) string {
		t.Helper()
		got := call(t, h, "POST", path, fields.Encode(), in, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		if got.Code == http.StatusSeeOther {
			got = call(t, h, "GET", got.Header().Get("Location"), "", in)
		}
		return got.Body.String()
	}
	for range 2 {
		if page := send("/tasks", url.Values{"key": {"k"}, "prompt": {"<b>check</b> the audit"}, "when": {"every weekday at 9"}}); !strings.Contains(page, "The automation is created.") ||
			!strings.Contains(page, "next Mon 23 Nov 2026, 09:00 CET") || strings.Contains(page, "<b>check") {
			t.Errorf("%s", page)
		}
	}
	if page := send("/tasks", url.Values{"key": {"l"}, "prompt": {"call Anna"}, "when": {"tomorrow at 10"}}); !strings.Contains(page, "Mon 23 Nov 2026, 10:00 CET") {
		t.Errorf("%s", page)
	}
	if page := send("/tasks", url.Values{"key": {"m"}, "prompt": {"call Anna"}, "when": {"some day"}}); !strings.Contains(page, "I cannot read") {
		t.Errorf("%s", page)
	}
	all, err := db.Backgrounds.Backgrounds(t.Context(), w.tenant.ID, w.owner.ID, 10)
	if err != nil || len(all) != 2 {
		t.Fatalf("%v, %v", all, err)
	}
	at := "/tasks/" + string(all[1].ID)
	if page := send(at+"/edit", url.Values{"when": {"whenever it is nicer"}}); !strings.Contains(page, "I cannot read “whenever it is nicer” as a change") {
		t.Errorf("%s", page)
	}
	if page := send(at+"/edit", url.Values{"until": {"until Friday"}}); !strings.Contains(page, "Ends: without end → until Fri 27 Nov 2026, 23:59 CET") {
		t.Errorf("%s", page)
	}
	page := send(at+"/edit", url.Values{"when": {"every Monday at 10"}})
	if !strings.Contains(page, "When: every weekday at 09:00 (Europe/Berlin) → every Monday at 10:00 (Europe/Berlin)") || strings.Contains(page, "The automation is changed.") {
		t.Errorf("%s", page)
	}
	so := url.Values{"was": {all[1].Reading()}, "edit": {"s0 10 * * 1"}}
	if !strings.Contains(page, `name="was" value="`+so.Get("was")+`"`) || !strings.Contains(page, `value="`+so.Get("edit")+`"`) {
		t.Errorf("%s", page)
	}
	for _, want := range []string{"The automation is changed.", "That is how it is already."} {
		if page := send(at+"/rewrite", so); !strings.Contains(page, want) || !strings.Contains(page, "every Monday at 10:00") {
			t.Errorf("%s", page)
		}
	}
	for _, step := range [][2]string{{"/pause", "The automation is paused."}, {"/run", "This automation is paused."}, {"/resume", "The automation goes on."}, {"/run", "The automation starts now."}, {"/cancel", "The automation is cancelled."}} {
		if page := send(at+step[0], nil); !strings.Contains(page, step[1]) {
			t.Errorf("%s: %s", step[0], page)
		}
	}
}

// TestASchedulesWordsAreThoseOfWhoeverReadsIt: on the page, where it is changed, and, by what they were said of, for clients of the API.
func TestASchedulesWordsAreThoseOfWhoeverReadsIt(t *testing.T) {
	_, _, h := agenda(t)
	in := cookie(t, h)
	got := call(t, h, "POST", "/api/tasks", `{"prompt":"prüfe das Audit","schedule":"werktags um 9 bis Freitag"}`)
	var made struct {
		ID, When string
		Said     assistant.Sentences
	}
	if err := json.Unmarshal(got.Body.Bytes(), &made); err != nil || made.When != "every weekday at 09:00 (Europe/Berlin), until Fri 27 Nov 2026, 23:59 CET" {
		t.Fatalf("%s: %v", got.Body, err)
	}
	const german = "jeden Werktag um 09:00 (Europe/Berlin), bis Fr, 27. Nov. 2026, 23:59 CET"
	if said := wording.In(assistant.German).Tell(made.Said.Of("when", made.When)); said != german {
		t.Errorf("a client says %q", said)
	}
	page := call(t, h, "GET", "/tasks", "", in, reading("de")).Body.String()
	if !strings.Contains(page, german+" · als Nächstes Mo, 23. Nov. 2026, 09:00 CET") {
		t.Errorf("%s", page)
	}
	page = call(t, h, "POST", "/tasks/"+made.ID+"/edit", url.Values{"when": {"jeden Montag um 10"}}.Encode(), in, reading("de"), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}).Body.String()
	if !strings.Contains(page, "Wann: "+german+" → jeden Montag um 10:00 (Europe/Berlin), bis") {
		t.Errorf("%s", page)
	}
}

// A task that is to run now is asked of the models as words are, by the API and the page alike.
func TestRunNowCountsAsAsking(t *testing.T) {
	_, _, h := agenda(t, func(c *web.Config) { c.RatePerMinute = 2 })
	made := told(t, call(t, h, "POST", "/api/tasks", `{"prompt":"check the audit","schedule":"every weekday at 9"}`).Body.Bytes())
	run := func() int { return call(t, h, "POST", "/api/tasks/"+made.ID+"/run", "").Code }
	page := func() int { return call(t, h, "POST", "/tasks/"+made.ID+"/run", "", cookie(t, h)).Code }
	if got := []int{run(), page(), run(), page()}; got[0] != http.StatusOK || got[1] >= 400 || got[2] != http.StatusTooManyRequests || got[3] != http.StatusTooManyRequests {
		t.Errorf("a task was run now with %v", got)
	}
	if got := call(t, h, "POST", "/api/tasks/"+made.ID+"/pause", "").Code; got != http.StatusOK {
		t.Errorf("it cannot be paused: %d", got)
	}
	for body, want := range map[string]int{`{"prompt":"check it"}`: http.StatusTooManyRequests, `{"prompt":"check it","at":"tomorrow"}`: http.StatusCreated} {
		if got := call(t, h, "POST", "/api/tasks", body).Code; got != want {
			t.Errorf("%s: %d", body, got)
		}
	}
}

// TestAFormOfANewTaskKeepsWhatWasTyped where it is refused, and reads a time back in the zone of whoever types it, without making anything.
func TestAFormOfANewTaskKeepsWhatWasTyped(t *testing.T) {
	w, db, h := agenda(t)
	in := cookie(t, h)
	code, _, page := fill(t, h, in, "/tasks", "prompt", `Look at "it" & tell me`, "when", "half past never")
	if code != http.StatusUnprocessableEntity || !strings.Contains(page, "Look at &#34;it&#34; &amp; tell me</textarea>") || !strings.Contains(page, `value="half past never"`) {
		t.Errorf("%d: what was typed is lost: %s", code, page)
	}
	for when, want := range map[string]string{
		"every weekday at 9": "every weekday at 09:00 (Europe/Berlin)", "tomorrow at 10": "Mon 23 Nov 2026, 10:00 CET", "half past never": "I cannot read “half past never”", "": "",
	} {
		rec := call(t, h, "GET", "/tasks/when?when="+url.QueryEscape(when), "", in)
		if got := rec.Body.String(); rec.Code != http.StatusOK || !strings.Contains(got, want) || when == "" && strings.TrimSpace(got) != "" {
			t.Errorf("%q is read as %d %q, not %q", when, rec.Code, got, want)
		}
	}
	if all, err := db.Backgrounds.Backgrounds(t.Context(), w.tenant.ID, "", 10); err != nil || len(all) > 0 {
		t.Errorf("%d tasks were made: %v", len(all), err)
	}
}
