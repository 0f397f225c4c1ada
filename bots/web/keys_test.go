package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// keyed is a route that takes a key, with a request to it: what is in its body, and whether that is a form.
type keyed struct {
	body func(text, key, conversation string) string
	form bool
}

// keyedRoutes are the forms of the panel that carry a key, and the routes of the API whose description says that they take one; for
// each of these a body has to be here.
func keyedRoutes(t *testing.T, project assistant.ProjectID) map[string]keyed {
	t.Helper()
	form := func(fields ...string) func(text, key, c string) string {
		return func(text, key, c string) string {
			v := url.Values{fields[0]: {text}, "key": {key}}
			for i := 1; i+1 < len(fields); i += 2 {
				v.Set(fields[i], fields[i+1])
			}
			if c != "" {
				v.Set("conversation", c)
			}
			return v.Encode()
		}
	}
	out := map[string]keyed{
		"POST /panel/messages": {form("text"), true},
		"POST /tasks":          {form("prompt", "when", "every day at 9"), true},
		"POST /hooks":          {form("prompt"), true},
	}
	bodies := map[string]string{
		"POST /api/assistant/chat":    `{"messages":[{"role":"user","content":%q}],"conversationId":%s}`,
		"POST /api/assistant/execute": `{"summary":%q,"conversationId":%s,"projectId":"` + string(project) + `","createdByAgentId":"webEngineer","taskType":"create_page","parameters":{}}`,
		"POST /api/tasks":             `{"prompt":%q,"conversationId":%s,"schedule":"every day at 9"}`,
	}
	api, err := described()
	if err != nil {
		t.Fatal(err)
	}
	for address, item := range api.doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.Parameters.GetByInAndName("header", "Idempotency-Key") == nil {
				continue
			}
			shape, ok := bodies[method+" "+address]
			if !ok {
				t.Errorf("%s %s takes a key, and no body for it is here", method, address)
				continue
			}
			out[method+" "+address] = keyed{body: func(text, _, c string) string {
				if c = fmt.Sprintf("%q", c); c == `""` && strings.Contains(address, "chat") {
					c = "null"
				}
				return fmt.Sprintf(shape, text, c)
			}}
		}
	}
	return out
}

// kept are all that requests have left: messages, tasks and what was executed.
func (l *lodge) kept() []string {
	l.t.Helper()
	ctx := l.t.Context()
	var out []string
	all, err := l.db.Conversations.Conversations(ctx, l.w.tenant.ID, 100)
	l.ok(err)
	for _, c := range all {
		page, err := l.db.Conversations.Messages(ctx, l.w.tenant.ID, c.ID, 0, 100)
		l.ok(err)
		for _, m := range page.Messages {
			out = append(out, fmt.Sprint(m.Person, " said ", m.Content, " in ", c.ID))
		}
	}
	tasks, err := l.db.Backgrounds.Backgrounds(ctx, l.w.tenant.ID, "", 100)
	l.ok(err)
	for _, b := range tasks {
		out = append(out, fmt.Sprint(b.Owner, " has ", b.Prompt, " in ", b.Conversation))
	}
	executed := map[string]bool{} // what does them takes a key for one request, too
	for _, e := range l.executed {
		executed[e.Key] = true
	}
	for key := range executed {
		out = append(out, "executed "+key)
	}
	return out
}

// TestAKeyIsOfOnePersonOneRouteAndOneConversation: whoever numbers what they send is answered with nothing of anybody else's and with
// nothing that they sent elsewhere, loses no words of their own, and sends nothing twice.
func TestAKeyIsOfOnePersonOneRouteAndOneConversation(t *testing.T) {
	for route := range keyedRoutes(t, newWorld(t).projects[0].ID) {
		t.Run(route, func(t *testing.T) {
			l := newLodge(t)
			k := keyedRoutes(t, l.w.projects[0].ID)[route]
			mia, asMia := l.join("Mia", assistant.RoleMember)
			otto, asOtto := l.join("Otto", assistant.RoleMember)
			hers, other, his := l.says(mia, "", "mine").Conversation, l.says(mia, "", "mine, too").Conversation, l.says(otto, "", "his").Conversation
			before := len(l.kept())
			method, path, _ := strings.Cut(route, " ")
			send := func(as func(*http.Request), text, c string) (int, string) {
				t.Helper()
				got := call(t, l.h, method, path, k.body(text, "1", c), as, func(r *http.Request) {
					r.Header.Set("Idempotency-Key", "1")
					if k.form {
						r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
					}
				})
				return got.Code, got.Body.String()
			}
			sent := 0
			once := func(what string, as func(*http.Request), text string, c assistant.ConversationID) {
				t.Helper()
				for range 2 {
					code, body := send(as, text, string(c))
					if code >= http.StatusBadRequest {
						t.Errorf("%s: %d %s", what, code, body)
					}
					if strings.Contains(body, "zebra of Mia") && text != "zebra of Mia" {
						t.Errorf("%s: is answered with other words: %s", what, body)
					}
				}
				if sent++; len(l.kept()) != before+sent {
					t.Errorf("%s: there are %d new things where %d were sent:\n%s", what, len(l.kept())-before, sent, strings.Join(l.kept(), "\n"))
				}
			}
			once("the first", asMia, "zebra of Mia", "")
			once("somebody else's", asOtto, "hippo of Otto", "")
			if path != "/tasks" && path != "/hooks" { // which begin a conversation of their own
				once("in a conversation", asMia, "giraffe of Mia", hers)
				once("in another", asMia, "lion of Mia", other)
				once("in somebody else's", asOtto, "tiger of Otto", his)
			}
			if strings.HasSuffix(path, "execute") {
				return // what executes it compares it: TestASingleTaskIsDoneOnceForAKey
			}
			kept := len(l.kept())
			if code, body := send(asMia, "other words of Mia", ""); code != http.StatusConflict || !strings.Contains(body, "with a key of its own") {
				t.Errorf("a key with other words is answered %d: %s", code, body)
			}
			if len(l.kept()) != kept {
				t.Errorf("other words with the same key are kept: %v", l.kept())
			}
		})
	}
}

// TestWhatCouldNotBeSentWithItsKeyCanBeSentAgain: the box is given a key of its own with the refusal.
func TestWhatCouldNotBeSentWithItsKeyCanBeSentAgain(t *testing.T) {
	l := newLodge(t)
	mia, in := l.join("Mia", assistant.RoleMember)
	c := l.says(mia, "", "hello").Conversation
	send := func(text, key string) (int, string) {
		got := call(t, l.h, "POST", "/panel/messages", url.Values{"text": {text}, "key": {key}, "conversation": {string(c)}}.Encode(), in, func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("HX-Request", "true")
		})
		return got.Code, got.Body.String()
	}
	if code, body := send("one", "k"); code != http.StatusOK {
		t.Fatalf("%d %s", code, body)
	}
	code, body := send("two", "k")
	_, rest, found := strings.Cut(body, `id="key" value="`)
	key, _, _ := strings.Cut(rest, `"`)
	if code != http.StatusConflict || !found || key == "" || key == "k" || !strings.Contains(body, "with a key of its own") {
		t.Fatalf("%d %s", code, body)
	}
	if code, body := send("two", key); code != http.StatusOK || !strings.Contains(strings.Join(l.kept(), "\n"), "said two") {
		t.Errorf("%d %s", code, body)
	}
}
