package hooks

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func payload(t *testing.T, text string) any {
	t.Helper()
	var out any
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAFilterLetsThroughWhatItSays(t *testing.T) {
	about := payload(t, `{"action":"opened","amount":120,"labels":[{"name":"bug"},{"name":"urgent"}],"user":{"login":"anna"},"a":null}`)
	for filter, want := range map[string]bool{
		"":                           true,
		`payload.action == "opened"`: true,
		`payload.action == "closed"`: false,
		`payload.amount > 100`:       true,
		`payload.amount > 100.5 && payload.amount <= 120`:                true,
		`payload.amount == 120`:                                          true,
		`payload.labels.exists(l, l.name == "bug")`:                      true,
		`payload.labels.all(l, l.name == "bug")`:                         false,
		`size(payload.labels) == 2`:                                      true,
		`payload.user.login.startsWith("an") && event == "issues"`:       true,
		`payload.user.login.matches("^a.+a$")`:                           true,
		`has(payload.missing) && payload.missing.deep == 1`:              false,
		`payload.missing == 1`:                                           false, // there is none
		`payload.action > 3`:                                             false, // it cannot be compared
		`payload.a == null`:                                              true,
		`headers["x-github-event"] == "issues"`:                          true,
		`"authorization" in headers || "x-hub-signature-256" in headers`: false,
		`payload.labels.map(l, l.name) == ["bug", "urgent"]`:             true,
		`payload`: false, // it is not true
	} {
		rules, err := Compile(assistant.HookRules{Filter: filter})
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		header := http.Header{"X-Github-Event": {"issues"}, "Authorization": {"Bearer x"}, "X-Hub-Signature-256": {"sha256=1"}}
		if v := rules.Judge(t.Context(), Event{Payload: about, Kind: "issues", Headers: told(header)}); v.Passes != want {
			t.Errorf("%s: %+v", filter, v)
		}
	}
}

func TestAnExpressionThatCannotBeReadIsRefusedWhenItIsMade(t *testing.T) {
	for text, want := range map[string]string{
		`payload.action ==`:         "it ends too early, and something has to follow “payload.action ==”",
		`payload.`:                  "it ends too early, and something has to follow “payload.”",
		`payload.action = "opened"`: "a single “=” compares nothing",
		`payload.action == opened)`: "“)” cannot stand at its character 25",
		`nothing.of == 1`:           "it speaks of “nothing”",
		`event > 3`:                 "at its character 7 it puts together what does not fit",
		`payload.null.if == `:       "cannot read",
		`"always"`:                  "true or false",
		`1 + 1`:                     "true or false",
		`event.matches("(")`:        "the pattern after “matches” cannot be read",
		strings.Repeat("a", 1001):   "1000 characters",
		strings.Repeat("(", 400) + "true" + strings.Repeat(")", 400): "cannot read",
		`system("rm")`:                           "it speaks of “system”",
		`payload.x.matches("((a{90}){90}){90}")`: "",
	} {
		_, err := Compile(assistant.HookRules{Filter: text})
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
	if _, err := Compile(assistant.HookRules{Until: "payload."}); err == nil || !strings.Contains(err.Error(), "end") {
		t.Errorf("%v", err)
	}
	if _, err := Compile(assistant.HookRules{Group: "payload.repo"}); err != nil {
		t.Errorf("%v", err)
	}
}

// An expression is given by somebody who may ask for work, and the payload by anybody.
func TestNoExpressionTakesLong(t *testing.T) {
	items := `{"a":[` + strings.Repeat(`1,`, 200_000) + `1]}`
	about := payload(t, items)
	for _, filter := range []string{
		`payload.a.all(x, payload.a.all(y, payload.a.all(z, x + y + z > 0)))`,
		`payload.a.map(x, payload.a.map(y, "aaaaaaaaaaaaaaaaaaaaaaaa")).size() > 0`,
		`payload.a.filter(x, payload.a.exists(y, y == 2)).size() == 0`,
	} {
		rules, err := Compile(assistant.HookRules{Filter: filter})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		v := rules.Judge(t.Context(), Event{Payload: about})
		if v.Passes || v.Note == "" || time.Since(began) > 3*time.Second {
			t.Errorf("%s: %+v after %s", filter, v, time.Since(began))
		}
	}
}

func TestGroupsAndEndsAreJudged(t *testing.T) {
	rules, err := Compile(assistant.HookRules{Group: `payload.repo`, Until: `payload.visitors >= 10000000`})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Verdict{
		`{"repo":"a/b","visitors":1}`:     {Passes: true, Group: "a/b"},
		`{"repo":7,"visitors":10000000}`:  {Passes: true, Group: "7", Last: true},
		`{"repo":true,"visitors":"many"}`: {Passes: true, Group: "true"},
	} {
		if got := rules.Judge(t.Context(), Event{Payload: payload(t, text)}); got != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
	if got := rules.Judge(t.Context(), Event{Payload: payload(t, `{}`)}); !got.Passes || got.Group != "" || got.Last || got.Note == "" {
		t.Errorf("%+v", got)
	}
	long := rules.Judge(t.Context(), Event{Payload: map[string]any{"repo": strings.Repeat("x", 5000)}})
	if n := len([]rune(long.Group)); n != assistant.HookGroupLimit {
		t.Errorf("%d characters", n)
	}
}

func TestPayloadsAreReadByTheirContentType(t *testing.T) {
	for _, c := range []struct{ kind, body, want string }{
		{"application/json", `{"a":1}`, `{"a":1}`},
		{"", `{"a":1}`, `{"a":1}`},
		{"application/cloudevents+json; charset=utf-8", `{"a":1}`, `{"a":1}`},
		{"application/x-www-form-urlencoded", `a=1&b=x+y`, `{"a":"1","b":"x y"}`},
		{"application/x-www-form-urlencoded", `payload=%7B%22a%22%3A1%7D`, `{"a":1}`},
		{"text/plain", "hello", `"hello"`},
		{"application/json", "", ""},
	} {
		got, err := read(http.Header{"Content-Type": {c.kind}}, []byte(c.body))
		if c.kind == "" {
			got, err = read(http.Header{}, []byte(c.body))
		}
		if err != nil || kept(got) != c.want {
			t.Errorf("%s %s: %q, %v", c.kind, c.body, kept(got), err)
		}
	}
	for _, c := range []struct{ kind, body string }{
		{"application/xml", "<a/>"},
		{"image/png", "x"},
		{"multipart/form-data; boundary=x", "x"},
		{"application/json", "{"},
		{"application/json", "{\"a\":\"\xff\"}"},
		{"application/json", strings.Repeat("[", 100) + strings.Repeat("]", 100)},
		{"application/json", `{"a":1} {"b":2}`},
		{";;", "x"},
		{"application/x-www-form-urlencoded", "%zz"},
	} {
		if got, err := read(http.Header{"Content-Type": {c.kind}}, []byte(c.body)); err == nil {
			t.Errorf("%s %.20s: %v", c.kind, c.body, got)
		}
	}
}

func TestNoSecretOfAPayloadIsKept(t *testing.T) {
	got := kept(payload(t, `{"password":"hunter2","user":{"api_key":"k1","accessToken":"t1","name":"Anna"},"list":[{"client_secret":"c1"}],
		"note":"use sk_live_abcdefghijklmnop or Bearer abcdefghijkl or ghp_abcdefghijklmnopqrst, sk-proj-abcdEFGH-ijkl_mnop1234, sk-ant-api03-abcdEFGHijklmnop","author":"Bo","sha":"6dcb09b5b57875f334f61aebed695e2e4193db5e","token":{"kind":"x"}}`))
	for _, gone := range []string{"hunter2", "k1", "t1", "c1", "sk_live", "abcdefghijkl", "ghp_", "ijkl_mnop1234", "abcdEFGHijklmnop"} {
		if strings.Contains(got, gone) {
			t.Errorf("%s is in %s", gone, got)
		}
	}
	for _, there := range []string{"Anna", "Bo", "6dcb09b5b57875f334f61aebed695e2e4193db5e", "use ", `"kind":"x"`} {
		if !strings.Contains(got, there) {
			t.Errorf("%s is not in %s", there, got)
		}
	}
	if long := kept(map[string]any{"a": strings.Repeat("ä", 1<<20)}); len(long) > assistant.HookKept+4 || !strings.HasSuffix(long, "…") {
		t.Errorf("%d bytes", len(long))
	}
}
