package executor_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// The holder of a task died between the start of its call and the settling of it: the next one does not know what became
// of it.
func TestAfterACrashNobodyGuesses(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*world) []func(*tools.Tool)
		before  bool // the crash came before the effect
		want    assistant.TaskStatus
		effects int
		keys    []string
	}{
		"recoverable, it had happened": {
			change: func(w *world) []func(*tools.Tool) { return []func(*tools.Tool){recoverable(w, nil)} },
			want:   assistant.TaskCompleted, effects: 1,
		},
		"recoverable, it had not happened": {
			change: func(w *world) []func(*tools.Tool) { return []func(*tools.Tool){recoverable(w, nil)} },
			before: true, want: assistant.TaskCompleted, effects: 1,
		},
		"idempotent": {
			change: func(*world) []func(*tools.Tool) { return []func(*tools.Tool){idempotent} },
			want:   assistant.TaskCompleted, effects: 2, keys: []string{"task:task-1/0", "task:task-1/0"},
		},
		"a query": {
			change: func(*world) []func(*tools.Tool) { return []func(*tools.Tool){query} },
			want:   assistant.TaskCompleted, effects: 2,
		},
		"recoverable, but it cannot be looked up": {
			change: func(w *world) []func(*tools.Tool) {
				return []func(*tools.Tool){recoverable(w, errors.New("site away"))}
			},
			want: assistant.TaskFailed, effects: 1,
		},
		"neither": {
			change: func(*world) []func(*tools.Tool) { return nil },
			want:   assistant.TaskFailed, effects: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := &world{state: "empty"}
			b := newBench(t, w.tool(c.change(w)...))
			b.crash()
			if c.before {
				w.did, w.keys = nil, nil
			}
			e := b.do()
			if got := b.status(e); got != c.want || len(w.did) != c.effects {
				t.Errorf("%s after %d effects, want %s after %d", got, len(w.did), c.want, c.effects)
			}
			if c.keys != nil && !slices.Equal(w.keys, c.keys) {
				t.Errorf("keys %q, want %q", w.keys, c.keys)
			}
			if c.want != assistant.TaskFailed {
				return
			}
			if p := b.failed(e); !strings.Contains(p.Message.String(), "do not know whether") || !strings.Contains(p.Recovery.String(), "look before") {
				t.Errorf("problem: %+v", p)
			}
			if e.Call == nil || e.Call.State != assistant.CallUncertain {
				t.Errorf("call %+v, want uncertain", e.Call)
			}
		})
	}
}

func TestAPersonWhoLookedMayTryAgain(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.crash()
	w.did = nil // it had not happened
	b.failed(b.do())
	if b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
		t.Errorf("tried again it was done %d times, want 1", len(w.did))
	}
	if w.keys[len(w.keys)-1] != "task:task-1/1" {
		t.Errorf("keys %q, want a new one for the second try", w.keys)
	}
}

func TestALostAnswerIsLookedUpAtOnce(t *testing.T) {
	lost := &assistant.Trouble{Err: assistant.ErrUncertain, Problem: assistant.Problem{
		Side: assistant.SideExecution, Message: assistant.Say("The site did not answer in time."), Steps: []assistant.Sentence{assistant.Verbatim("waiting for the site")},
	}}
	t.Run("it had happened", func(t *testing.T) {
		w := &world{state: "empty", fails: lost}
		b := newBench(t, w.tool(recoverable(w, nil)))
		if e := b.do(); b.status(e) != assistant.TaskCompleted || e.Call.State != assistant.CallSettled {
			t.Errorf("ending: %+v", e)
		}
	})
	t.Run("it is not seen, and comes late", func(t *testing.T) {
		w := &world{state: "empty", fails: lost, before: true}
		b := newBench(t, w.tool(recoverable(w, nil)))
		e := b.do()
		p := b.failed(e)
		if !strings.HasPrefix(p.Message.String(), "The site did not answer in time.") || !strings.Contains(p.Message.String(), "has not happened so far") || !p.Retry {
			t.Errorf("problem: %+v", p)
		}
		if e.Call.State != assistant.CallUncertain {
			t.Errorf("the call is %s, want uncertain: it may still be under way", e.Call.State)
		}
		w.did, w.fails = []string{"late"}, nil
		if b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
			t.Errorf("effects %q, want the late one alone", w.did)
		}
	})
	t.Run("nobody can look", func(t *testing.T) {
		w := &world{state: "empty", fails: lost}
		b := newBench(t, w.tool())
		if p := b.failed(b.do()); !strings.Contains(p.Message.String(), "do not know whether") {
			t.Errorf("problem: %+v", p)
		}
	})
	t.Run("twice is once", func(t *testing.T) {
		w := &world{state: "empty", fails: lost}
		b := newBench(t, w.tool(idempotent))
		b.failed(b.do())
		w.fails = nil
		if b.status(b.do()) != assistant.TaskCompleted || !slices.Equal(w.keys, []string{"task:task-1/0", "task:task-1/0"}) {
			t.Errorf("keys %q, want the same one twice", w.keys)
		}
	})
}

func TestARefusalIsSaidInItsOwnWordsAndMayBeTriedAgain(t *testing.T) {
	w := &world{state: "empty", before: true, fails: &assistant.Trouble{
		Err: errors.New("private detail with Authorization: Basic YWRtaW46c2VjcmV0c2VjcmV0"),
		Problem: assistant.Problem{
			Side: assistant.SideContext, Message: assistant.Say("The site returned a permission error."), Recovery: assistant.Say("Update the credentials."),
			Steps: []assistant.Sentence{assistant.Verbatim("checking WordPress credentials"), assistant.Verbatim("WordPress API returned code 403 access denied")},
		},
	}}
	b := newBench(t, w.tool())
	e := b.do()
	p := b.failed(e)
	if p.Message.String() != "The site returned a permission error." || p.ID == "" || p.Run != theRun || e.Private["problem"] != p.ID {
		t.Errorf("problem %+v, private %v", p, e.Private)
	}
	if e.Call.State != assistant.CallRefused {
		t.Errorf("the call is %s, want refused", e.Call.State)
	}
	want := []string{
		"Nico is creating a page: /services", "Nico is checking WordPress credentials", "WordPress API returned code 403 access denied",
		"Marking the task as failed", "Suggesting a way on",
	}
	if !slices.Equal(b.journal.lines, want) {
		t.Errorf("thinking %q, want %q", b.journal.lines, want)
	}
	w.fails = nil
	if b.status(b.do()) != assistant.TaskCompleted || w.keys[0] != "task:task-1/1" {
		t.Errorf("tried again: keys %q, want a new one", w.keys)
	}
}

func TestAToolThatPanicsOrHangsIsContained(t *testing.T) {
	for name, w := range map[string]*world{
		"panics": {state: "empty", panics: "token=abcdef0123456789 exploded"},
		"hangs":  {state: "empty", hang: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, w.tool(query))
				e := b.do()
				p := b.failed(e)
				if p.Message.String() == "" || p.Recovery.String() == "" || strings.Contains(p.Message.String(), "abcdef") {
					t.Errorf("problem: %+v", p)
				}
				if e.Call.State != assistant.CallRefused {
					t.Errorf("the call is %s, want refused: nothing has an effect", e.Call.State)
				}
			})
		})
	}
}

func TestSecretsReachNeitherPeopleNorOperators(t *testing.T) {
	for _, leak := range []string{
		"Get \"https://admin:hunter2secret@example.com/\": refused", "Authorization: Basic YWRtaW46aHVudGVyMnNlY3JldA==",
		"header bearer hunter2secret-token", `{"password":"hunter2secret"}`, "api_key=hunter2secret&x=1",
	} {
		w := &world{state: "empty", fails: errors.New(leak)}
		b := newBench(t, w.tool())
		e := b.do()
		p := b.failed(e)
		told := slices.Concat([]string{p.Message.String(), p.Recovery.String(), assistant.Say("%s", p.Steps).String()}, b.journal.lines, slices.Collect(maps.Values(e.Private)))
		all := strings.Join(told, " ")
		if strings.Contains(all, "hunter2secret") || strings.Contains(all, "aHVudGVyMnNlY3JldA") {
			t.Errorf("%q leaks into %q", leak, all)
		}
	}
}
