package web_test

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// story is a conversation that holds every kind of card, in most of their states.
type story struct {
	conversation assistant.ConversationID
	ask          assistant.ClarificationID // open
	plan         assistant.PlanID          // open
	approval     assistant.ApprovalID      // pending
	failed       assistant.RunID
	running      assistant.RunID
	finished     assistant.RunID
	undoable     assistant.TaskID    // of it
	cause        assistant.MessageID // the person's newest message
}

type teller struct {
	w  *world
	s  story
	at time.Time
	m  func(text string) string // what becomes of every text
}

// tell tells the story with a mark on every text: a story of bad intentions.
func tell(w *world, mark string) story {
	return tellIn(w, func(text string) string { return text + mark })
}

// tellIn tells the story with every text changed.
func tellIn(w *world, words func(text string) string) story {
	t := &teller{w: w, at: time.Date(2026, 3, 4, 9, 30, 0, 0, time.UTC), m: words}
	t.s.conversation = w.start(t.m("Create a Services page"))
	t.beginning()
	t.done()
	t.trouble()
	t.open()
	return t.s
}

func (t *teller) say(m assistant.Message) assistant.Message {
	t.at = t.at.Add(7 * time.Second)
	m.At, m.Content = t.at, t.m(m.Content)
	if m.Author == "" {
		m.Author = assistant.AuthorAssistant
	}
	if m.Author == assistant.AuthorUser {
		m.Person = t.w.owner.ID
	}
	if m.Kind == "" {
		m.Kind = assistant.KindMessage
	}
	got := t.w.add(t.s.conversation, m)
	if m.Author == assistant.AuthorUser {
		t.s.cause = got.ID
	}
	return got
}

func (t *teller) user(text string) {
	t.say(assistant.Message{Author: assistant.AuthorUser, Content: text, Body: assistant.Said{}})
}

func (t *teller) think(a assistant.AgentID, p assistant.Phase, group, text string, run assistant.RunID) {
	t.say(assistant.Message{
		Agent: a, Kind: assistant.KindThinking, Content: text, Cause: t.s.cause, Run: run,
		Body: assistant.Thought{Phase: p, Group: group, Run: run},
	})
}

func (t *teller) beginning() {
	t.user("Please create a new webpage called Services")
	t.think(assistant.Chief, assistant.PhaseRouting, "", "Hans is choosing who should handle this", "")
	t.think(assistant.Chief, assistant.PhasePlanning, "", "Checking the project: a folder of pages in English", "")
	t.think(assistant.Chief, assistant.PhasePlanning, "", "Listing what the page still needs", "")
	t.say(assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindStatus, Content: "Growth Lead Dana and Creative Lead Mak are joining this run to help with SEO and layout.", Cause: t.s.cause,
		Body: assistant.Routed{From: assistant.Chief, To: []assistant.AgentID{assistant.GrowthLead, assistant.CreativeLead}, Reason: "page", By: "rule"},
	})
	ask := t.clarification("requirements")
	t.say(assistant.Message{Agent: assistant.Chief, Body: assistant.Asked{Clarification: ask}, Content: "I need a few details"})
	t.say(assistant.Message{Author: assistant.AuthorUser, Kind: assistant.KindStatus, Body: assistant.Answered{Clarification: ask.ID, Values: map[string]string{"audience": t.m("owners"), "angle": t.m("water treatment Alberta")}}})
	old := t.proposal(1)
	t.say(assistant.Message{Agent: assistant.Chief, Content: "Here is the plan", Body: assistant.PlanProposed{Plan: old}})
	t.say(assistant.Message{Author: assistant.AuthorUser, Kind: assistant.KindStatus, Body: assistant.PlanDecided{Plan: old.ID, Version: 1, Verdict: assistant.VerdictChanges, Note: t.m("Keep it to one page and ask about prices last")}})
}

func (t *teller) done() {
	run, tasks := t.run("Create the Services page", assistant.RunRunning)
	t.s.finished = run.ID
	id := func(i int) assistant.TaskID { return tasks[i].ID }
	t.say(assistant.Message{Agent: assistant.Chief, Kind: assistant.KindStatus, Content: "Run created", Run: run.ID, Body: assistant.RunStarted{Run: run, Tasks: tasks}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.GroupStarted{Run: run.ID, Group: "A"}})
	t.think(assistant.GrowthLead, assistant.PhaseExecution, "A", "Dana is weighing search terms", run.ID)
	t.think(assistant.CreativeLead, assistant.PhaseExecution, "A", "Mak is drafting the page's words", run.ID)
	for i, task := range tasks {
		if i > 1 {
			t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.GroupStarted{Run: run.ID, Group: task.Group}})
		}
		t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.TaskStarted{Run: run.ID, Task: id(i), Attempt: 1}})
		result := assistant.Result{Summary: assistant.Verbatim(t.m("Done as planned")), Read: t.m("- warning: The page has no description. Write one.")}
		if i == 2 {
			t.s.undoable = id(i)
			result = assistant.Result{Summary: assistant.Verbatim(t.m("The page is online")), Undo: true, Fields: assistant.ValuesOf(map[string]string{"url": t.m("/sites/aquaverter/services")})}
		}
		t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.TaskFinished{Run: run.ID, Task: id(i), Status: assistant.TaskCompleted, Result: result}})
	}
	t.think(assistant.Chief, assistant.PhaseValidation, "", "Hans is checking the page against the plan", run.ID)
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted}})
	t.say(assistant.Message{Agent: assistant.Chief, Run: run.ID, Body: assistant.Said{Final: true, Rehearsal: true}, Content: "The **Services** page is online at [/sites/aquaverter/services](/sites/aquaverter/services).\n\n| step | owner | result |\n|---|---|---|\n| Words | Mak | 320 words, one heading |\n| Search | Dana | title and description set |\n| Page | Nico | created, can be undone |\n\nTwo things you may want next:\n\n1. link it from the home page\n2. add a price list"})
}

func (t *teller) trouble() {
	t.user("Now do the same on the shop, and tell me what the difference costs us.\nTake your time.")
	run, tasks := t.run("Create the page on the shop", assistant.RunRunning)
	t.s.failed = run.ID
	problem := assistant.Problem{Side: assistant.SideExecution, Message: assistant.Verbatim(t.m("I tried to create the new page but the site returned a permission error.")), Recovery: assistant.Verbatim(t.m("Check the application password in the project settings, then try again.")), ID: "0191f0aa-7d1c-7c1e-9d55-3a1b2c3d4e5f", Retry: true, Run: run.ID, Steps: []assistant.Sentence{assistant.Verbatim(t.m("Checking WordPress credentials")), assistant.Verbatim(t.m("WordPress API returned code 403 access denied"))}}
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunStarted{Run: run, Tasks: tasks}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.GroupStarted{Run: run.ID, Group: "A"}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.TaskStarted{Run: run.ID, Task: tasks[0].ID, Attempt: 2}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.TaskFinished{Run: run.ID, Task: tasks[0].ID, Status: assistant.TaskFailed, Problem: &problem}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}})
	t.say(assistant.Message{Agent: assistant.Chief, Content: problem.Message.String(), Body: assistant.Failed{Problem: problem}})
	t.say(assistant.Message{Agent: assistant.GrowthLead, Body: assistant.Said{}, Content: "# What a second page costs\n\n" + strings.Repeat("A page that says the same as another one competes with it in search, so each of the two is found less often than one would be. ", 18)})
}

func (t *teller) open() {
	t.user("Then remove the old price list")
	t.think(assistant.Chief, assistant.PhasePlanning, "", "Evaluating what can be undone", "")
	run, tasks := t.run("Tidy up the old pages", assistant.RunRunning)
	t.s.running = run.ID
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunStarted{Run: run, Tasks: tasks}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.GroupStarted{Run: run.ID, Group: "A"}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.TaskStarted{Run: run.ID, Task: tasks[0].ID, Attempt: 1}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.TaskFinished{Run: run.ID, Task: tasks[0].ID, Status: assistant.TaskCompleted, Result: assistant.Result{Summary: assistant.Verbatim(t.m("A new text of 120 words"))}}})
	t.say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: assistant.TaskStarted{Run: run.ID, Task: tasks[1].ID, Attempt: 1}})
	t.think(assistant.GrowthLead, assistant.PhaseExecution, "A", "Dana is reading where the old page is linked", run.ID)
	t.s.approval = assistant.NewID[assistant.ApprovalID](t.w.ids)
	t.say(assistant.Message{Agent: assistant.WebEngineer, Run: run.ID, Content: "May I?", Body: assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: t.s.approval, Run: run.ID, Task: tasks[2].ID, Tool: "update_content_block", Title: assistant.Verbatim(t.m("Replace the price list on /services")), Why: assistant.Verbatim(t.m("The page has changed since you approved the plan, so I ask again with the new difference.")),
		Arguments: json.RawMessage(`{"slug":"services"}`), Irreversible: true, RequestedBy: t.w.owner.ID, ExpiresAt: t.at.Add(time.Hour),
		Preview: assistant.Preview{Title: assistant.Verbatim(t.m("Price list")), Target: t.m("/sites/aquaverter/services"), Entity: assistant.Entity{Type: "page", ID: "services"}, Fields: []assistant.Field{
			{Name: t.m("heading"), Key: "heading", Old: t.m("Prices 2025"), New: t.m("Prices")},
			{Name: "text", Old: t.m("Filter 120 CAD\nService 80 CAD"), New: t.m("Ask us for a quote: every water is different, and so is what it takes to treat it. We answer within a day, and the first visit costs nothing.")},
			{Name: "phone", New: t.m("+1 403 555 0100")},
		}, Warnings: []assistant.Sentence{assistant.Verbatim(t.m("adds a script from https://evil.example/x.js"))}, Whole: t.m("Prices\n\nAsk us for a quote: <b>every</b> water is different."), Link: t.m("https://aquaverter.ca/?p=7&preview=true")},
	}}})
	ask := t.clarification("fork")
	t.s.ask = ask.ID
	t.say(assistant.Message{Agent: assistant.Chief, Content: "One more question", Body: assistant.Asked{Clarification: ask}})
	p := t.proposal(2)
	t.s.plan = p.ID
	t.say(assistant.Message{Agent: assistant.Chief, Content: "The new plan", Body: assistant.PlanProposed{Plan: p, Changes: []string{t.m("Step 3 is dropped"), t.m("The layout goes to Dana")}}})
}

func (t *teller) clarification(stage assistant.Stage) assistant.Clarification {
	return assistant.Clarification{
		ID: assistant.NewID[assistant.ClarificationID](t.w.ids), Stage: stage,
		Intro: t.m("You want a **Services** page that fits Aquaverter and is found by people who look for water treatment. Before I plan it:"),
		Questions: []assistant.Question{
			{Key: "audience", Text: t.m("Who is the page for?"), Reason: t.m("The words follow from who reads them."), Free: true, Default: t.m("owners"), Options: []assistant.Option{
				{Value: t.m("owners"), Label: t.m("Home owners"), Description: t.m("One page in plain words")},
				{Value: t.m("builders"), Label: t.m("Builders and plumbers"), Description: t.m("Data sheets first")},
			}},
			{Key: "angle", Text: t.m("Which words should it be found by?"), Reason: t.m("They go into title and headings."), Free: true},
		},
	}
}

func (t *teller) proposal(version int) assistant.Plan {
	preview := &assistant.Preview{Title: assistant.Verbatim(t.m("A new page at /services")), Target: t.m("/sites/aquaverter/services"), Fields: []assistant.Field{
		{Name: t.m("title"), New: t.m("Services")}, {Name: "slug", New: t.m("services")}, {Name: "html", New: t.m("<h1>Services</h1>\n<p>Clean water, wherever your well is.</p>")},
	}}
	return assistant.Plan{
		ID: assistant.NewID[assistant.PlanID](t.w.ids), Version: version, ProjectName: t.m("Aquaverter"), Title: t.m("Create the Services page"),
		Goal: t.m("A Services page in the voice of the site, found by home owners who look for water treatment in Alberta."), Fork: t.m("One page with a lead form"), RequestedBy: t.w.owner.ID,
		ExpiresAt: t.at.Add(72 * time.Hour),
		Steps: []assistant.Step{
			{Key: "draft", Group: "A", Owner: assistant.CreativeLead, Type: "draft_content", Summary: t.m("Write the page's words"), Effect: assistant.EffectNone},
			{Key: "seo", Group: "A", Owner: assistant.GrowthLead, Type: "draft_seo", Summary: t.m("Choose title, description and keywords"), Effect: assistant.EffectNone},
			{Key: "page", Group: "B", Owner: assistant.WebEngineer, Type: "create_page", Summary: t.m("Create the page and put the words in"), Effect: assistant.EffectReversible, Preview: preview},
			{Key: "clean", Group: "C", Owner: assistant.WebEngineer, Type: "update_content_block", Summary: t.m("Remove the old price list"), Effect: assistant.EffectIrreversible, Preview: preview, Notes: []string{t.m("this cannot be undone; you will be asked once more before it runs")}},
		},
	}
}

func (t *teller) run(title string, status assistant.RunStatus) (assistant.Run, []assistant.Task) {
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](t.w.ids), Conversation: t.s.conversation, CreatedBy: assistant.Chief, RequestedBy: t.w.owner.ID, Title: t.m(title), Status: status, CreatedAt: t.at}
	task := func(key, group string, owner assistant.AgentID, summary string) assistant.Task {
		return assistant.Task{ID: assistant.NewID[assistant.TaskID](t.w.ids), Run: run.ID, Conversation: t.s.conversation, Key: key, Group: group, Owner: owner, Type: "create_page", Status: assistant.TaskOpen, Effect: assistant.EffectReversible, Summary: t.m(summary), Parameters: json.RawMessage(`{"title":"Services"}`)}
	}
	return run, []assistant.Task{
		task("draft", "A", assistant.CreativeLead, "Write the page's words"),
		task("seo", "A", assistant.GrowthLead, "Choose title, description and keywords"),
		task("page", "B", assistant.WebEngineer, "Create the page and put the words in"),
		task("check", "C", assistant.Chief, "Check the result"),
	}
}

func draftNews(c assistant.ConversationID, text string) assistant.News {
	return assistant.News{Conversation: c, Draft: text, Agent: assistant.WebEngineer}
}

func activityNews(c assistant.ConversationID, a assistant.Activity) assistant.News {
	return assistant.News{Conversation: c, Activity: a}
}
