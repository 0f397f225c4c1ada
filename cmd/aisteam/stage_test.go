package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

// stageVar names the folder by which a test tells a child's tools what to do: stage is the test's side of it.
const stageVar = "AISTEAM_TEST_STAGE"

// stage is a folder of empty files. hold-TOOL keeps every use of the tool waiting for as long as it is there, held-TOOL
// says that one waits, and fail-TOOL makes one use fail.
type stage struct {
	tb  testing.TB
	dir string
}

func newStage(tb testing.TB) stage {
	tb.Helper()
	return stage{tb, tb.TempDir()}
}

func (s stage) env() string { return stageVar + "=" + s.dir }

func (s stage) put(name string) {
	s.tb.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), nil, 0o600); err != nil {
		s.tb.Fatal(err)
	}
}

func (s stage) hold(tool string) { s.put("hold-" + tool) }
func (s stage) fail(tool string) { s.put("fail-" + tool) }

// held waits until the tool is in use.
func (s stage) held(tool string) {
	s.tb.Helper()
	eventually(s.tb, patience, tool+" is in use", func() bool { return there(s.dir, "held-"+tool) })
}

func (s stage) release(tool string) {
	s.tb.Helper()
	if err := os.Remove(filepath.Join(s.dir, "hold-"+tool)); err != nil {
		s.tb.Fatal(err)
	}
}

func there(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// staged adds the child's side of a stage to its hooks.
func staged(h hooks) hooks {
	dir, before := os.Getenv(stageVar), h.tool
	if dir == "" {
		return h
	}
	h.limits = orchestrator.Limits{} // calls are held for long
	h.tool = func(t tools.Tool) tools.Tool {
		t = before(t)
		use := t.Run
		t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			failing := os.Remove(filepath.Join(dir, "fail-"+t.Name))
			if there(dir, "hold-"+t.Name) {
				if err := os.WriteFile(filepath.Join(dir, "held-"+t.Name), nil, 0o600); err != nil {
					return assistant.Receipt{}, err
				}
				if err := until(ctx, patience, func() bool { return !there(dir, "hold-"+t.Name) }); err != nil {
					return assistant.Receipt{}, err
				}
			}
			switch {
			case failing == nil:
				return assistant.Receipt{}, &assistant.Trouble{Problem: assistant.Problem{
					Side: assistant.SideExecution, Message: assistant.Say("The service for page descriptions did not answer."),
					Recovery: assistant.Say("It is usually back within a minute: try the failed step again."), Retry: true,
				}}
			case !errors.Is(failing, fs.ErrNotExist):
				return assistant.Receipt{}, failing
			}
			return use(ctx, c)
		}
		return t
	}
	return h
}
