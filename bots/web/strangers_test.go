package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// attempt is a request with one id in it that is somebody else's.
type attempt struct {
	name   string
	kind   string // of what the id is
	method string
	of     func(id string) (path, body string)
	form   bool
}

// kindsOfPaths says of what the id in a path is, the longest prefix first.
func kindsOfPaths(path string) string {
	kinds := map[string]string{
		"/api/conversations/": "conversation", "/api/runs/": "run", "/api/plans/": "plan", "/api/clarifications/": "question", "/api/approvals/": "approval",
		"/api/assistant/actions/": "approval", "/api/files/": "file", "/api/tasks/": "task", "/api/projects/": "other", "/api/approvals/standing/": "other",
		"/api/approvals/delegations/": "other", "/c/": "conversation", "/panel/conversations/": "conversation", "/panel/approvals/": "approval", "/panel/plans/": "plan",
		"/panel/clarifications/": "question", "/panel/runs/": "run", "/runs/": "run", "/tasks/": "task", "/files/": "file", "/people/": "other", "/api/people/": "other", "/sessions/": "other",
		"/settings/projects/": "other", "/approvals/": "other",
	}
	found := ""
	for prefix := range kinds {
		if strings.HasPrefix(path, prefix) && len(prefix) > len(found) {
			found = prefix
		}
	}
	return kinds[found]
}

// kindsOfFields says of what the id in a field, a query or a form is; "" for one that is nobody's own.
func kindsOfFields() map[string]string {
	return map[string]string{
		"conversationId": "conversation", "runId": "run", "taskId": "step", "before": "conversation", "conversation": "conversation", "pressed": "message", "task": "step",
		"planId": "plan", "questionId": "question", "approvalId": "approval", "messageId": "message",
		"projectId": "", "createdByAgentId": "", "personId": "", "activeAgentId": "", "id": "", "project": "", "people": "", "groups": "", "delegates": "", "event": "event", "messages.id": "message",
	}
}

var isID = regexp.MustCompile(`(?i)^id$|Id$|_id$|Ids$`)

// attempts are all requests of the API, by openapi.json, and of the panel, by its router, each with one foreign id.
func (l *lodge) attempts(room foreignRoom) []attempt {
	l.t.Helper()
	api, err := described()
	l.ok(err)
	var out []attempt
	for address, item := range api.doc.Paths.Map() {
		for method, op := range item.Operations() {
			if address != "/api/hooks/{token}" { // a stranger's by design: whoever has the token may tell
				out = append(out, l.described(room, method, address, item.Parameters, op)...)
			}
		}
	}
	for _, route := range web.PanelRoutes(l.t, l.w.config(l.t, l.rooms)) {
		method, address, _ := strings.Cut(route, " ")
		out = append(out, l.paged(room, method, address)...)
	}
	slices.SortStableFunc(out, func(a, b attempt) int { return strings.Compare(a.name, b.name) })
	return out
}

// filled puts an id, or that of what belongs to the room, into a path.
func filled(room foreignRoom, address, id string) string {
	address = strings.NewReplacer("{id}", id, "{event}", room.ids["event"], "{verb}", "stop", "{part}", "model", "{person}", nobody, "{task}", nobody, "{$}", "").Replace(address)
	return address
}

func (l *lodge) described(room foreignRoom, method, address string, shared openapi3.Parameters, op *openapi3.Operation) (out []attempt) {
	l.t.Helper()
	body := map[string]any{}
	var schema *openapi3.Schema
	if op.RequestBody != nil {
		if media := op.RequestBody.Value.Content.Get("application/json"); media != nil {
			schema = media.Schema.Value
			body, _ = example(schema, "").(map[string]any)
		}
	}
	text := func(change func(map[string]any)) string {
		if schema == nil {
			return ""
		}
		with := maps.Clone(body)
		if change != nil {
			change(with)
		}
		raw, err := json.Marshal(with)
		l.ok(err)
		return string(raw)
	}
	add := func(place, kind string, of func(id string) (string, string)) {
		out = append(out, attempt{name: method + " " + address + " " + place, kind: kind, method: method, of: of})
	}
	if strings.Contains(address, "{id}") {
		kind := kindsOfPaths(address)
		if kind == "" {
			l.t.Errorf("of what is the id in %s?", address)
		}
		add("path", kind, func(id string) (string, string) { return filled(room, address, id), text(nil) })
	}
	for _, p := range append(slices.Clone(shared), op.Parameters...) {
		kind, known := kindsOfFields()[p.Value.Name]
		if p.Value.In != "query" || !known && !isID.MatchString(p.Value.Name) {
			continue
		}
		if !known {
			l.t.Errorf("%s %s: of what is the id %s?", method, address, p.Value.Name)
		}
		if kind != "" {
			add("?"+p.Value.Name, kind, func(id string) (string, string) {
				return filled(room, address, room.ids[kindsOfPaths(address)]) + "?" + url.Values{p.Value.Name: {id}}.Encode(), ""
			})
		}
	}
	if schema != nil {
		for _, at := range idsIn(schema) {
			kind, known := kindOf(at)
			if !known {
				l.t.Errorf("%s %s: of what is the id %s?", method, address, strings.Join(at, "."))
			}
			if kind != "" {
				add("body "+strings.Join(at, "."), kind, func(id string) (string, string) {
					return filled(room, address, room.ids[kindsOfPaths(address)]), text(func(b map[string]any) {
						if schema.Properties["do"] != nil {
							b["do"] = pressesOf()[at[0]]
						}
						put(b, schema, at, id)
					})
				})
			}
		}
	}
	return out
}

// kindOf says of what the id at the end of a way is: by the whole of it, or by its last step.
func kindOf(at []string) (kind string, known bool) {
	if kind, known = kindsOfFields()[strings.Join(at, ".")]; !known {
		kind, known = kindsOfFields()[at[len(at)-1]]
	}
	return kind, known
}

// pressesOf are what is pressed of what an id is of, in requests that say what is pressed.
func pressesOf() map[string]string {
	return map[string]string{"planId": "approve plan", "approvalId": "approve", "runId": "stop", "taskId": "undo step", "messageId": "rate good", "conversationId": "rate good"}
}

// idsIn are the ways to the fields of a body that hold an id, through objects and the elements of lists.
func idsIn(s *openapi3.Schema) (out [][]string) {
	for name, ref := range s.Properties {
		within := ref.Value
		if within.Type.Is("array") {
			within = within.Items.Value
		}
		if _, known := kindsOfFields()[name]; (known || isID.MatchString(name)) && !within.Type.Is("object") {
			out = append(out, []string{name})
		}
		for _, at := range idsIn(within) {
			out = append(out, append([]string{name}, at...))
		}
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// put sets a field of a body, however deep, and makes what is on the way to it.
func put(b map[string]any, s *openapi3.Schema, at []string, id string) {
	field := s.Properties[at[0]].Value
	list := field.Type.Is("array")
	switch {
	case len(at) == 1 && list:
		b[at[0]] = []any{id}
	case len(at) == 1:
		b[at[0]] = id
	case list:
		one, _ := example(field.Items.Value, "").(map[string]any)
		put(one, field.Items.Value, at[1:], id)
		b[at[0]] = []any{one}
	default:
		one := map[string]any{}
		for name, ref := range field.Properties {
			one[name] = example(ref.Value, name)
		}
		put(one, field, at[1:], id)
		b[at[0]] = one
	}
}

// paged are the attempts on a page or a form of the panel.
func (l *lodge) paged(room foreignRoom, method, address string) (out []attempt) {
	l.t.Helper()
	fields := url.Values{
		"decision": {"approved"}, "version": {"1"}, "text": {"hello"}, "do": {"pin"}, "asked": {"q"}, "hash": {"h"}, "prompt": {"look at it"}, "when": {"every day at 9"}, "q": {canary},
		"change": {"make it 10"}, "was": {"12345678"}, "edit": {"c"}, "name": {"Eve"}, "role": {"admin"}, "event": {room.ids["event"]},
	}
	form := func(name, id string) string {
		if method == http.MethodGet {
			return ""
		}
		with := maps.Clone(fields)
		if name != "" {
			with.Set(name, id)
		}
		return with.Encode()
	}
	add := func(place, kind string, of func(id string) (string, string)) {
		out = append(out, attempt{name: method + " " + address + " " + place, kind: kind, method: method, of: of, form: true})
	}
	if strings.Contains(address, "{id}") {
		kind := kindsOfPaths(address)
		if kind == "" {
			l.t.Errorf("of what is the id in %s?", address)
		}
		add("path", kind, func(id string) (string, string) { return filled(room, address, id), form("", "") })
	}
	if address == "/panel/presses" { // by the table of verbs: what is pressed is about what is named
		for name, decision := range map[string]string{"plan": "approved", "approval": "approved", "question": "answers", "run": "stop"} {
			add("form "+name, name, func(id string) (string, string) {
				with := maps.Clone(fields)
				with.Set("about", name)
				with.Set("decision", decision)
				with.Set(name, id)
				return address, with.Encode()
			})
		}
		add("form task", "step", func(id string) (string, string) {
			return address, url.Values{"about": {"task"}, "decision": {"undo"}, "run": {room.ids["run"]}, "task": {id}}.Encode()
		})
		return out
	}
	for name, kind := range kindsOfFields() {
		switch get := method == http.MethodGet; {
		case kind == "" || strings.HasSuffix(name, "Id") || get != (name == "before"):
		case get:
			add("?"+name, kind, func(id string) (string, string) {
				return filled(room, address, room.ids[kindsOfPaths(address)]) + "?" + url.Values{name: {id}}.Encode(), ""
			})
		case strings.HasPrefix(address, "/panel/"), strings.HasPrefix(address, "/tasks"): // the other forms have none of these
			add("form "+name, kind, func(id string) (string, string) {
				return filled(room, address, room.ids[kindsOfPaths(address)]), form(name, id)
			})
		}
	}
	return out
}

// example is a value that a schema takes, of which every string that is read further is one that can be.
func example(s *openapi3.Schema, name string) any {
	given := map[string]any{
		"role": "user", "decision": "approved", "schedule": "every day at 9", "taskType": "create_page", "createdByAgentId": "webEngineer", "version": 1, "activeAgentId": "",
		"conversationId": "", "runId": "", "taskId": "", "projectContext": nil, "event": nil, "at": "", "zone": "Europe/Berlin", "overlap": "skip", "parameters": map[string]any{}, "seen": 0,
		"arguments": nil, "projectId": "", "planId": "", "questionId": "", "approvalId": "", "messageId": "", "personId": "",
	}
	if v, ok := given[name]; ok {
		return v
	}
	switch {
	case s.Type.Is("object"):
		out := map[string]any{}
		for field, ref := range s.Properties {
			out[field] = example(ref.Value, field)
		}
		return out
	case s.Type.Is("array"):
		return []any{example(s.Items.Value, "")}
	case s.Type.Is("boolean"):
		return false
	case s.Type.Is("integer"), s.Type.Is("number"):
		return 1
	case len(s.Enum) > 0:
		return s.Enum[0]
	default:
		return "look at it"
	}
}

// told is an answer without what is different in each.
func toldOf(got *httptest.ResponseRecorder, ids ...string) string {
	text := fmt.Sprint(got.Code, " ", got.Header().Get("Location"), " ", got.Body)
	for _, id := range ids {
		text = strings.ReplaceAll(text, id, "ID")
	}
	text = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}`).ReplaceAllString(text, "ID")
	return regexp.MustCompile(`[A-Za-z0-9_-]{24,}|\b[A-Z0-9]{4}-[A-Z0-9]{4}\b|\d\d:\d\d(:\d\d)?(\.\d+)?Z?`).ReplaceAllString(text, "…")
}

// differs is the first line in which an answer is another.
func differs(got, want string) string {
	other := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(other) || line != other[i] {
			return fmt.Sprintf("%q where of none they are told %q", line, other[min(i, len(other)-1)])
		}
	}
	return "nothing more"
}

// beside is an id of nothing that stands at the same moment: lists go on behind either.
func beside(id string) string {
	last := "0"
	if strings.HasSuffix(id, "0") {
		last = "1"
	}
	return id[:len(id)-1] + last
}

// TestWhatStrangersTryIsThereForItsOwner: what the attempts of strangers name is found by whoever it is of, so that it is not the request
// that is refused.
func TestWhatStrangersTryIsThereForItsOwner(t *testing.T) {
	l := newLodge(t)
	apart, _ := l.join("Mia", assistant.RoleMember)
	room := l.furnished(apart.ID)
	in := cookie(t, l.h)
	found := 0
	for _, a := range l.attempts(room) {
		if a.kind == "other" || !strings.HasSuffix(a.name, " path") || strings.Contains(a.name, "DELETE") || strings.Contains(a.name, "/delete") || strings.Contains(a.name, "/hook/end") || strings.Contains(a.name, "/run path") {
			continue // a file and a token are there no more then; what is run now is looked for among due times
		}
		if got := l.attempted(a, in, room.ids[a.kind]); got.Code == http.StatusNotFound {
			t.Errorf("%s: %d %s", a.name, got.Code, got.Body)
		}
		found++
	}
	if found < 30 {
		t.Errorf("only %d places", found)
	}
}

// attempted makes an attempt; of what is streamed the first part is read, if it comes within a moment.
func (l *lodge) attempted(a attempt, as func(*http.Request), id string) *httptest.ResponseRecorder {
	l.t.Helper()
	ctx, cancel := context.WithCancel(l.t.Context())
	defer cancel()
	path, body := a.of(id)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { l.h.ServeHTTP(streamed{w, cancel}, r.WithContext(ctx)) })
	return call(l.t, h, a.method, path, body, as, func(r *http.Request) {
		if a.form && body != "" {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
	})
}

// streamed ends a stream when it has sent something, and one that has begun after a moment.
type streamed struct {
	http.ResponseWriter

	end func()
}

// WriteHeader implements [http.ResponseWriter].
func (s streamed) WriteHeader(status int) {
	if strings.HasPrefix(s.Header().Get("Content-Type"), "text/event-stream") {
		time.AfterFunc(time.Second, s.end)
	}
	s.ResponseWriter.WriteHeader(status)
}

// FlushError implements what [http.ResponseController] asks for.
func (s streamed) FlushError() error {
	s.end()
	return nil
}

// TestStrangersReadNothingChangeNothingAndLearnOfNothing: every route of the API and the panel, with somebody else's id in each place
// where one can stand, is answered to four kinds of people as if there were no such thing, and nothing has become of it.
func TestStrangersReadNothingChangeNothingAndLearnOfNothing(t *testing.T) {
	l := newLodge(t)
	apart, asApart := l.join("Mia", assistant.RoleMember)
	_, asStranger := l.join("Otto", assistant.RoleMember)
	elsewhere, asElsewhere := l.join("Ida", assistant.RoleMember)
	_, asGuest := l.guest()
	room := l.furnished(apart.ID)
	l.says(elsewhere, "", "the opening hours")
	all := l.attempts(room)
	tried := 0
	for who, as := range map[string]func(*http.Request){"a stranger": asStranger, "a member elsewhere": asElsewhere, "a guest": asGuest, "who decides apart": asApart} {
		before := l.state(room)
		for _, a := range all {
			if a.kind == "other" || strings.HasPrefix(a.name, "POST /people/link ") {
				continue // of the tenant, and guarded by a role; and codes, of which wrong ones are counted
			}
			foreign := room.ids[a.kind]
			unknown := beside(foreign)
			got := l.attempted(a, as, foreign)
			tried++
			if text := got.Body.String(); strings.Contains(text, canary+" ") || strings.Contains(text, canary+".") {
				t.Errorf("%s reads by %s: %d %s", who, a.name, got.Code, text)
			}
			if want := l.attempted(a, as, unknown); toldOf(got, foreign) != toldOf(want, unknown) {
				t.Errorf("%s learns by %s that there is one: %s", who, a.name, differs(toldOf(got, foreign), toldOf(want, unknown)))
			}
			if a.method == http.MethodGet {
				continue
			}
			if now := l.state(room); now != before {
				t.Errorf("%s changes by %s:\n%s\nto\n%s", who, a.name, before, now)
				before = now
			}
		}
	}
	t.Logf("%d requests of %d places", tried, len(all))
	if len(all) < 100 {
		t.Errorf("only %d places", len(all))
	}
}
