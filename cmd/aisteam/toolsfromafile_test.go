package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
)

// toolFileVar names the file that a child's further tools stand in.
const toolFileVar = "AISTEAM_TEST_TOOLS"

// toolFile is a source of tools that a test controls: a file of what they say, and beside it what they did.
type toolFile string

// fileTool is a tool of the file.
type fileTool struct {
	Raw, Says string
	Acts      bool
}

// arguments accept only what the tool says now, so outdated arguments are refused.
func (t fileTool) arguments() *jsonschema.Schema {
	s := tools.Arguments[struct {
		Text string `json:"text,omitempty"`
		Says string `json:"says,omitempty"`
	}]()
	s.Properties["says"].Enum = []any{t.Says}
	return s
}

func (f toolFile) pack(all []fileTool) tools.Pack {
	p := tools.Pack{Kind: "file", Name: "board"}
	for _, one := range all {
		t := tools.Tool{
			Raw: one.Raw, Label: one.Raw, Description: one.Says, Class: assistant.ClassQuery, Effect: assistant.EffectNone,
			Arguments: one.arguments(),
			Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
				if one.Acts {
					if err := f.did(c); err != nil {
						return assistant.Receipt{}, err
					}
				}
				return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim(one.Says)}, Undo: json.RawMessage(`{}`)}, nil
			},
		}
		if one.Acts {
			t.Class, t.Effect, t.Direct, t.Nouns = assistant.ClassAction, assistant.EffectReversible, true, []string{"notice"}
			t.Preview = func(_ context.Context, c tools.Call) (assistant.Preview, error) {
				return assistant.Preview{Title: assistant.Verbatim(one.Says), State: "as it is", Target: "the board", Fields: []assistant.Field{{Name: "Text", New: tools.Text(c.Arguments, "text")}}}, nil
			}
			t.Undo = func(context.Context, tools.Call, assistant.Receipt) error { return nil }
		}
		p.Tools = append(p.Tools, t)
	}
	return p
}

func (f toolFile) did(c tools.Call) error {
	w, err := os.OpenFile(string(f)+".did", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer w.Close()
	_, err = w.WriteString(tools.Text(c.Arguments, "text") + "\n")
	return err
}

// ToolsStamp implements [team.Tools].
func (f toolFile) ToolsStamp(context.Context) (string, error) {
	raw, err := os.ReadFile(string(f))
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), err
}

// Tools implements [team.Tools].
func (f toolFile) Tools(context.Context) ([]team.Connected, error) {
	var all []fileTool
	raw, err := os.ReadFile(string(f))
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	return []team.Connected{{Pack: f.pack(all)}}, err
}

// set writes the file, whole at once.
func (f toolFile) set(t *testing.T, all ...fileTool) {
	t.Helper()
	raw, err := json.Marshal(append([]fileTool{}, all...))
	if err == nil {
		err = os.WriteFile(string(f)+".new", raw, 0o600)
	}
	if err == nil {
		err = os.Rename(string(f)+".new", string(f))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// named is what a tool of the file is called on the wire.
func (f toolFile) named(raw string) string {
	return f.pack([]fileTool{{Raw: raw}}).Sourced()[0].Name
}

// further lets a child have the tools of a file.
func further(h hooks) hooks {
	if file := os.Getenv(toolFileVar); file != "" {
		h.tools = []team.Tools{toolFile(file)}
	}
	return h
}

// TestToolsFromOutsideComeChangeAndGoOnBothReplicas: while both serve, tools come. Each replica uses them; one that is changed asks once
// more for what a yes is open to, or was said to; one that is gone ends what waits for it with a sentence. Nothing is done that nobody
// has said yes to as it is.
func TestToolsFromOutsideComeChangeAndGoOnBothReplicas(t *testing.T) {
	t.Parallel()
	database, cache, model := servers.Postgres(t), servers.Redis(t), newScriptedModel(t)
	file := toolFile(filepath.Join(t.TempDir(), "tools.json"))
	file.set(t)
	env := append(model.env(), "DATABASE_URL="+database, "REDIS_URL="+cache, toolFileVar+"="+string(file))
	first := newChild(t, env...)
	second := newChild(t, append(first.env, env...)...)
	second.env = append(second.env, "AISTEAM_ADDR="+second.addr, "AISTEAM_DATA="+first.data)
	first.startReady()
	second.startReady()
	both := []api{{t, first}, {t, second}}

	look, put := fileTool{Raw: "Look at the board", Says: "It is empty."}, fileTool{Raw: "Put up a notice", Says: "Put up a notice", Acts: true}
	was := ""
	known := func(says string) { // each of them: whichever does the task, who takes the request holds it against its own team
		t.Helper()
		began, asked := time.Now(), cmp.Or(says, was)
		was = says
		for i, a := range both {
			eventually(t, patience, "the tools are others", func() bool {
				var got struct{ Summary string }
				status := a.call(http.MethodPost, "/api/assistant/execute", map[string]any{
					"createdByAgentId": assistant.Chief, "taskType": file.named(look.Raw), "parameters": map[string]any{"says": asked}, "summary": "Look at the board",
				}, &got)
				return says == "" && status >= http.StatusBadRequest || got.Summary == says && says != ""
			})
			t.Logf("replica %d knows %q after %s", i+1, says, time.Since(began).Round(time.Millisecond))
		}
	}
	known("")
	file.set(t, look, put)
	known(look.Says)

	var open []said
	for i, opening := range []string{"Please put up a notice about tulips", "Please put up a notice about roses"} {
		if err := model.learn(opening, "replies kind {\"kind\":\"simple\",\"reason\":\"It is one thing.\"}\ncalls "+file.named(put.Raw)+` {"text":"`+opening+`"}`+"\nsays Well."); err != nil {
			t.Fatal(err)
		}
		got := both[i].chat("", opening)
		both[i].reads(got.ConversationID, "approval_requested")
		open = append(open, got)
	}
	asked := func(a api, c said) (why string) {
		t.Helper()
		var page struct {
			Actions []struct {
				Conversation string `json:"conversation_id"`
				Why          string
			}
		}
		a.call(http.MethodGet, "/api/assistant/actions", nil, &page)
		for _, one := range page.Actions {
			if one.Conversation == c.ConversationID {
				why = one.Why
			}
		}
		return why
	}

	look.Says, put.Says = "It is full.", "Put up a notice, and mail it to everybody"
	file.set(t, look, put)
	known(look.Says)
	for i, c := range open {
		a := both[1-i]
		before := len(a.log(c.ConversationID))
		a.chat(c.ConversationID, "yes")
		a.readsAfter(c.ConversationID, before, "approval_requested")
		if why := asked(a, c); !strings.HasPrefix(why, "The tool for this was changed since you approved it.") {
			t.Errorf("it asks again because of %q", why)
		}
	}
	if done := file.done(t); done != "" {
		t.Fatalf("done under a yes to another definition: %s", done)
	}
	both[0].chat(open[0].ConversationID, "yes")
	both[0].reads(open[0].ConversationID, "run_finished")
	if done := file.done(t); done != "Please put up a notice about tulips\n" {
		t.Errorf("after a yes to what it is now, it did %q", done)
	}

	var timeline []struct{ Kind, Team string }
	both[1].call(http.MethodGet, "/api/conversations/"+open[0].ConversationID+"/timeline", nil, &timeline)
	teams := map[string]string{}
	for _, one := range timeline {
		teams[one.Kind] = cmp.Or(one.Team, teams[one.Kind])
	}
	if teams["task_created"] == "" || teams["task_started"] == "" || teams["task_created"] == teams["task_started"] {
		t.Errorf("the timeline names the teams %v", teams)
	}

	file.set(t)
	known("")
	both[1].chat(open[1].ConversationID, "yes")
	both[1].reads(open[1].ConversationID, "because the tool for it is not here any more")
	if done := file.done(t); strings.Count(done, "\n") != 1 {
		t.Errorf("a tool that is gone did %q", done)
	}
}

func (f toolFile) done(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(string(f) + ".did")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(raw)
}
