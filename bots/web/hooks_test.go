package web_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web"
)

// hookWorld is the surface over real hooks.
type hookWorld struct {
	*testing.T
	http.Handler
	outcomes map[assistant.HookOutcome]int
	now      time.Time
}

func eventful(t *testing.T) *hookWorld {
	t.Helper()
	w, db, _ := agenda(t)
	out := &hookWorld{T: t, outcomes: map[assistant.HookOutcome]int{}, now: time.Date(2026, 11, 22, 16, 40, 0, 0, time.UTC)}
	now := func() time.Time { return out.now }
	out.Handler = w.surface(t, func(c *web.Config) {
		c.Tasks = &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Now: now}
		c.Hooks = &hooks.Desk{Store: db.Verbs, Changes: db.Verbs, Starts: db.Verbs, IDs: w.ids, Public: assistant.PublicAt("https://team.example"), Now: now}
		c.Gate = hooks.NewGate(db.Verbs, nil, now)
		c.Told = func(o assistant.HookOutcome, _ time.Duration) { out.outcomes[o]++ }
	})
	return out
}

// hookTold is a hook as the API tells it.
type hookTold struct {
	Replayed                            int    `json:"replayed"`
	Repeat                              string `json:"repeatWithin"`
	URL, Secret, Sender, Filter, Window string
	Signed                              bool
	Events                              []struct {
		ID, Outcome, Note, Payload, Kind string
		Times                            int
	}
}

// hook makes a task that begins with events, and gives its id and its hook.
func (w *hookWorld) hook(event string) (string, hookTold) {
	w.Helper()
	got := call(w.T, w, "POST", "/api/tasks", `{"prompt":"look at the new issue","event":`+event+`}`)
	var out struct {
		ID, Kind string
		Hook     hookTold
	}
	if err := json.Unmarshal(got.Body.Bytes(), &out); err != nil || got.Code != http.StatusCreated || out.Kind != "event" {
		w.Fatalf("%d %s", got.Code, got.Body)
	}
	return out.ID, out.Hook
}

func (w *hookWorld) shown(id string) hookTold {
	w.Helper()
	got := call(w.T, w, "GET", "/api/tasks/"+id+"/hook", "")
	var out hookTold
	if err := json.Unmarshal(got.Body.Bytes(), &out); err != nil || got.Code != http.StatusOK {
		w.Fatalf("%d %s", got.Code, got.Body)
	}
	return out
}

// tell posts an event as a stranger does: without token and cookie.
func (w *hookWorld) tell(address, body string, headers ...string) *httptest.ResponseRecorder {
	w.Helper()
	return w.tellFrom(address, strings.NewReader(body), headers...)
}

func (w *hookWorld) tellFrom(address string, body io.Reader, headers ...string) *httptest.ResponseRecorder {
	w.Helper()
	r := httptest.NewRequestWithContext(w.Context(), http.MethodPost, strings.TrimPrefix(address, "https://team.example"), body)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got := httptest.NewRecorder()
	w.ServeHTTP(got, r)
	return got
}

func byGitHub(secret, body string) string {
	h := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(h, body)
	return "sha256=" + hex.EncodeToString(h.Sum(nil))
}

func TestAnEventOfGitHubComesInOnceAndAsItShould(t *testing.T) {
	w := eventful(t)
	id, hook := w.hook(`{"sender":"github","filter":"payload.action == \"opened\"","window":"0"}`)
	if !strings.HasPrefix(hook.URL, "https://team.example/api/hooks/") || hook.Secret == "" {
		t.Fatalf("%+v", hook)
	}
	opened, closed := `{"action":"opened","issue":{"number":7,"body":"token: ghp_abcdefghijklmnopqrst"}}`, `{"action":"closed"}`
	for _, step := range []struct {
		body, proof string
		status      int
		outcome     string
	}{
		{opened, byGitHub(hook.Secret, opened), http.StatusAccepted, "accepted"},
		{opened, byGitHub(hook.Secret, opened), http.StatusOK, "replayed"},
		{closed, byGitHub(hook.Secret, closed), http.StatusOK, "filtered"},
		{opened, byGitHub("another", opened), http.StatusUnauthorized, ""},
		{opened, "", http.StatusUnauthorized, ""},
		{`{"action":`, byGitHub(hook.Secret, `{"action":`), http.StatusBadRequest, ""},
	} {
		got := w.tell(hook.URL, step.body, "X-Hub-Signature-256", step.proof, "X-GitHub-Event", "issues")
		if got.Code != step.status || step.outcome != "" && !strings.Contains(got.Body.String(), `"outcome":"`+step.outcome+`"`) {
			t.Errorf("%s %s: %d %s", step.body, step.outcome, got.Code, got.Body)
		}
		if strings.Contains(got.Body.String(), strings.TrimPrefix(hook.URL, "https://team.example/api/hooks/")) {
			t.Errorf("the answer tells the token: %s", got.Body)
		}
	}
	seen := map[string]int{}
	for _, e := range w.shown(id).Events {
		seen[e.Outcome] += e.Times
		if strings.Contains(e.Payload, "ghp_") {
			t.Errorf("a secret was kept: %s", e.Payload)
		}
	}
	if want := map[string]int{"accepted": 1, "replayed": 1, "filtered": 1, "forged": 2, "unreadable": 1}; fmt.Sprint(seen) != fmt.Sprint(want) {
		t.Errorf("%v", seen)
	}
	if again := w.shown(id); again.URL != "" || again.Secret != "" || !again.Signed {
		t.Errorf("it is shown again: %+v", again)
	}
}

func TestASecondOutageIsNews(t *testing.T) {
	w := eventful(t)
	id, hook := w.hook(`{"sender":"generic","window":"0","repeatWithin":"0"}`)
	github, other := w.hook(`{"sender":"github","window":"0"}`)
	const down = `{"monitor":"shop","status":"down"}`
	signedBy := func(secret string) string { return strings.TrimPrefix(byGitHub(secret, down), "sha256=") }
	for i, step := range []struct {
		url     string
		headers []string
		want    string
	}{
		{hook.URL, []string{"X-Signature", signedBy(hook.Secret)}, "accepted"}, // the owner takes each as news
		{hook.URL, []string{"X-Signature", signedBy(hook.Secret)}, "accepted"},
		{hook.URL, []string{"X-Signature", signedBy(hook.Secret), "Idempotency-Key", "1"}, "accepted"},
		{hook.URL, []string{"X-Signature", signedBy(hook.Secret), "Idempotency-Key", "1"}, "replayed"},
		{hook.URL, []string{"X-Signature", signedBy(hook.Secret), "Idempotency-Key", "2"}, "accepted"},
		{other.URL, []string{"X-Hub-Signature-256", byGitHub(other.Secret, down), "X-GitHub-Delivery", "1"}, "accepted"},
		{other.URL, []string{"X-Hub-Signature-256", byGitHub(other.Secret, down), "X-GitHub-Delivery", "1"}, "replayed"},
		{other.URL, []string{"X-Hub-Signature-256", byGitHub(other.Secret, down), "X-GitHub-Delivery", "2"}, "accepted"},
		{other.URL, []string{"X-Hub-Signature-256", byGitHub(other.Secret, down)}, "accepted"},
		{other.URL, []string{"X-Hub-Signature-256", byGitHub(other.Secret, down)}, "replayed"}, // within five minutes, where nobody says otherwise
	} {
		if got := w.tell(step.url, down, step.headers...); !strings.Contains(got.Body.String(), `"outcome":"`+step.want+`"`) {
			t.Errorf("step %d: %d %s, not %s", i, got.Code, got.Body, step.want)
		}
	}
	if one, two := w.shown(id), w.shown(github); one.Replayed != 1 || two.Replayed != 2 || one.Repeat != "0s" || two.Repeat != "5m0s" {
		t.Errorf("its page says %d within %s, and %d within %s", one.Replayed, one.Repeat, two.Replayed, two.Repeat)
	}
}

func TestUnknownTokensCostABoundedNumberOfReads(t *testing.T) {
	w := eventful(t)
	_, hook := w.hook(`{"sender":"none","window":"0"}`)
	base := hook.URL[:strings.LastIndexByte(hook.URL, '/')+1]
	if got := w.tell(hook.URL, `{}`); got.Code != http.StatusAccepted {
		t.Fatal(got.Code, got.Body)
	}
	limited := 0
	for i := range 400 {
		switch got := w.tell(fmt.Sprintf("%sa-token-that-nobody-has-%020d", base, i), `{}`); got.Code {
		case http.StatusNotFound:
		case http.StatusTooManyRequests:
			limited++
		default:
			t.Fatal(got.Code, got.Body)
		}
	}
	if limited < 300 {
		t.Errorf("only %d of 400 guesses were not looked up", limited)
	}
	for range 100 { // one that was looked up is known to be nobody's
		if got := w.tell(fmt.Sprintf("%sa-token-that-nobody-has-%020d", base, 0), `{}`); got.Code != http.StatusNotFound {
			t.Fatal(got.Code)
		}
	}
	if got := w.tell(hook.URL, `{}`); got.Code != http.StatusAccepted {
		t.Errorf("the right one from there: %d %s", got.Code, got.Body)
	}
}

// endless is a body that counts what is read of it.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	return len(p), nil
}

func TestAnEventThatIsTooLargeIsNotReadOn(t *testing.T) {
	w := eventful(t)
	id, hook := w.hook(`{}`)
	body := &endless{}
	r := io.LimitReader(body, 10<<20)
	if got := w.tellFrom(hook.URL, r); got.Code != http.StatusRequestEntityTooLarge || body.read > 2<<20 {
		t.Errorf("%d after %d bytes", got.Code, body.read)
	}
	if got := w.tell(hook.URL, strings.Repeat(" ", 10<<20)); got.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("%d", got.Code)
	}
	if e := w.shown(id).Events; len(e) == 0 || e[0].Outcome != "too_large" {
		t.Errorf("%+v", e)
	}
}

func TestAHookThatNobodyHasIsNotThere(t *testing.T) {
	w := eventful(t)
	for _, token := range []string{"x", strings.Repeat("x", 43), "..%2f..%2fapi", "%00", strings.Repeat("x", 5000)} {
		if got := w.tell("/api/hooks/"+token, `{}`); got.Code != http.StatusNotFound {
			t.Errorf("%.20s: %d %s", token, got.Code, got.Body)
		}
	}
	if got := call(t, w, "GET", "/api/hooks/"+strings.Repeat("x", 43), ""); got.Code != http.StatusMethodNotAllowed && got.Code != http.StatusNotFound {
		t.Errorf("%d", got.Code)
	}
	if w.outcomes[assistant.HookUnknown] == 0 {
		t.Errorf("%v", w.outcomes)
	}
}

func TestATokenIsReplacedAndEnded(t *testing.T) {
	w := eventful(t)
	id, hook := w.hook(`{}`)
	mint := func(query string) string {
		t.Helper()
		got := call(t, w, "POST", "/api/tasks/"+id+"/hook/token"+query, "")
		var out hookTold
		if err := json.Unmarshal(got.Body.Bytes(), &out); err != nil || got.Code != http.StatusCreated || out.URL == "" {
			t.Fatalf("%d %s", got.Code, got.Body)
		}
		return out.URL
	}
	second := mint("")
	for _, good := range []string{hook.URL, second} {
		if got := w.tell(good, `{}`); got.Code != http.StatusAccepted {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	third := mint("?keepHours=0")
	w.now = w.now.Add(time.Minute) // what the gate knows is read again
	for address, want := range map[string]int{hook.URL: http.StatusNotFound, second: http.StatusNotFound, third: http.StatusAccepted} {
		if got := w.tell(address, `{}`); got.Code != want {
			t.Errorf("%d, want %d: %s", got.Code, want, got.Body)
		}
	}
	if got := call(t, w, "DELETE", "/api/tasks/"+id+"/hook/token", ""); got.Code != http.StatusOK {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.tell(third, `{}`); got.Code != http.StatusNotFound { // at once: the rules say that they were changed
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

func TestATaskThatIsPausedOrOverTakesNoEvents(t *testing.T) {
	w := eventful(t)
	id, hook := w.hook(`{"window":"0"}`)
	for _, step := range []struct {
		verb string
		want int
	}{{"pause", http.StatusConflict}, {"resume", http.StatusAccepted}, {"cancel", http.StatusGone}} {
		if got := call(t, w, "POST", "/api/tasks/"+id+"/"+step.verb, ""); got.Code != http.StatusOK {
			t.Fatalf("%d %s", got.Code, got.Body)
		}
		if got := w.tell(hook.URL, `{}`); got.Code != step.want || step.want >= 400 && !strings.Contains(got.Body.String(), `"recovery":"`) {
			t.Errorf("%s: %d %s", step.verb, got.Code, got.Body)
		}
	}
}

func TestTooManyEventsOfAMinuteAreToldWhenToComeBack(t *testing.T) {
	w := eventful(t)
	_, hook := w.hook(`{"perMinute":6}`)
	codes := map[int]int{}
	var last *httptest.ResponseRecorder
	for range 30 {
		last = w.tell(hook.URL, `{}`)
		codes[last.Code]++
	}
	if codes[http.StatusAccepted] != 20 || codes[http.StatusTooManyRequests] != 10 || last.Header().Get("Retry-After") != "10" {
		t.Errorf("%v, %q", codes, last.Header().Get("Retry-After"))
	}
	w.now = w.now.Add(10 * time.Second)
	if got := w.tell(hook.URL, `{}`); got.Code != http.StatusAccepted {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

func TestAnEventIsSentAgainByItsOwner(t *testing.T) {
	w := eventful(t)
	id, hook := w.hook(`{"window":"0","filter":"payload.a == 1"}`)
	w.tell(hook.URL, `{"a":1}`)
	w.tell(hook.URL, `{"a":2}`)
	for _, e := range w.shown(id).Events {
		if got := call(t, w, "POST", "/api/tasks/"+id+"/hook/events/"+e.ID+"/send", ""); got.Code != http.StatusAccepted {
			t.Errorf("%s: %d %s", e.Outcome, got.Code, got.Body)
		}
	}
	accepted := 0
	for _, e := range w.shown(id).Events {
		if e.Outcome == "accepted" {
			accepted++
		}
	}
	if accepted != 3 {
		t.Errorf("%d", accepted)
	}
	if got := call(t, w, "POST", "/api/tasks/"+id+"/hook/events/"+nobodys()+"/send", ""); got.Code != http.StatusNotFound {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

func TestWhatCannotBeAHookIsRefusedWithAWayOn(t *testing.T) {
	w := eventful(t)
	for event, want := range map[string]string{
		`{"filter":"payload ="}`: "cannot read the expression of the filter",
		`{"filter":"1"}`:         "true or false",
		`{"until":"nothing"}`:    "cannot read the expression of the end",
		`{"groupBy":")"}`:        "cannot read the expression of the group",
		`{"sender":"paypal"}`:    "no sender whose signatures I know",
		`{"window":"soon"}`:      "no time in which events are told together",
		`{"window":"1ms"}`:       "no time in which events are told together",
		`{"window":"25h"}`:       "no time in which events are told together",
		`{"perMinute":-1}`:       "between 1 and",
		`{"secret":"short"}`:     "between 8 and",
		`{"filter":7}`:           "cannot be a number",
	} {
		got := call(t, w, "POST", "/api/tasks", `{"prompt":"x","event":`+event+`}`)
		if got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), want) || !strings.Contains(got.Body.String(), `"recovery":"`) {
			t.Errorf("%s: %d %s", event, got.Code, got.Body)
		}
	}
	id, _ := w.hook(`{"sender":"stripe","secret":"whsec_of_the_sender"}`)
	if got := call(t, w, "PUT", "/api/tasks/"+id+"/hook", `{"sender":"github","filter":"payload."}`); got.Code != http.StatusBadRequest {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := call(t, w, "PUT", "/api/tasks/"+id+"/hook", `{"sender":"github","filter":"true","window":"5m"}`); got.Code != http.StatusOK || strings.Contains(got.Body.String(), "whsec") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.shown(id); got.Sender != "github" || got.Filter != "true" || got.Window != "5m0s" {
		t.Errorf("%+v", got)
	}
}
