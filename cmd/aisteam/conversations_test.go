package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/aisteam/aisteam/internal/servers"
)

// TestConversations plays the conversations under testdata/conversations, one file each, all of them with one process on each
// database. Those with a part "model" are played with a model that follows it (see [scriptedModel]), the others with the rehearsal.
// A conversation reads like what a person does and sees:
//
//	say TEXT                     says something and waits for the turn
//	answered TEXT                as in TestScripts
//	reads TEXT                   the conversation comes to say TEXT, in words or in the notes that code puts beneath them; with ! it nowhere does
//	decides N VERDICT [NOTE]     approves or rejects the N-th action that was asked for, as a press of its button does
//	approves N ARGUMENTS         approves it with other arguments, in JSON
//	late N VERDICT STATUS        decides what is decided already; the API answers STATUS
//	answers VALUE                answers the question that is open by its form
//	undoes                       takes the newest run back
func TestConversations(t *testing.T) {
	bases := map[string]func(*testing.T) []string{
		"sqlite":   func(*testing.T) []string { return nil },
		"postgres": func(t *testing.T) []string { t.Helper(); return []string{"DATABASE_URL=" + servers.EmptiedPostgres(t)} },
	}
	for name, env := range bases {
		t.Run(name, func(t *testing.T) {
			model := newScriptedModel(t)
			rehearsed := newChild(t, env(t)...)
			scripted := newChild(t, append(env(t), "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-secret-of-the-test", "OPENAI_BASE_URL="+model.URL)...)
			rehearsed.start()
			scripted.startReady()
			eventually(t, 30*time.Second, "the other command is ready", rehearsed.ready)
			t.Run("tell", func(t *testing.T) {
				testscript.Run(t, testscript.Params{
					Dir: "testdata/conversations",
					Setup: func(e *testscript.Env) error {
						s := &script{t: t, child: rehearsed}
						e.Values[stateKey] = s
						story, err := os.ReadFile(filepath.Join(e.Cd, "model"))
						if err != nil {
							return nil //nolint:nilerr // the rehearsal plays it
						}
						s.child = scripted
						return model.learn(openingOf(t, e.Getenv("WORK")), string(story))
					},
					Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
						"say": cmdSay, "answered": cmdAnswered, "reads": cmdReadsWhole, "decides": cmdDecides, "approves": cmdApproves, "late": cmdLate,
						"answers": cmdAnswers, "undoes": cmdUndoes, "call": cmdCall,
					},
				})
			})
		})
	}
}

// openingOf is what is said first in the conversation whose folder is given: testscript names it after the file.
func openingOf(t *testing.T, work string) string {
	t.Helper()
	name := strings.TrimPrefix(filepath.Base(work), "script-")
	archive, err := txtar.ParseFile(filepath.Join("testdata", "conversations", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(archive.Comment)) {
		if words, ok := strings.CutPrefix(strings.TrimSpace(line), "say "); ok {
			return words
		}
	}
	t.Fatalf("%s says nothing", name)
	return ""
}

// readsFor is how long a conversation is waited for.
const readsFor = 20 * time.Second

// cmdReadsWhole is cmdReads over the whole conversation, with its notes.
func cmdReadsWhole(ts *testscript.TestScript, neg bool, args []string) {
	s, want, log := state(ts), strings.Join(args, " "), ""
	read := func() bool {
		var page struct {
			Messages []struct {
				Type, Content string
				Body          struct{ Note string }
			}
		}
		s.api(ts).call(http.MethodGet, "/api/conversations/"+s.conversation+"/messages?limit=200", nil, &page)
		var b strings.Builder
		for _, m := range page.Messages {
			b.WriteString(m.Type + ": " + m.Content + "\n" + m.Body.Note + "\n")
		}
		log = b.String()
		return strings.Contains(log, want)
	}
	if neg {
		if read() {
			ts.Fatalf("the conversation says:\n%s", log)
		}
		return
	}
	if err := until(s.t.Context(), readsFor, read); err != nil {
		ts.Fatalf("the conversation never said %q:\n%s", want, log)
	}
}

// body is what a conversation's message carries of what people decide on.
type body struct {
	Type string
	Body struct {
		Approval      struct{ ID string }
		Clarification json.RawMessage
		Run           struct{ ID string }
	}
}

// bodies are the conversation's messages of a kind, at least n of them.
func (s *script) bodies(ts *testscript.TestScript, kind string, n int) (out []body) {
	a := s.api(ts)
	if err := until(s.t.Context(), readsFor, func() bool {
		var page struct{ Messages []body }
		a.call(http.MethodGet, "/api/conversations/"+s.conversation+"/messages?limit=200", nil, &page)
		out = nil
		for _, m := range page.Messages {
			if m.Type == kind {
				out = append(out, m)
			}
		}
		return len(out) >= n
	}); err != nil {
		ts.Fatalf("%d of %s, not %d:\n%s", len(out), kind, n, a.log(s.conversation))
	}
	return out
}

// asked is the n-th action that the conversation asked people about.
func (s *script) asked(ts *testscript.TestScript, n string) string {
	at, err := strconv.Atoi(n)
	ts.Check(err)
	return s.bodies(ts, "approval_requested", at)[at-1].Body.Approval.ID
}

func (s *script) posts(ts *testscript.TestScript, path string, body map[string]any, want int) {
	s.mark = len(s.api(ts).log(s.conversation))
	if got := s.api(ts).call(http.MethodPost, path, body, nil); got != want {
		ts.Fatalf("%s answered %d\n%s", path, got, s.api(ts).log(s.conversation))
	}
}

func cmdDecides(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	s.posts(ts, "/api/approvals/"+s.asked(ts, args[0]), map[string]any{"decision": args[1], "note": strings.Join(args[2:], " ")}, http.StatusOK)
}

func cmdApproves(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	s.posts(ts, "/api/approvals/"+s.asked(ts, args[0]), map[string]any{"decision": "approved", "arguments": json.RawMessage(args[1])}, http.StatusOK)
}

func cmdLate(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	want, err := strconv.Atoi(args[2])
	ts.Check(err)
	s.posts(ts, "/api/approvals/"+s.asked(ts, args[0]), map[string]any{"decision": args[1]}, want)
}

func cmdAnswers(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	all := s.bodies(ts, "asked", 1)
	var q struct {
		ID        string
		Questions []struct{ Key string }
	}
	ts.Check(json.Unmarshal(all[len(all)-1].Body.Clarification, &q))
	s.posts(ts, "/api/clarifications/"+q.ID+"/answer", map[string]any{"values": map[string]string{q.Questions[0].Key: strings.Join(args, " ")}}, http.StatusOK)
}

func cmdUndoes(ts *testscript.TestScript, _ bool, _ []string) {
	s := state(ts)
	all := s.bodies(ts, "run_started", 1)
	s.posts(ts, "/api/runs/"+all[len(all)-1].Body.Run.ID+"/undo", map[string]any{}, http.StatusOK)
}
