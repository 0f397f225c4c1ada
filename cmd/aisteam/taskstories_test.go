package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
)

// TestBackgroundTasksThatAsk plays the stories under testdata/tasks, on Postgres those that this change draws: Anna, who works on Slack and is on Discord
// too, has a background task that looks after the site, and Ben decides for her where she does not. Every payload is held against
// the platforms' schemas. A story reads like what they do and see; a place is thread, slack, discord or ben (their direct messages):
//
//	says TEXT               Anna says something in the thread on Slack
//	shows PLACE TEXT…       a message there comes to say all of the texts; with ! in front none does
//	presses PLACE ACTION    a button is pressed that is there
//	late PLACE ACTION TEXT  a button that was there before is pressed once more, and whoever presses reads TEXT
//	keeps PLACE ACTION      the message that has the button is kept, to be pressed late
//	hears JSON              when and where Anna wants to be called, as the panel sets it; %BEN% stands for Ben
//	ben                     Ben says hello, and is of the team from then on
//	page TEXT               the home page's main heading says TEXT now, by somebody else's hand
//	visitors TEXT           visitors read TEXT on the home page
//	thread NAME             she goes on in a thread of that name, a new one the first time; the first thread is ''
//	due [N]                 the task's time has come, or that of all N
//	passes DURATION         so much time passes for what waits
//	direct PLACE N          so many direct messages were sent there
//	changed N               so many changes of the page were made through us
//	closes HOW              the channel of the thread is archived, or expels us
//	opens                   the channel is open to us again
//	refused                 the platform has refused to show something that was said
//	clock                   the task's time comes by the clock, and nobody asks for it
//	lawful                  no payload has broken the platforms' rules
func TestBackgroundTasksThatAsk(t *testing.T) {
	t.Parallel()
	bases := map[string]func(*testing.T) []string{
		"sqlite":   func(*testing.T) []string { return nil },
		"postgres": func(t *testing.T) []string { t.Helper(); return []string{"DATABASE_URL=" + servers.EmptiedPostgres(t)} },
	}
	stories, err := filepath.Glob("testdata/tasks/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for name, env := range bases {
		t.Run(name, func(t *testing.T) {
			stories := stories
			if name == "postgres" {
				stories = sampled.Share(t, stories, 0.2)
			}
			testscript.Run(t, testscript.Params{
				Files:     stories,
				Condition: func(cond string) (bool, error) { return cond == name, nil },
				Setup: func(e *testscript.Env) error {
					asks, err := storyModel(t, filepath.Join(e.Cd, "model"))
					if err != nil {
						return err
					}
					w := newAwayWorld(t, append(env(t), asks...)...)
					w.slack.AddUser(ben, "Ben")
					e.Values[taskStoryKey] = &taskStory{awayWorld: w, t: t, kept: w.child.kept(t), gone: map[string]any{}, roots: map[string]string{}}
					return nil
				},
				Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
					"says": cmdTaskSays, "shows": cmdTaskShows, "presses": cmdTaskPresses, "late": cmdTaskLate, "page": cmdTaskPage,
					"visitors": cmdTaskVisitors, "due": cmdTaskDue, "passes": cmdTaskPasses, "direct": cmdTaskDirect, "changed": cmdTaskChanged,
					"keeps": cmdTaskKeeps, "lawful": cmdTaskLawful, "hears": cmdTaskHears, "ben": cmdTaskBen,
					"closes": cmdTaskCloses, "opens": cmdTaskOpens, "thread": cmdTaskThread, "refused": cmdTaskRefused, "clock": cmdTaskClock, "told": cmdTaskTold, "reaches": cmdTaskReaches,
				},
			})
		})
	}
}

// storyModel is what a command is told that is to ask the model of a story; one without a model is rehearsed.
func storyModel(t *testing.T, file string) ([]string, error) {
	t.Helper()
	story, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	model := newScriptedModel(t)
	return model.env(), model.learn("home page still says", string(story))
}

const ben = "U0BEN"

type taskStoryKeyType struct{}

var taskStoryKey taskStoryKeyType

// taskStory is the state of one story.
type taskStory struct {
	*awayWorld

	t     *testing.T
	kept  *kept
	times int
	gone  map[string]any // the messages whose buttons were pressed, by place and action
	at    string         // the name of the thread that she writes in
	roots map[string]string
}

func taskStoryOf(ts *testscript.TestScript) *taskStory {
	s, _ := ts.Value(taskStoryKey).(*taskStory)
	s.tb = scriptTB{s.t, ts}
	s.away.tb, s.kept.tb = s.tb, s.tb
	return s
}

// onSlack are the messages of a place on Slack; false where it is not there.
func (s *taskStory) onSlack(place string) ([]fakeslack.Message, bool) {
	switch place {
	case "thread":
		return s.slack.Posted(channel, s.root), true
	case "slack":
		return s.slack.Posted(s.slack.Direct(asker), ""), true
	case "ben":
		return s.slack.Posted(s.slack.Direct(ben), ""), true
	}
	return nil, false
}

// reads are the texts of a place's messages.
func (s *taskStory) reads(place string) (out []string) {
	if ms, ok := s.onSlack(place); ok {
		for _, m := range ms {
			out = append(out, asRead(m.Text+"\n"+strings.Join(fakeslack.Lines(m.Blocks), "\n")))
		}
		return out
	}
	for _, m := range s.away.discord.Posted(s.away.discord.Direct(discordAsker)) {
		out = append(out, asRead(strings.Join(m.Lines(), "\n")))
	}
	return out
}

func cmdTaskSays(ts *testscript.TestScript, _ bool, args []string) {
	taskStoryOf(ts).say(strings.Join(args, " "), func() {})
}

// shown tells whether a message of a place says all of that.
func (s *taskStory) shown(place string, wants []string) bool {
	for _, text := range s.reads(place) {
		all := true
		for _, want := range wants {
			all = all && strings.Contains(text, want)
		}
		if all {
			return true
		}
	}
	return false
}

// cmdTaskReaches is shows, where whoever is to be told is tried again at once.
func cmdTaskReaches(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	if until(s.t.Context(), patience, func() bool {
		s.kept.changes(0, `update timers set due_at = {long ago} where kind = 'told'`)
		return s.shown(args[0], args[1:])
	}) != nil {
		ts.Fatalf("%s was never told %q:\n%s", args[0], args[1:], strings.Join(s.reads(args[0]), "\n---\n"))
	}
}

func cmdTaskShows(ts *testscript.TestScript, neg bool, args []string) {
	s := taskStoryOf(ts)
	shown := func() bool { return s.shown(args[0], args[1:]) }
	if neg {
		if shown() {
			ts.Fatalf("%s shows it:\n%s", args[0], strings.Join(s.reads(args[0]), "\n---\n"))
		}
		return
	}
	if until(s.t.Context(), patience, shown) != nil {
		ts.Fatalf("%s never showed %q:\n%s", args[0], args[1:], strings.Join(s.reads(args[0]), "\n---\n"))
	}
}

// find waits for a message with a button.
func (s *taskStory) find(ts *testscript.TestScript, place, action string) (found any) {
	if until(s.t.Context(), patience, func() bool {
		ms, ok := s.onSlack(place)
		for _, m := range ms {
			if m.HasAction(action) {
				found = m
			}
		}
		if !ok {
			for _, m := range s.away.discord.Posted(s.away.discord.Direct(discordAsker)) {
				if m.Action(action) != "" {
					found = m
				}
			}
		}
		return found != nil
	}) != nil {
		ts.Fatalf("%s never had the button %s:\n%s", place, action, strings.Join(s.reads(place), "\n---\n"))
	}
	return found
}

// whispered is what was said to one person alone on Slack, after the first so many times.
func (s *taskStory) whispered(after int) string {
	return fmt.Sprintf("%+v", s.slack.Whispers()[after:])
}

// presser presses a button of a message, and gives what whoever pressed was told by that.
func (s *taskStory) presser(ts *testscript.TestScript, place, action string, m any) string {
	switch m := m.(type) {
	case fakeslack.Message:
		who, before := asker, len(s.slack.Whispers())
		if place == "ben" {
			who = ben
		}
		act, err := m.Action(action)
		ts.Check(err)
		a, err := s.slack.Press(s.t.Context(), m, who, act)
		if err != nil || !a.OK() {
			ts.Fatalf("the press was answered %d, %v", a.Status, err)
		}
		return s.whispered(before)
	case fakediscord.Message:
		a, err := s.away.discord.Click(s.t.Context(), m, discordAsker, m.Action(action), "")
		ts.Check(err)
		return a.Note()
	}
	return ""
}

func cmdTaskPresses(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	m := s.find(ts, args[0], args[1])
	s.gone[args[0]+args[1]] = m
	if note := s.presser(ts, args[0], args[1], m); note != "" && note != "[]" {
		ts.Fatalf("whoever pressed was told %q", note)
	}
}

// cmdTaskKeeps keeps a message with a button for a later press, without pressing it.
func cmdTaskKeeps(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	s.gone[args[0]+args[1]] = s.find(ts, args[0], args[1])
}

func cmdTaskLate(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	before := len(s.slack.Whispers())
	told := s.presser(ts, args[0], args[1], s.gone[args[0]+args[1]])
	if until(s.t.Context(), patience, func() bool {
		return strings.Contains(told+s.whispered(before), strings.Join(args[2:], " "))
	}) != nil {
		ts.Fatalf("whoever pressed was told %q", told+s.whispered(before))
	}
}

// writeHome has the home page's main heading say something, by somebody else's hand.
func writeHome(tb testing.TB, c *child, heading string) {
	tb.Helper()
	db, p := c.kept(tb), assistant.Project{Slug: "aquaverter"}
	db.reads(&p.ID, `select cast(id as text) from projects`)
	db.reads(&p.Tenant, `select cast(tenant_id as text) from projects`)
	f, err := sitefolder.New(sitefolder.Config{Dir: filepath.Join(c.data, "sites")})
	if err != nil {
		tb.Fatal(err)
	}
	old, found, err := f.Find(tb.Context(), p, "home", "")
	if err != nil {
		tb.Fatal(err)
	}
	over := ""
	if found {
		over = old.Hash()
	}
	if _, err := f.Write(tb.Context(), p, site.Page{
		ID: old.ID, Slug: "home", Title: "Home", HTML: "<h1>" + heading + "</h1>\n<p>Water filters for homes.</p>\n", Language: "en",
	}, over); err != nil {
		tb.Fatal(err)
	}
}

func cmdTaskPage(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	writeHome(s.tb, s.child, strings.Join(args, " "))
}

func cmdTaskVisitors(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	_, page, err := get(s.t.Context(), s.child.url("/sites/aquaverter/home"))
	ts.Check(err)
	if !strings.Contains(page, strings.Join(args, " ")) {
		ts.Fatalf("visitors read\n%s", page)
	}
}

func cmdTaskThread(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	s.roots[s.at] = s.root
	s.at, s.root = args[0], s.roots[args[0]]
}

func cmdTaskDue(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	var all struct{ Tasks []struct{ ID string } }
	s.times++
	if !s.asksAPI(http.MethodGet, "/api/tasks", nil, &all) || strconv.Itoa(len(all.Tasks)) != strings.Join(append(args, "1")[:1], "") {
		ts.Fatalf("the tasks are %+v", all)
	}
	for _, one := range all.Tasks {
		if !s.asksAPI(http.MethodPost, fmt.Sprintf("/api/tasks/%s/run?time=%d", one.ID, s.times), nil, nil) {
			ts.Fatalf("it cannot be run: %+v", all)
		}
	}
}

func cmdTaskPasses(ts *testscript.TestScript, _ bool, args []string) {
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	taskStoryOf(ts).kept.passes(d)
}

func cmdTaskDirect(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	if until(s.t.Context(), patience, func() bool { return strconv.Itoa(len(s.reads(args[0]))) == args[1] }) != nil {
		ts.Fatalf("%s has %d direct messages:\n%s", args[0], len(s.reads(args[0])), strings.Join(s.reads(args[0]), "\n---\n"))
	}
}

func cmdTaskChanged(ts *testscript.TestScript, _ bool, args []string) {
	var n int
	taskStoryOf(ts).kept.reads(&n, `select count(*) from tool_calls where tool = 'update_content_block'`)
	if strconv.Itoa(n) != args[0] {
		ts.Fatalf("the page was changed %d times", n)
	}
}

func cmdTaskLawful(ts *testscript.TestScript, _ bool, _ []string) {
	s := taskStoryOf(ts)
	if v := append(s.slack.Violations(), s.away.discord.Violations()...); len(v) > 0 {
		ts.Fatalf("the platforms' rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

func cmdTaskCloses(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	map[string]func(){
		"archived": func() { s.slack.Archive(channel) }, "expels": func() { s.slack.Expel(channel) },
		"direct": func() { s.slack.RefuseDirect(asker, "messages_tab_disabled") },
	}[args[0]]()
}

func cmdTaskOpens(ts *testscript.TestScript, _ bool, _ []string) {
	taskStoryOf(ts).slack.Reopen(channel)
}

func cmdTaskRefused(ts *testscript.TestScript, _ bool, _ []string) {
	s := taskStoryOf(ts)
	if until(s.t.Context(), patience, func() bool { return s.kept.refused() > 0 }) != nil {
		ts.Fatalf("nothing was refused")
	}
}

// cmdTaskTold waits until the panel's inbox has something that she was told elsewhere, or nowhere.
func cmdTaskTold(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	if until(s.t.Context(), patience, func() (kept bool) {
		s.kept.reads(&kept, `select exists (select 1 from notices where topic = '`+args[0]+`')`)
		return kept
	}) != nil {
		ts.Fatalf("nothing was told of %s", args[0])
	}
}

func cmdTaskClock(ts *testscript.TestScript, _ bool, _ []string) {
	if n := taskStoryOf(ts).kept.changes(0, `update timers set due_at = {long ago} where kind = 'background'`); n != 1 {
		ts.Fatalf("%d tasks are due", n)
	}
}

// cmdTaskHears sets when and where Anna is called, in JSON; %BEN% stands for Ben.
func cmdTaskHears(ts *testscript.TestScript, _ bool, args []string) {
	s := taskStoryOf(ts)
	var id string
	if strings.Contains(args[0], "%BEN%") {
		s.kept.reads(&id, `select cast(person_id as text) from identities where external_id = '`+ben+`'`)
	}
	hears := strings.ReplaceAll(args[0], "%BEN%", id)
	var h assistant.Hearing
	if err := json.Unmarshal([]byte(hears), &h); err != nil || h.Check() != nil {
		ts.Fatalf("%s: %v %v", hears, err, h.Check())
	}
	elsewhere := fmt.Sprintf("(%d > 0)", len(h.Where))
	if n := s.kept.changes(0, `update persons set hearing = '`+hears+`', elsewhere = `+elsewhere+` where id in (select person_id from identities where external_id = '`+asker+`')`); n != 1 {
		ts.Fatalf("%d people want to hear so", n)
	}
}

// cmdTaskBen makes Ben somebody of the team: he has spoken with us.
func cmdTaskBen(ts *testscript.TestScript, _ bool, _ []string) {
	s := taskStoryOf(ts)
	text := "<@UBOT> Hello Hans!"
	at := s.slack.Write(channel, "", ben, text)
	a, err := s.slack.Event(s.t.Context(), map[string]any{
		"type": "app_mention", "channel": channel, "user": ben, "team": "T1", "channel_type": "channel", "text": text, "ts": at, "event_ts": at,
	})
	if err != nil || !a.OK() {
		ts.Fatalf("Ben is not heard: %d, %v", a.Status, err)
	}
}
