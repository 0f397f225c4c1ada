package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// seen keeps what a chat showed at the looks of a script: first all of it, then what has changed.
type seen struct {
	t     *testing.T
	file  string
	texts func() []string // the thread's messages as they can be read now
	rest  time.Duration   // as long as this without an edit, nothing is on its way, where what is kept of it is written anew
	idle  func() bool     // nothing is left to be shown
	kept  []string        // the looks of the file
	last  []string
	out   strings.Builder
}

// until waits for a text of the thread that has the words, whatever their case.
func (s *seen) until(words string) {
	s.t.Helper()
	err := until(s.t.Context(), patience, func() bool {
		return strings.Contains(strings.ToLower(strings.Join(s.texts(), "\n")), strings.ToLower(words))
	})
	if err != nil {
		s.t.Fatalf("nobody ever saw %q:\n%s", words, strings.Join(s.texts(), "\n\n"))
	}
}

// look records what is new in the thread. It waits until that equals the recording, or until nothing is left that could make it
// equal; without a recording, until the thread is idle.
func (s *seen) look(name string, _ bool) {
	s.t.Helper()
	n := strings.Count(s.out.String(), "\n=== ") + min(1, s.out.Len())
	var now []string
	since := time.Now()
	_ = until(s.t.Context(), patience, func() bool { // what stands there then is held against what was kept
		idle := s.idle() // before the thread is read: whatever was still to come stands in it
		if again := s.texts(); !slices.Equal(now, again) {
			now, since = again, time.Now()
		}
		if *update || n >= len(s.kept) {
			return time.Since(since) > s.rest
		}
		return idle || s.news(name, now) == s.kept[n]
	})
	s.out.WriteString(s.news(name, now))
	s.last = now
}

// news is what a look at the thread shows that the last one did not.
func (s *seen) news(name string, now []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "=== %s\n\n", name)
	for i, text := range now {
		switch {
		case i >= len(s.last):
			fmt.Fprintf(&b, "%s\n", text)
		case s.last[i] != text:
			fmt.Fprintf(&b, "(edited) %s\n", text)
		}
	}
	return b.String()
}

// newSeen reads what was kept of the looks before.
func newSeen(t *testing.T, file string, rest time.Duration) *seen {
	t.Helper()
	s := &seen{t: t, file: file, rest: rest}
	if raw, err := os.ReadFile(filepath.Join(recordedDir, file)); err == nil {
		for i, section := range strings.SplitAfter("\n"+string(raw), "\n=== ") {
			if i > 0 {
				s.kept = append(s.kept, "=== "+strings.TrimSuffix(section, "=== "))
			}
		}
	}
	return s
}

func (s *seen) end() {
	s.t.Helper()
	golden(s.t, filepath.Join(recordedDir, s.file), s.out.String())
}

var (
	slackDate   = regexp.MustCompile(`<!date\^[^|>]*\|[^>]*>`)
	discordDate = regexp.MustCompile(`<t:\d+(?::\w)?>`)
	hostForm    = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	referForm   = regexp.MustCompile(`(?i)((?:reference|problem id):? *.?)[0-9a-f-]{36}`)
	// Two tasks begin at the same time: nobody promises whose thinking is the newest.
	newestForm = regexp.MustCompile(`(\d+ entries · )(?:Dana is writing a draft|Mak is writing search texts): “Services”`)
)

// oneThought is a post of a single thought. Whether that is posted before the answer, or is said by the answer's own post, which it reaches
// on its way, hangs on which of the two is there first: nobody promises either.
var oneThought = regexp.MustCompile(`^AISTEAM\n\s+-# 💭 Thinking details · 1 entry · .*\n\s+\(closed\)\s*$`)

// timeless takes out of a text what is different every time.
func timeless(text string) string {
	text = discordDate.ReplaceAllString(slackDate.ReplaceAllString(text, "<time>"), "<time>")
	text = newestForm.ReplaceAllString(text, "$1<one of the two>")
	return referForm.ReplaceAllString(hostForm.ReplaceAllString(previewForm.ReplaceAllString(text, "/preview/<token>"), "aisteam.test"), "$1<id>")
}

// labels are the words of the buttons, for the verbs of a script. A trailing … is no part of them.
func labels() map[string]string {
	return map[string]string{"approve": "Approve and start", "accept": "Approve", "retry": "Try again", "stop": "Stop", "undo": "Undo", "change": "Request changes", "answer": "Answer"}
}

func bare(label string) string {
	return strings.TrimFunc(label, func(r rune) bool { return unicode.IsSpace(r) || r == '…' })
}

// slackPlayer is Anna in a Slack thread.
type slackPlayer struct {
	*seen
	w *slackWorld
}

func playSlack(t *testing.T, on stage) (player, *child) { //nolint:iface // one of three players
	t.Helper()
	w := newSlackWorld(t, on.env())
	w.child.startReady()
	p := &slackPlayer{w: w, seen: newSeen(t, "slack.txt", 2*time.Second)}
	p.idle = w.child.kept(t).atRest
	p.texts = func() []string {
		var out []string
		for _, m := range w.slack.Thread(channel, w.root) {
			if m.User == asker {
				out = append(out, "Anna\n  "+m.Text+"\n")
				continue
			}
			out = append(out, timeless("AISTEAM\n"+drawSlack(m.Text, m.Blocks)))
		}
		return out
	}
	return p, w.child
}

func (p *slackPlayer) say(words string)  { p.t.Helper(); p.w.say(words, func() {}) }
func (p *slackPlayer) sees(words string) { p.t.Helper(); p.until(words) }
func (p *slackPlayer) press(what string) { p.t.Helper(); p.click(labels()[what]) }
func (p *slackPlayer) choose(l string)   { p.t.Helper(); p.click(l) }

func (p *slackPlayer) parallel(n int) {
	p.t.Helper()
	p.w.shows("the tasks at work", func() {}, func(m fakeslack.Message) bool { return strings.Count(string(m.Blocks), `"in_progress"`) == n })
}

// click presses the only button of that label that the thread shows.
func (p *slackPlayer) click(label string) {
	p.t.Helper()
	var found map[string]any
	m := p.w.shows("the button "+label, func() {}, func(m fakeslack.Message) bool {
		var blocks []struct {
			ID       string           `json:"block_id"`
			Elements []map[string]any `json:"elements"`
		}
		_ = json.Unmarshal(m.Blocks, &blocks)
		for _, b := range blocks {
			for _, e := range b.Elements {
				text, _ := e["text"].(map[string]any)
				if words, _ := text["text"].(string); e["type"] == "button" && bare(words) == label {
					found = map[string]any{"type": "button", "action_id": e["action_id"], "block_id": b.ID, "value": e["value"]}
					return true
				}
			}
		}
		return false
	})
	if n := strings.Count(strings.Join(p.texts(), "\n"), "["+label); n != 1 {
		p.t.Errorf("%d buttons say %s:\n%s", n, label, strings.Join(p.texts(), "\n"))
	}
	a, err := p.w.slack.Press(p.t.Context(), m, asker, found)
	if err != nil || !a.OK() {
		p.t.Fatalf("click %s: %d, %v", label, a.Status, err)
	}
}

// form presses a button and returns the form that it opens, with its blocks by the question they ask.
func (p *slackPlayer) form(button string) (fakeslack.View, map[string][]string) {
	p.t.Helper()
	before := len(p.w.slack.Views())
	p.click(button)
	eventually(p.t, patience, "a form opens", func() bool { return len(p.w.slack.Views()) > before })
	v := p.w.slack.Views()[before]
	var form struct {
		Blocks []struct {
			Type  string `json:"type"`
			ID    string `json:"block_id"`
			Label struct {
				Text string `json:"text"`
			} `json:"label"`
			Element struct {
				Type string `json:"type"`
			} `json:"element"`
		} `json:"blocks"`
	}
	if err := json.Unmarshal(v.JSON, &form); err != nil {
		p.t.Fatal(err)
	}
	inputs := map[string][]string{}
	for _, b := range form.Blocks {
		if b.Type == "input" {
			inputs[b.Label.Text] = append(inputs[b.Label.Text], b.ID)
		}
	}
	return v, inputs
}

func (p *slackPlayer) send(v fakeslack.View, inputs map[string][]string, answers [][2]string) {
	p.t.Helper()
	values := map[string]string{}
	for _, qa := range answers {
		if len(inputs[qa[0]]) != 1 {
			p.t.Fatalf("the form asks %q %d times:\n%s", qa[0], len(inputs[qa[0]]), v.JSON)
		}
		values[inputs[qa[0]][0]] = qa[1]
	}
	a, err := p.w.slack.Submit(p.t.Context(), v, values)
	if err != nil || !a.OK() || len(a.Body) > 2 {
		p.t.Fatalf("the form was answered %d %s, %v", a.Status, a.Body, err)
	}
}

func (p *slackPlayer) answer(answers [][2]string) {
	p.t.Helper()
	v, inputs := p.form(labels()["answer"])
	p.send(v, inputs, answers)
}

func (p *slackPlayer) change(wish string) {
	p.t.Helper()
	v, inputs := p.form(labels()["change"])
	p.send(v, inputs, [][2]string{{"What should be different?", wish}})
}

func (p *slackPlayer) end() {
	p.t.Helper()
	if v := p.w.slack.Violations(); len(v) > 0 {
		p.t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	for _, note := range p.w.slack.Whispers() {
		p.t.Errorf("somebody was told: %+v", note)
	}
	p.seen.end()
}

// discordPlayer is Anna in a Discord thread.
type discordPlayer struct {
	*seen
	w *discordWorld
}

func playDiscord(t *testing.T, on stage) (player, *child) { //nolint:iface // one of three players
	t.Helper()
	w := newDiscordWorld(t, true, on.env())
	p := &discordPlayer{w: w, seen: newSeen(t, "discord.txt", 7*time.Second)}
	p.idle = w.child.kept(t).atRest
	p.texts = func() []string {
		var out []string
		root := w.discord.Messages(discordChannel)
		for _, m := range append(root[:min(1, len(root))], w.discord.Messages(w.thread)...) {
			who := "AISTEAM"
			if m.Author.ID == discordAsker {
				who = "Anna"
			}
			if text := timeless(who + "\n" + drawDiscord(m)); !oneThought.MatchString(text) {
				out = append(out, text)
			}
		}
		return out
	}
	return p, w.child
}

func (p *discordPlayer) say(words string) {
	p.t.Helper()
	if p.w.thread == "" {
		p.w.thread = p.w.discord.Mention(discordChannel, discordAsker, words)
		return
	}
	p.w.discord.Say(p.w.thread, discordAsker, words)
}

func (p *discordPlayer) sees(words string) { p.t.Helper(); p.until(words) }
func (p *discordPlayer) press(what string) { p.t.Helper(); p.click(labels()[what]) }
func (p *discordPlayer) choose(l string)   { p.t.Helper(); p.click(l) }

func (p *discordPlayer) parallel(n int) {
	p.t.Helper()
	p.w.shows("the tasks at work", func(m fakediscord.Message) bool { return strings.Count(strings.Join(m.Lines(), "\n"), "🔄") == n })
}

// click presses the only button of that label that the thread shows.
func (p *discordPlayer) click(label string) fakediscord.Answer {
	p.t.Helper()
	id := ""
	m := p.w.shows("the button "+label, func(m fakediscord.Message) bool {
		id = discordButton(m, label)
		return id != ""
	})
	if n := strings.Count(strings.Join(p.texts(), "\n"), "["+label); n != 1 {
		p.t.Errorf("%d buttons say %s:\n%s", n, label, strings.Join(p.texts(), "\n"))
	}
	a, err := p.w.discord.Click(p.t.Context(), m, discordAsker, id, "")
	if err != nil || a.Note() != "" {
		p.t.Fatalf("click %s: %q, %v", label, a.Note(), err)
	}
	return a
}

func (p *discordPlayer) fill(form fakediscord.Answer, answers [][2]string) {
	p.t.Helper()
	var d struct {
		Components []struct {
			Label     string `json:"label"`
			Component struct {
				ID string `json:"custom_id"`
			} `json:"component"`
		} `json:"components"`
	}
	if err := json.Unmarshal(form.Data, &d); err != nil {
		p.t.Fatal(err)
	}
	values := map[string]string{}
	for _, qa := range answers {
		for _, c := range d.Components {
			if c.Label == qa[0] {
				values[c.Component.ID] = qa[1]
			}
		}
	}
	if len(values) != len(answers) {
		p.t.Fatalf("the form does not ask all of %v:\n%s", answers, form.Data)
	}
	a, err := p.w.discord.Submit(p.t.Context(), form, p.w.thread, discordAsker, values)
	if err != nil || a.Note() != "" {
		p.t.Fatalf("the form was answered %q, %v", a.Note(), err)
	}
}

func (p *discordPlayer) answer(answers [][2]string) {
	p.t.Helper()
	p.fill(p.click(labels()["answer"]), answers)
}

func (p *discordPlayer) change(wish string) {
	p.t.Helper()
	p.fill(p.click(labels()["change"]), [][2]string{{"What should be different?", wish}})
}

func (p *discordPlayer) end() {
	p.t.Helper()
	if v := p.w.discord.Violations(); len(v) > 0 {
		p.t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	p.seen.end()
}
