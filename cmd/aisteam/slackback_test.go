package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/servers"
)

// TestEveryWorkspaceIsAnsweredWhatWasSaidWhileDown: two workspaces have installed the app, the command is killed, one word
// is said in each, in a thread of the one and as a new mention in the other. Back again, it answers each of them once, and
// no more however often it starts again.
func TestEveryWorkspaceIsAnsweredWhatWasSaidWhileDown(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t, "SLACK_BOT_TOKEN=", "SLACK_CLIENT_ID=1.2", "SLACK_CLIENT_SECRET=client-secret",
		"AISTEAM_SECRET_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "DATABASE_URL="+servers.EmptiedPostgres(t))
	w.child.env = append(w.child.env, "AISTEAM_PUBLIC_URL=http://"+w.child.addr)
	w.child.startReady()
	b := newInstaller(w)
	two, three := w.slack.Workspace("T2", ""), w.slack.Workspace("T3", "")
	two.AddChannel("C2")
	three.AddChannel("C3")
	b.install(two)
	b.install(three)
	root := w.answered(two, "C2", "What can you do?")
	w.answered(three, "C3", "How does undo work?")

	w.child.kill()
	two.Write("C2", root, asker, "Who is Dana?")
	begun := three.Write("C3", "", asker, "<@"+three.BotUser+"> Who is Layla?")
	w.child.startReady()
	w.answers(two, "C2", root, 2, "Who is Dana?")
	w.answers(three, "C3", begun, 1, "Who is Layla?")
	w.child.kill()
	read := w.slack.Calls("conversations.replies")
	w.child.startReady()
	eventually(t, patience, "all three threads are read again", func() bool { return w.slack.Calls("conversations.replies") >= read+3 })
	w.answered(two, "C2", "And now?") // by when a word that was taken twice would have been answered
	w.answered(three, "C3", "And now?")
	for _, at := range []struct {
		in            *fakeslack.Server
		channel, root string
		posts         int
	}{{two, "C2", root, 2}, {three, "C3", begun, 1}} {
		if n := len(at.in.Posted(at.channel, at.root)); n != at.posts {
			t.Errorf("%s has %d posts, not %d:\n%s", at.in.Team, n, at.posts, at.in.Dump(at.channel, at.root))
		}
	}
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// answers waits until a workspace's thread has its n-th answer, which is the one to the words.
func (w *slackWorld) answers(in *fakeslack.Server, channel, root string, n int, words string) {
	w.tb.Helper()
	answer := says("Rehearsal: no language model was asked")
	if until(w.tb.Context(), patience, func() bool {
		answers := 0
		for _, m := range in.Posted(channel, root) {
			if answer(m) {
				answers++
			}
		}
		return answers >= n
	}) != nil {
		w.tb.Fatalf("nobody answers %q in %s:\n%s", words, in.Team, in.Dump(channel, root))
	}
}
