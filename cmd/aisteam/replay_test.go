package main

import (
	"bytes"
	"context"
	"database/sql"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// replays is what the command prints when it makes things again, with its exit code.
func (c *child) replays(args ...string) (string, int) {
	c.tb.Helper()
	exe, err := os.Executable()
	if err != nil {
		c.tb.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(c.tb.Context()), exe, append([]string{"replay"}, args...)...)
	cmd.Env = c.env
	said, _ := cmd.CombinedOutput() // the exit code is looked at
	return string(said), cmd.ProcessState.ExitCode()
}

// TestWhatWasSaidIsMadeAgain: by its turn, its run, its conversation; while the service is at work, and after it was killed. A log that
// somebody has changed is named by the message, the field and both values.
func TestWhatWasSaidIsMadeAgain(t *testing.T) {
	t.Parallel()
	c := newcomer(t)
	if said, code := c.replays("--everything"); code != exitUsage || !strings.Contains(said, "has no database to look at") {
		t.Errorf("without a database it exits with %d: %s", code, said)
	}
	c.startReady()
	a := api{t, c}
	said := a.chat("", "create a ticket about the contact form")
	a.reads(said.ConversationID, "Create a ticket")
	eventually(t, patience, "all of it says the same", func() bool {
		out, code := c.replays("--conversation", said.ConversationID)
		return code == exitClean && strings.Contains(out, "say the same again.") && strings.Contains(out, "task ")
	})
	c.kill()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(c.data, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var turn, run string
	if err := db.QueryRowContext(t.Context(), `select cause, run_id from assistant_messages where body_type = 'run_started'`).Scan(&turn, &run); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{run}, {"--turn", turn}} {
		if out, code := c.replays(args...); code != exitClean || !strings.Contains(out, "turn "+turn+": ") {
			t.Errorf("%v exits with %d: %s", args, code, out)
		}
	}
	if _, err := db.ExecContext(t.Context(), `update assistant_messages set content = replace(content, 'Proposed', 'Done') where body_type = 'run_started'`); err != nil {
		t.Fatal(err)
	}
	out, code := c.replays("--turn", turn)
	for _, part := range []string{"turn " + turn + " differs", "/run)", "field: content", `then:  "Done: `, `now:   "Proposed: `} {
		if code != exitFailed || !strings.Contains(out, part) {
			t.Errorf("exit code %d, and %q is not in:\n%s", code, part, out)
		}
	}
}

// TestReplayIsToldWhatToMake: one thing, by its id.
func TestReplayIsToldWhatToMake(t *testing.T) {
	for _, args := range [][]string{{"replay"}, {"replay", "x"}, {"replay", "--everything", "--turn", "01990d4e-2f5a-7c31-9d1e-6f1f3c1a7b42"}} {
		var said bytes.Buffer
		if code := run(t.Context(), args, &said, &said, hooks{}); code != exitUsage {
			t.Errorf("%v exits with %d: %s", args, code, said.String())
		}
	}
}

// TestAChangedByteOfALoopIsNamed: of all that a conversation of an agent that proposes, asks and does has recorded, one byte is
// changed. Replay says where what is made again departs from what was said.
func TestAChangedByteOfALoopIsNamed(t *testing.T) {
	t.Parallel()
	model := newScriptedModel(t)
	c := newChild(t, model.env()...)
	c.startReady()
	const opening = "Create a ticket about the byte"
	if err := model.learn(opening, "calls create_ticket {\"title\":\"Byte\",\"priority\":\"high\"}\nsays The ticket is made."); err != nil {
		t.Fatal(err)
	}
	a := api{t, c}
	said := a.chat("", opening)
	if got := a.call(http.MethodPost, "/api/approvals/"+a.pending(1)[0], map[string]any{"decision": "approved"}, nil); got != http.StatusOK {
		t.Fatalf("approving it answered %d", got)
	}
	a.reads(said.ConversationID, "The ticket is made.")
	repeats(t, c)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(c.data, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	changed, err := db.ExecContext(t.Context(), `update assistant_messages set content = replace(content, 'The ticket is made.', 'The ticket is mode.') where content like '%The ticket is made.%'`)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := changed.RowsAffected(); n != 1 || err != nil {
		t.Fatalf("%d messages were changed: %v", n, err)
	}
	out, code := c.replays("--conversation", said.ConversationID)
	for _, part := range []string{"differs", "field: content", `The ticket is mode.`, `The ticket is made.`, "1 of "} {
		if code != exitFailed || !strings.Contains(out, part) {
			t.Errorf("exit code %d, and %q is not in:\n%s", code, part, out)
		}
	}
}
