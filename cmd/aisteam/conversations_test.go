package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
)

// TestConversations plays the conversations under testdata/conversations, one file each, with one process on each database: those that
// this change draws, on Postgres fewer. Those with a part "model" are played with a model that follows it
// (see [scriptedModel]), the others with the rehearsal.
// A conversation reads like what a person does and sees:
//
//	say TEXT                     says something and waits for the turn
//	answered TEXT                as in TestScripts
//	reads TEXT                   the conversation comes to say TEXT, in words or in the notes that code puts beneath them; with ! it nowhere does
//	decides N VERDICT [NOTE]     approves or rejects the N-th action that was asked for, as a press of its button does
//	approves N ARGUMENTS         approves it with other arguments, in JSON
//	late N VERDICT STATUS        decides what is decided already; the API answers STATUS
//	answers VALUE                answers the question that is open by its form
//	waits N                      waits until N actions were asked for
//	fetch PATH STATUS [TEXT]     as in TestScripts
//	undoes                       takes the newest run back
//	alone [VAR=value ...]        comes first: the conversation is played in an office of its own, with verbs that change the office
//	joins NAME ROLE              somebody else comes by an invitation
//	as NAME VERB ...             what follows is done by them
//	cannot N VERDICT [TEXT]      deciding the N-th action is refused, with TEXT
//	always N                     approves the N-th action and its like from now on
//	rule TOOL JSON               who decides on a tool; %NAME% stands for the id of somebody who joined
//	setting JSON                 changes settings of the office
//	passes DURATION              so much time goes by, while nothing is served
//	restarts                     the service ends like after a power cut, and comes back
//	tell TEXT                    says something without waiting for what comes of it
//	task TEXT [OVERLAP]          a background task is made that does TEXT every day, and tells it here; OVERLAP: skip, queue or replace
//	hook TEXT JSON               a background task is made that does TEXT when its hook is called, and it is called with JSON
//	due                          that task is due now
//	works                        waits until the model is at work on something that takes long; see “ponders”
//	goes on                      it ponders no longer, and says its next line (“once ponders”)
func TestConversations(t *testing.T) {
	t.Parallel()
	bases := map[string]func(*testing.T) []string{
		"sqlite":   func(*testing.T) []string { return nil },
		"postgres": func(t *testing.T) []string { t.Helper(); return []string{"DATABASE_URL=" + servers.EmptiedPostgres(t)} },
	}
	stories, err := filepath.Glob("testdata/conversations/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for name, env := range bases {
		t.Run(name, func(t *testing.T) {
			stories := sampled.Share(t, stories, map[string]float64{"sqlite": 0.5, "postgres": 0.2}[name])
			model := newScriptedModel(t)
			rehearsed := newChild(t, env(t)...)
			scripted := newChild(t, append(env(t), model.env()...)...)
			rehearsed.start()
			scripted.startReady()
			eventually(t, patience, "the other command is ready", rehearsed.ready)
			t.Run("tell", func(t *testing.T) {
				testscript.Run(t, testscript.Params{
					Files: stories,
					Setup: func(e *testscript.Env) error {
						o := &conversed{script: &script{t: t, child: rehearsed}, env: env, model: model}
						e.Values[stateKey], e.Values[talkKey] = o.script, o
						story, err := os.ReadFile(filepath.Join(e.Cd, "model"))
						if err != nil {
							return nil //nolint:nilerr // the rehearsal plays it
						}
						o.child, o.scripted = scripted, true
						o.opening = openingOf(t, e.Getenv("WORK"))
						return model.learn(o.opening, string(story))
					},
					Cmds: conversationVerbs(),
				})
			})
			repeats(t, rehearsed)
			repeats(t, scripted)
		})
	}
}

// repeats requires that whatever was said is made again from its record, byte for byte. The process ends first, so that no turn is
// in the midst of it.
func repeats(tb testing.TB, c *child) {
	tb.Helper()
	var all struct{ Conversations []struct{ ID string } }
	if (api{tb, c}).call(http.MethodGet, "/api/conversations", nil, &all); len(all.Conversations) == 0 {
		return // only conversations of others were asked for
	}
	c.signal(syscall.SIGTERM)
	eventually(tb, patience, "the command ends", c.ended)
	said, code := c.replays("--everything")
	if code != exitClean || !strings.Contains(said, "say the same again.") {
		tb.Errorf("made again, the conversations say something else:\n%s", said)
	}
}

type verb = func(ts *testscript.TestScript, neg bool, args []string)

func conversationVerbs() map[string]verb {
	all := map[string]verb{
		"say": cmdSay, "answered": cmdAnswered, "reads": cmdReadsWhole, "decides": cmdDecides, "approves": cmdApproves, "late": cmdLate,
		"answers": cmdAnswers, "undoes": cmdUndoes, "call": cmdCall, "fetch": cmdFetch, "waits": cmdWaits,
	}
	maps.Copy(all, officeVerbs())
	all["as"] = func(ts *testscript.TestScript, neg bool, args []string) {
		o := talkOf(ts)
		o.child.as = o.person(ts, args[0]).client
		defer func() { o.child.as = nil }()
		all[args[1]](ts, neg, args[2:])
	}
	return all
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
		for _, verb := range []string{"say ", "tell "} {
			if words, ok := strings.CutPrefix(strings.TrimSpace(line), verb); ok {
				return words
			}
		}
	}
	t.Fatalf("%s says nothing", name)
	return ""
}

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
	if err := until(s.t.Context(), patience, read); err != nil {
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
	if err := until(s.t.Context(), patience, func() bool {
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

// asked is the n-th action that the conversation asked people about. The owner looks: others may not see the conversation.
func (s *script) asked(ts *testscript.TestScript, n string) string {
	who := s.child.as
	s.child.as = nil
	defer func() { s.child.as = who }()
	at, err := strconv.Atoi(n)
	ts.Check(err)
	return s.bodies(ts, "approval_requested", at)[at-1].Body.Approval.ID
}

func (s *script) posts(ts *testscript.TestScript, path string, body map[string]any, want int) {
	if got := s.api(ts).call(http.MethodPost, path, body, nil); got != want {
		ts.Fatalf("%s answered %d\n%s", path, got, s.api(ts).log(s.conversation))
	}
}

func cmdWaits(ts *testscript.TestScript, _ bool, args []string) { state(ts).asked(ts, args[0]) }

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
