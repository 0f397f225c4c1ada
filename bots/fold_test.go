package bots_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

func TestARunCardTellsWhatHappenedSoFar(t *testing.T) {
	story := servicesStory()
	for _, c := range []struct {
		upto        int
		done        int
		status      assistant.RunStatus
		state       map[assistant.TaskID]bots.TaskState
		stop, retry bool
		undo        bool
	}{
		{1, 0, assistant.RunRunning, map[assistant.TaskID]bots.TaskState{"draft": bots.TaskOpen, "page": bots.TaskOpen}, true, false, false},
		{8, 0, assistant.RunRunning, map[assistant.TaskID]bots.TaskState{"draft": bots.TaskInProgress, "seo": bots.TaskInProgress}, true, false, false},
		{10, 2, assistant.RunRunning, map[assistant.TaskID]bots.TaskState{"draft": bots.TaskCompleted, "page": bots.TaskOpen}, true, false, false},
		{15, 3, assistant.RunCompleted, map[assistant.TaskID]bots.TaskState{"page": bots.TaskCompleted}, false, false, true},
	} {
		card := runCard(t, story[:c.upto])
		if card.Done != c.done || card.Total != 3 || card.Status != c.status {
			t.Errorf("after %d messages: %d of %d done, %s; want %d of 3, %s", c.upto, card.Done, card.Total, card.Status, c.done, c.status)
		}
		if got := [3]bool{card.CanStop, card.CanRetry, card.CanUndo}; got != [3]bool{c.stop, c.retry, c.undo} {
			t.Errorf("after %d messages: stop, retry, undo = %v", c.upto, got)
		}
		for id, want := range c.state {
			if got := taskOf(card, id).State; got != want {
				t.Errorf("after %d messages: task %s is %s, want %s", c.upto, id, got, want)
			}
		}
	}
}

func TestARunCardGroupsThinkingByGroupThenAgent(t *testing.T) {
	card := runCard(t, servicesStory())
	type group struct {
		Title  string
		Agents map[string]int
	}
	var got []group
	for _, g := range card.Thinking {
		agents := map[string]int{}
		for _, a := range g.Agents {
			agents[a.Agent.Called] = len(a.Lines)
		}
		got = append(got, group{g.Title, agents})
	}
	want := []group{
		{"Planning", map[string]int{"Hans": 1}},
		{"Group A", map[string]int{"Creative Lead Mak": 2, "Growth Lead Dana": 1}},
		{"Validation", map[string]int{"Hans": 1}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if a, b := card.Groups[0], card.Groups[1]; a.Name != "A" || b.Name != "B" || a.Tasks[0].Key != "draft" || b.Tasks[0].URL != "https://aquaverter.ca/services" {
		t.Errorf("groups out of order or without their result: %+v", card.Groups)
	}
}

func TestAFailedRunOffersToTryAgainAndAStoppedOneKeepsWhatIsDone(t *testing.T) {
	base := servicesStory()[:10]
	failed := log(append(slices.Clip(base),
		status(assistant.TaskStarted{Run: "run", Task: "page", Attempt: 1}),
		status(assistant.TaskFinished{Run: "run", Task: "page", Status: assistant.TaskFailed, Problem: &assistant.Problem{Message: assistant.Say("403")}}),
		status(assistant.RunFinished{Run: "run", Status: assistant.RunFailed}))...)
	card := runCard(t, failed)
	if !card.CanRetry || card.CanStop || taskOf(card, "page").Problem == nil {
		t.Errorf("a failed run: %+v", card)
	}
	again := runCard(t, log(append(failed, byPerson("alice", assistant.RetryRequested{Run: "run"}))...))
	if again.CanRetry || !again.CanStop || taskOf(again, "page").State != bots.TaskOpen || taskOf(again, "page").Problem != nil || again.By != "Alice" {
		t.Errorf("after a retry: %+v", again)
	}
	stopped := runCard(t, log(append(servicesStory()[:9], byPerson("bob", assistant.StopRequested{Run: "run"}))...))
	if !stopped.Stopping || stopped.CanStop || taskOf(stopped, "draft").State != bots.TaskInProgress || taskOf(stopped, "page").State != bots.TaskCancelled {
		t.Errorf("after a stop: %+v", stopped)
	}
	ended := runCard(t, log(append(servicesStory()[:9], byPerson("bob", assistant.StopRequested{Run: "run"}),
		status(assistant.RunFinished{Run: "run", Status: assistant.RunCancelled}))...))
	for card, why := range map[*bots.RunCard]string{&stopped: "the run is being stopped", &ended: "the run was stopped"} {
		if got := taskOf(*card, "page").Why; got != why {
			t.Errorf("the page is not done because %q, not %q", got, why)
		}
	}
	if ended.Stopping || taskOf(ended, "draft").State != bots.TaskCancelled || taskOf(ended, "seo").State != bots.TaskCompleted {
		t.Errorf("after the end: %+v", ended)
	}
}

// TestAfterAStopAndAnUndoNothingIsTriedAgain: what was left undone is a part of it alone. Where taking back did not work, it is.
func TestAfterAStopAndAnUndoNothingIsTriedAgain(t *testing.T) {
	stopped := log(append(servicesStory()[:10], byPerson("bob", assistant.StopRequested{Run: "run"}), status(assistant.RunFinished{Run: "run", Status: assistant.RunCancelled}))...)
	if c := runCard(t, stopped); !c.CanRetry {
		t.Fatal("a stopped run cannot be tried again")
	}
	failed := log(append(servicesStory()[:10],
		status(assistant.TaskFinished{Run: "run", Task: "page", Status: assistant.TaskFailed, Problem: &assistant.Problem{Message: assistant.Say("403")}}),
		status(assistant.RunFinished{Run: "run", Status: assistant.RunFailed}))...)
	for name, before := range map[string][]assistant.Message{"stopped": stopped, "failed": failed} {
		undone := func(p *assistant.Problem) bots.RunCard {
			return runCard(t, log(append(slices.Clip(before), byPerson("alice", assistant.UndoRequested{Run: "run"}),
				status(assistant.Undone{Run: "run", Tasks: []assistant.UndoneTask{{Task: "draft", Summary: "Draft it", Problem: p}}}))...))
		}
		c := undone(nil)
		offered := view.Of(c, view.Reader{}).Actions()
		if c.Back != 1 || c.CanRetry || slices.ContainsFunc(offered, func(a view.Action) bool { return a.Do == view.Retry }) {
			t.Errorf("%s, then taken back, it offers %+v", name, offered)
		}
		if c := undone(&assistant.Problem{Message: assistant.Say("403")}); c.Back != 0 || !c.CanRetry {
			t.Errorf("%s, and nothing taken back, it cannot be tried again", name)
		}
	}
}

func TestUndoSaysWhatWasTakenBackAndWhatWasNot(t *testing.T) {
	asked := log(append(servicesStory(), byPerson("alice", assistant.UndoRequested{Run: "run"}))...)
	if c := runCard(t, asked); !c.Undoing || c.CanUndo || c.Settled() {
		t.Errorf("while undoing: %+v", c)
	}
	c := runCard(t, log(append(asked, status(assistant.Undone{Run: "run", Tasks: []assistant.UndoneTask{{Task: "page", Summary: "Create the page"}}}))...))
	if c.Undoing || c.CanUndo || taskOf(c, "page").State != bots.TaskUndone || len(c.Undone) != 1 {
		t.Errorf("after the undo: %+v", c)
	}
	if got := view.Progress(c, wording.Words{}); got != "2 of 3 done, 1 taken back" {
		t.Errorf("after the undo it says %q", got)
	}
}

func TestARetryOpensWhatCameAfterTheFailureAgain(t *testing.T) {
	ms := []assistant.Message{
		status(servicesRun()), status(assistant.TaskFinished{Run: "run", Task: servicesRun().Tasks[0].ID, Status: assistant.TaskFailed}),
		status(assistant.RunFinished{Run: "run", Status: assistant.RunFailed}), byPerson("alice", assistant.RetryRequested{Run: "run"}),
	}
	for _, g := range runCard(t, log(ms...)).Groups {
		for _, task := range g.Tasks {
			if task.State != bots.TaskOpen {
				t.Errorf("%s is %s", task.Summary, task.State)
			}
		}
	}
}

func TestOnlyTheFirstDecisionIsShown(t *testing.T) {
	plan := assistant.Plan{ID: "plan", Version: 2, Title: "Services", RequestedBy: "alice", Steps: []assistant.Step{
		{Key: "page", Group: "B", Owner: assistant.WebEngineer, Summary: "page"}, {Key: "draft", Group: "A", Owner: assistant.CreativeLead, Summary: "draft"},
	}}
	ms := log(
		status(assistant.PlanProposed{Plan: plan, Changes: []string{"step 3 is gone"}}),
		byPerson("bob", assistant.PlanDecided{Plan: "plan", Version: 2, Verdict: assistant.VerdictApproved}),
		byPerson("alice", assistant.PlanDecided{Plan: "plan", Version: 2, Verdict: assistant.VerdictRejected}),
	)
	open, _ := bots.Fold("plan:plan/2", ms[:1], names())
	if p := open.(bots.PlanCard); !p.Open() || p.Groups[0].Name != "A" || p.Groups[0].Steps[0].Number != 2 || p.RequestedBy != "Alice" {
		t.Errorf("open plan: %+v", p)
	}
	card, _ := bots.Fold("plan:plan/2", ms, names())
	if p := card.(bots.PlanCard); p.State != assistant.PlanApproved || p.DecidedBy != "Bob" {
		t.Errorf("decided plan: %s by %s", p.State, p.DecidedBy)
	}
}

func TestAnswersShowTheOptionsLabels(t *testing.T) {
	ms := log(
		status(assistant.Asked{Clarification: assistant.Clarification{ID: "q", Questions: []assistant.Question{
			{Key: "lang", Text: "Language?", Options: []assistant.Option{{Value: "fr", Label: "French"}}}, {Key: "who", Text: "Audience?"},
		}}}),
		byPerson("alice", assistant.Answered{Clarification: "q", Values: map[string]string{"lang": "fr", "who": "families"}}),
		byPerson("bob", assistant.Answered{Clarification: "q", Withdrawn: true}),
	)
	card, _ := bots.Fold("ask:q", ms, names())
	c := card.(bots.ClarificationCard)
	want := []bots.AskAnswer{{Question: "Language?", Answer: "French"}, {Question: "Audience?", Answer: "families"}}
	if d := cmp.Diff(want, c.Answers); d != "" || c.State != bots.AskAnswered || c.AnsweredBy != "Alice" {
		t.Errorf("%s: %s by %s", d, c.State, c.AnsweredBy)
	}
}

func TestAPersonsWordsChangeAndGo(t *testing.T) {
	ms := log(
		assistant.Message{Author: assistant.AuthorUser, Person: "alice", Content: "a page", Body: assistant.Said{}},
		assistant.Message{Author: assistant.AuthorUser, Person: "alice", Content: "two pages", Body: assistant.Revised{Message: "m1"}},
		assistant.Message{Author: assistant.AuthorUser, Person: "alice", Body: assistant.Revised{Message: "m1", Deleted: true}},
	)
	for upto, want := range map[int]bots.UserCard{
		1: {Text: "a page"}, 2: {Text: "two pages", Edited: true}, 3: {Edited: true, Deleted: true},
	} {
		card, _ := bots.Fold("said:m1", ms[:upto], names())
		want.Message, want.By, want.Person, want.At = "m1", "alice", "Alice", start
		if d := cmp.Diff(bots.Card(want), card); d != "" {
			t.Errorf("after %d: %s", upto, d)
		}
	}
}

// TestAnAgentCorrectsItsOwnWordsAlone: nobody changes those of another.
func TestAnAgentCorrectsItsOwnWordsAlone(t *testing.T) {
	said := assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "1 step can be undone.", Body: assistant.Said{Final: true}}
	for by, want := range map[assistant.Author]string{assistant.AuthorAssistant: "It was undone.", assistant.AuthorUser: said.Content} {
		card, _ := bots.Fold("said:m1", log(said, assistant.Message{Author: by, Content: "It was undone.", Body: assistant.Revised{Message: "m1"}}), names())
		if c, _ := card.(bots.AnswerCard); c.Text != want || !c.Final {
			t.Errorf("by %s it becomes %+v", by, c)
		}
	}
	theirs := assistant.Message{Author: assistant.AuthorUser, Person: "alice", Content: "a page", Body: assistant.Said{}}
	card, _ := bots.Fold("said:m1", log(theirs, assistant.Message{Author: assistant.AuthorAssistant, Content: "two pages", Body: assistant.Revised{Message: "m1"}}), names())
	if c, _ := card.(bots.UserCard); c.Text != "a page" || c.Edited {
		t.Errorf("an agent changes a person's words: %+v", c)
	}
}

func TestRoutingIsShownOnlyWhenTheAgentChanges(t *testing.T) {
	same := assistant.Message{Cause: "cause", Content: "Hans keeps it", Body: assistant.Routed{From: assistant.Chief, To: []assistant.AgentID{assistant.Chief}}}
	other := assistant.Message{Cause: "cause", Content: "Hans is handing this off to Web Engineer Nico.", Body: assistant.Routed{From: assistant.Chief, To: []assistant.AgentID{assistant.WebEngineer}}}
	if _, ok := bots.Fold("thinking:cause", log(same), names()); ok {
		t.Error("a hand-over to oneself is shown")
	}
	card, ok := bots.Fold("thinking:cause", log(same, other), names())
	if c, _ := card.(bots.ThinkingCard); !ok || len(c.Handoffs) != 1 {
		t.Errorf("hand-over: %+v", card)
	}
}

func TestSystemMessagesAreNotShown(t *testing.T) {
	ms := log(assistant.Message{Kind: assistant.KindSystem, Content: "prompt", Body: assistant.Said{}})
	if c, ok := bots.Fold("said:m1", ms, names()); ok {
		t.Errorf("shown: %+v", c)
	}
}

func TestAnySplitOfTheLogFoldsToTheSameCard(t *testing.T) {
	story := servicesStory()
	want := runCard(t, story)
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		at := r.IntN(len(story))
		parts := append(append([]assistant.Message{}, story[at:]...), story[:min(len(story), at+r.IntN(4))]...) // overlapping halves
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		got, ok := bots.Fold("run:run", parts, names())
		if !ok {
			t.Fatalf("split at %d: no card", at)
		}
		if d := cmp.Diff(bots.Card(want), got); d != "" {
			t.Fatalf("split at %d: %s", at, d)
		}
	}
}

// FuzzFold folds whatever messages the bytes make, in every slot they make: it always answers, twice the same.
func FuzzFold(f *testing.F) {
	for _, m := range servicesStory() {
		raw, _ := assistant.EncodeBody(m.Body)
		f.Add(m.Body.Type(), string(raw), m.Content, "run", uint8(3))
	}
	f.Add("plan_proposed", `{"plan":{"id":"p","version":-1,"steps":[{"key":""}]}}`, "", "", uint8(1))
	f.Add("answered", `{"clarificationId":"q","values":{"":""}}`, "x", "", uint8(2))
	f.Fuzz(func(t *testing.T, typ, raw, content, run string, n uint8) {
		body, err := assistant.DecodeBody(typ, []byte(raw))
		if err != nil {
			return
		}
		ms := servicesStory()[:int(n)%15+1]
		ms = log(append(ms, assistant.Message{Body: body, Content: content, Run: assistant.RunID(run), Author: assistant.Author(content)})...)
		for _, m := range ms {
			one, ok1 := bots.Fold(m.Slot, ms, names())
			two, ok2 := bots.Fold(m.Slot, append(slices.Clip(ms[len(ms)/2:]), ms...), names())
			a, _ := json.Marshal(one)
			b, _ := json.Marshal(two)
			if ok1 != ok2 || string(a) != string(b) {
				t.Fatalf("slot %s: %v %s\n%v %s", m.Slot, ok1, a, ok2, b)
			}
		}
	})
}

func runCard(t *testing.T, ms []assistant.Message) bots.RunCard {
	t.Helper()
	c, ok := bots.Fold("run:run", ms, names())
	card, is := c.(bots.RunCard)
	if !ok || !is {
		t.Fatalf("no run card but %T", c)
	}
	return card
}

func taskOf(c bots.RunCard, id assistant.TaskID) bots.RunTask {
	for _, g := range c.Groups {
		for _, task := range g.Tasks {
			if task.ID == id {
				return task
			}
		}
	}
	return bots.RunTask{}
}

func TestAnAnswersNoteIsItsOwnAndNotItsWords(t *testing.T) {
	m := assistant.Message{
		ID: "a", Seq: 1, Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "I have created it.",
		Body: assistant.Said{Note: "Nothing was changed by this answer."},
	}
	card, ok := bots.Fold("said:a", []assistant.Message{m}, bots.Names{})
	answer, isAnswer := card.(bots.AnswerCard)
	if !ok || !isAnswer || answer.Text != m.Content || answer.Note != "Nothing was changed by this answer." {
		t.Errorf("%+v", card)
	}
}

// TestWhatATaskIsSeenToDoIsToldInTheLanguageOfTheConversation: an earlier version kept its English words alone.
func TestWhatATaskIsSeenToDoIsToldInTheLanguageOfTheConversation(t *testing.T) {
	line, said := assistant.SafeLine(assistant.Say("%s is %s: %s", "Nico", assistant.Label("creating a page"), "“Services”"))
	then := func(seq int64, b assistant.Thought) assistant.Message {
		b.Run = "run"
		return assistant.Message{ID: assistant.MessageID(strconv.FormatInt(seq, 10)), Seq: seq, Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindThinking, Content: line, Body: b}
	}
	story := append(servicesStory(), then(1000, assistant.Thought{Group: "B", Said: said}), then(1001, assistant.Thought{Group: "B"}))
	in := names()
	in.Language = assistant.German
	card, ok := bots.Fold("run:run", story, in)
	if !ok {
		t.Fatal("there is no card")
	}
	var got []string
	for _, g := range card.(bots.RunCard).Thinking {
		for _, a := range g.Agents {
			for _, l := range a.Lines {
				got = append(got, l.Text)
			}
		}
	}
	for _, want := range []string{"Nico legt eine Seite an: “Services”", "Nico is creating a page: “Services”"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

// TestWhatIsSaidBeforeItsLanguageIsKnownIsToldInTheConversations: a background task's end and why it is paused, which storage says. What
// an earlier version has said stays as it was written.
func TestWhatIsSaidBeforeItsLanguageIsKnownIsToldInTheConversations(t *testing.T) {
	b := assistant.BackgroundTask{ID: "b", Title: "it failed three times in a row"}
	paused, over := b.Paused(time.Time{}, assistant.WhyFailed), b.Over(time.Time{})
	earlier := paused
	earlier.Body = assistant.Said{Topic: assistant.TopicFailures, Code: true}
	for _, c := range []struct {
		says assistant.Message
		in   assistant.Language
		want string
	}{
		{paused, "", paused.Content},
		{paused, assistant.German, "Ich habe die Automatisierung „it failed three times in a row“ angehalten: sie ist dreimal hintereinander gescheitert. " +
			"Sagen Sie „setze die Aufgabe it failed three times in a row fort“, oder setzen Sie sie im Panel fort, wenn sie weiterlaufen soll."},
		{earlier, assistant.German, paused.Content},
		{over, assistant.Spanish, "La automatización «it failed three times in a row» termina con esta vez: ha llegado su fin. Pídala otra vez y crearé una nueva."},
	} {
		c.says.ID = "m1"
		raw, err := json.Marshal(c.says.Body)
		if err != nil {
			t.Fatal(err)
		}
		if c.says.Body, err = assistant.DecodeBody(c.says.Body.Type(), raw); err != nil { // as storage keeps it
			t.Fatal(err)
		}
		card, ok := bots.Fold(assistant.SlotOf(c.says), []assistant.Message{c.says}, bots.Names{Language: c.in})
		if answer, is := card.(bots.AnswerCard); !ok || !is || answer.Text != c.want {
			t.Errorf("in %q it says %+v, want %q", c.in, card, c.want)
		}
	}
}
