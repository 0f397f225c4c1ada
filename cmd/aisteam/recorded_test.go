package main

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files and the pictures of the recorded conversation anew")

// recordedDir keeps what people saw of the recorded conversation.
const recordedDir = "../../docs/recorded"

// player is a person on one surface, who goes by what it shows. Each verb waits until what it needs can be seen.
type player interface { //nolint:interfacebloat // the verbs of a script
	say(words string)
	sees(words string)
	answer(answers [][2]string) // by question
	choose(label string)
	change(wish string)
	press(what string) // approve, accept, retry, stop or undo
	parallel(n int)    // that many tasks are shown at work
	look(name string, picture bool)
	end() // nothing is left to be looked at; no rule of the platform was broken
}

// TestRecordedConversation plays one conversation through every surface: the same messages are said, the same decisions
// are taken and the same work is done, whatever people talk through. What they saw on the way is kept.
func TestRecordedConversation(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	logs := map[string][]string{}
	t.Run("on", func(t *testing.T) {
		for _, surface := range []struct {
			name  string
			start func(*testing.T, stage) (player, *child)
		}{{"slack", playSlack}, {"discord", playDiscord}, {"panel", playPanel}} {
			t.Run(surface.name, func(t *testing.T) {
				t.Parallel()
				on := newStage(t)
				p, k := surface.start(t, on)
				play(t, filepath.Join("testdata", "recorded", "services.txt"), p, on)
				eventually(t, patience, "everything is done", k.kept(t).atRest)
				log := normalLog(t, api{t, k})
				p.end()
				mu.Lock()
				defer mu.Unlock()
				logs[surface.name] = log
			})
		}
	})
	first := logs["slack"]
	for name, log := range logs {
		if diff := cmp.Diff(first, log); diff != "" && len(first) > 0 {
			t.Errorf("the conversation went another way (-slack +%s):\n%s", name, diff)
		}
	}
	if !t.Failed() && len(first) > 0 {
		golden(t, filepath.Join(recordedDir, "log.txt"), strings.Join(first, "\n")+"\n")
	}
}

// play does what a script says, line by line.
func play(t *testing.T, path string, p player, on stage) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(raw), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		verb, rest, _ := strings.Cut(line, " ")
		began := time.Now()
		switch verb {
		case "say":
			p.say(rest)
		case "sees":
			p.sees(rest)
		case "answer":
			p.answer(pairs(rest))
		case "choose":
			p.choose(rest)
		case "change":
			p.change(rest)
		case "approve", "accept", "retry", "stop", "undo":
			p.press(verb)
		case "parallel":
			n, err := strconv.Atoi(rest)
			if err != nil {
				t.Fatalf("%s:%d: %v", path, i+1, err)
			}
			p.parallel(n)
		case "look", "picture":
			p.look(rest, verb == "picture")
		case "fail":
			on.fail(rest)
		case "hold":
			on.hold(rest)
		case "held":
			on.held(rest)
		case "release":
			on.release(rest)
		default:
			t.Fatalf("%s:%d: nobody knows how to %s", path, i+1, verb)
		}
		t.Logf("%6s  %s", time.Since(began).Round(time.Millisecond), line)
	}
}

// pairs reads "question = answer | question = answer".
func pairs(line string) [][2]string {
	var out [][2]string
	for one := range strings.SplitSeq(line, "|") {
		question, answer, _ := strings.Cut(one, "=")
		out = append(out, [2]string{strings.TrimSpace(question), strings.TrimSpace(answer)})
	}
	return out
}

// golden holds a text against the file that was kept of it.
func golden(t *testing.T, path, text string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(kept), "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("%s is not what is to be read now (-kept +now); look at the difference, then run with -update:\n%s", path, diff)
	}
}
