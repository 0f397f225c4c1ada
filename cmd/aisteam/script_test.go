package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aisteam/aisteam/internal/sampled"
)

// TestScripts plays the conversations under testdata/script that this change draws against the command as a process. A script reads like
// what a person does and sees:
//
//	serve [VAR=value ...]      starts the command; variables come on top of an environment of its own
//	model KIND                 starts a language model that misbehaves in the way of KIND, and points the command at it
//	say TEXT                   says something in the script's conversation and waits for the turn
//	new                        the next say starts another conversation
//	unseen                     approves the open plan through the API, to be published without being shown
//	answered TEXT              the last turn said TEXT; with ! in front it did not
//	reads TEXT                 since the last say, the conversation's log comes to contain TEXT; with ! it nowhere does
//	fetch PATH STATUS [TEXT]   an address, as anybody may ask for it
//	call METHOD PATH STATUS [BODY] [TEXT]  the API with the owner's token; %CONVERSATION% and %PROJECT% stand for their ids
//	approve ARGUMENTS          approves the one change that waits, to be done with these arguments, in JSON
//	crash, terminate, restart  end the process by SIGKILL, by SIGTERM; start it again on the same data
func TestScripts(t *testing.T) {
	t.Parallel()
	stories, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files: sampled.Share(t, stories, 0.6),
		Setup: func(e *testscript.Env) error {
			e.Values[stateKey] = &script{t: t}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"serve": cmdServe, "model": cmdModel, "say": cmdSay, "new": cmdNew, "answered": cmdAnswered, "unseen": cmdUnseen, "reads": cmdReads,
			"fetch": cmdFetch, "call": cmdCall, "crash": cmdCrash, "approve": cmdApprove, "restart": cmdRestart, "terminate": cmdTerminate,
		},
	})
}

type stateKeyType struct{}

var stateKey stateKeyType

// script is the state of one script.
type script struct {
	t            *testing.T
	env          []string
	child        *child
	conversation string
	last         said
	mark         int // how long the log was when the last turn began
}

func state(ts *testscript.TestScript) *script {
	s, _ := ts.Value(stateKey).(*script)
	return s
}

func (s *script) api(ts *testscript.TestScript) api {
	if s.child == nil {
		ts.Fatalf("nothing is served yet")
	}
	return api{scriptTB{s.t, ts}, s.child}
}

// scriptTB fails the script instead of the whole test.
type scriptTB struct {
	testing.TB
	ts *testscript.TestScript
}

// Fatalf implements testing.TB.
func (s scriptTB) Fatalf(format string, args ...any) { s.ts.Fatalf(format, args...) }

// Fatal implements testing.TB.
func (s scriptTB) Fatal(args ...any) { s.ts.Fatalf("%v", args) }

func cmdServe(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	s.child = newChild(scriptTB{s.t, ts}, append(s.env, args...)...)
	child := s.child
	ts.Defer(child.kill)
	ts.Defer(func() { saysTheSameAgain(s.t, child) }) // before it is killed
	child.startReady()
}

// saysTheSameAgain makes everything again that was recorded in a script, while the command serves, or after it was killed.
func saysTheSameAgain(t *testing.T, c *child) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), exe, "replay", "--everything")
	cmd.Env = c.env
	said, err := cmd.CombinedOutput()
	if err != nil && !strings.Contains(string(said), "nothing of it is recorded") {
		t.Errorf("made again, the script says something else: %v\n%s", err, said)
	}
	t.Logf("%s", said)
}

func cmdModel(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	m := newBadModel(args[0])
	ts.Defer(m.Close)
	s.env = append(s.env, "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-secret-of-the-test", "OPENAI_MODEL=m", "OPENAI_BASE_URL="+m.URL)
}

func cmdSay(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	s.mark = 0
	if s.conversation != "" {
		s.mark = len(s.api(ts).log(s.conversation))
	}
	s.last = s.api(ts).chat(s.conversation, strings.Join(args, " "))
	s.conversation = s.last.ConversationID
	ts.Logf("%s", s.last.text())
}

func cmdApprove(ts *testscript.TestScript, _ bool, args []string) {
	a := state(ts).api(ts)
	ids := a.pending(1)
	if got := a.call(http.MethodPost, "/api/approvals/"+ids[0], map[string]any{"decision": "approved", "arguments": json.RawMessage(strings.Join(args, " "))}, nil); got != http.StatusOK {
		ts.Fatalf("approving it answered %d", got)
	}
}

func cmdNew(ts *testscript.TestScript, _ bool, _ []string) { state(ts).conversation = "" }

func cmdAnswered(ts *testscript.TestScript, neg bool, args []string) {
	text, want := state(ts).last.text(), strings.Join(args, " ")
	if strings.Contains(text, want) == neg {
		ts.Fatalf("the turn said:\n%s", text)
	}
}

func cmdUnseen(ts *testscript.TestScript, _ bool, _ []string) {
	s := state(ts)
	var page struct {
		Messages []struct {
			Type string
			Body struct {
				Plan struct {
					ID      string
					Version int
					Hash    string
				}
			}
		}
	}
	s.api(ts).call(http.MethodGet, "/api/conversations/"+s.conversation+"/messages?limit=200", nil, &page)
	for _, m := range page.Messages {
		if p := m.Body.Plan; m.Type == "plan_proposed" {
			if got := s.api(ts).call(http.MethodPost, "/api/plans/"+p.ID+"/decide", map[string]any{
				"decision": "approved", "version": p.Version, "hash": p.Hash, "unseen": true,
			}, nil); got != http.StatusOK {
				ts.Fatalf("approving it unseen answered %d", got)
			}
			return
		}
	}
	ts.Fatalf("no plan is open:\n%s", s.api(ts).log(s.conversation))
}

func cmdReads(ts *testscript.TestScript, neg bool, args []string) {
	s := state(ts)
	want := strings.Join(args, " ")
	if !neg {
		s.api(ts).readsAfter(s.conversation, s.mark, want)
		return
	}
	if log := s.api(ts).reads(s.conversation, ""); strings.Contains(log, want) {
		ts.Fatalf("the conversation says:\n%s", log)
	}
}

func cmdFetch(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	status, body, err := get(s.t.Context(), s.child.url(args[0]))
	ts.Check(err)
	if status != want || (len(args) > 2 && !strings.Contains(body, strings.Join(args[2:], " "))) {
		ts.Fatalf("%s answers %d\n%s", args[0], status, body)
	}
}

func cmdCall(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	want, err := strconv.Atoi(args[2])
	ts.Check(err)
	body := ""
	if len(args) > 3 {
		body = args[3]
	}
	names := strings.NewReplacer("%CONVERSATION%", s.conversation, "%PROJECT%", s.api(ts).project())
	path := names.Replace(args[1])
	req, err := http.NewRequestWithContext(s.t.Context(), args[0], s.child.url(path), strings.NewReader(names.Replace(expand(body))))
	ts.Check(err)
	req.Header.Set("Authorization", "Bearer "+testToken)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer res.Body.Close()
	answer := readAll(res.Body)
	if res.StatusCode != want || (len(args) > 4 && !strings.Contains(answer, args[4])) {
		ts.Fatalf("%s %s answers %d\n%s", args[0], path, res.StatusCode, answer)
	}
}

// expand makes a body large where a script asks for it.
func expand(body string) string {
	if n, ok := strings.CutPrefix(body, "BYTES:"); ok {
		size, _ := strconv.Atoi(n)
		return `{"messages":[{"role":"user","content":"` + strings.Repeat("x", size) + `"}]}`
	}
	return body
}

func cmdCrash(ts *testscript.TestScript, _ bool, _ []string)   { state(ts).child.kill() }
func cmdRestart(ts *testscript.TestScript, _ bool, _ []string) { state(ts).child.startReady() }

func cmdTerminate(ts *testscript.TestScript, _ bool, _ []string) {
	c := state(ts).child
	c.signal(syscall.SIGTERM)
	if err := until(state(ts).t.Context(), patience, c.ended); err != nil {
		ts.Fatalf("it did not end: %v", err)
	}
	if code := c.cmd.ProcessState.ExitCode(); code != exitClean {
		ts.Fatalf("exit code %d", code)
	}
}
