package bots_test

import (
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// start is when the stories of these tests happen.
var start = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// roster is as many agents as the stories need.
func roster() []assistant.Agent {
	return []assistant.Agent{
		{ID: assistant.Chief, Name: "Hans", Title: "Chief AI Officer", Avatar: "🧭"},
		{ID: assistant.GrowthLead, Name: "Dana", Title: "Growth Lead", Avatar: "📈"},
		{ID: assistant.CreativeLead, Name: "Mak", Title: "Creative Lead", Avatar: "🎨"},
		{ID: assistant.WebEngineer, Name: "Nico", Title: "Web Engineer", Avatar: "💻"},
	}
}

func names() bots.Names {
	return bots.NewNames(roster(), map[assistant.PersonID]assistant.Person{
		"alice": {ID: "alice", Name: "Alice", Role: assistant.RoleMember}, "bob": {ID: "bob", Name: "Bob", Role: assistant.RoleApprover},
	}, assistant.DefaultSettings())
}

// log numbers messages as storage would, a second apart.
func log(ms ...assistant.Message) []assistant.Message {
	for i := range ms {
		ms[i].Seq = int64(i + 1)
		if ms[i].ID == "" {
			ms[i].ID = assistant.MessageID(fmt.Sprintf("m%d", i+1))
		}
		ms[i].Conversation = "conv"
		ms[i].At = start.Add(time.Duration(i) * time.Second)
		if ms[i].Kind == "" {
			ms[i].Kind = assistant.KindMessage
		}
		if ms[i].Author == "" {
			ms[i].Author = assistant.AuthorAssistant
		}
		ms[i].Slot = assistant.SlotOf(ms[i])
	}
	return ms
}

func thinks(a assistant.AgentID, p assistant.Phase, group, text string) assistant.Message {
	return assistant.Message{
		Kind: assistant.KindThinking, Agent: a, Content: text, Cause: "cause", Body: assistant.Thought{Phase: p, Group: group},
	}
}

func inRun(m assistant.Message) assistant.Message {
	m.Run = "run"
	return m
}

// byPerson makes a message a person's act.
func byPerson(p assistant.PersonID, b assistant.Body) assistant.Message {
	return assistant.Message{Author: assistant.AuthorUser, Person: p, Kind: assistant.KindStatus, Body: b}
}

func status(b assistant.Body) assistant.Message {
	return assistant.Message{Kind: assistant.KindStatus, Agent: assistant.Chief, Body: b}
}

// servicesRun is a run of three groups: two drafts in parallel, a page, a summary.
func servicesRun() assistant.RunStarted {
	task := func(id, group string, order int, owner assistant.AgentID, summary string) assistant.Task {
		return assistant.Task{
			ID: assistant.TaskID(id), Run: "run", Key: id, Group: group, Order: order, Owner: owner, Summary: summary, Status: assistant.TaskOpen,
		}
	}
	return assistant.RunStarted{
		Run: assistant.Run{ID: "run", Title: "Services page", RequestedBy: "alice", Status: assistant.RunRunning},
		Tasks: []assistant.Task{
			task("page", "B", 3, assistant.WebEngineer, "Create the page"),
			task("draft", "A", 1, assistant.CreativeLead, "Write the words"),
			task("seo", "A", 2, assistant.GrowthLead, "Choose title and description"),
		},
	}
}

// servicesStory is everything that is said of that run, to its end.
func servicesStory() []assistant.Message {
	finished := func(id assistant.TaskID, summary string, fields map[string]string) assistant.Message {
		return status(assistant.TaskFinished{
			Run: "run", Task: id, Status: assistant.TaskCompleted,
			Result: assistant.Result{Summary: assistant.Verbatim(summary), Fields: assistant.ValuesOf(fields), Undo: id == "page"},
		})
	}
	return log(
		status(servicesRun()),
		inRun(thinks(assistant.Chief, assistant.PhaseRun, "", "Building the run from the approved plan")),
		status(assistant.GroupStarted{Run: "run", Group: "A", Tasks: []assistant.TaskID{"draft", "seo"}}),
		status(assistant.TaskStarted{Run: "run", Task: "draft", Attempt: 1}),
		status(assistant.TaskStarted{Run: "run", Task: "seo", Attempt: 1}),
		inRun(thinks(assistant.CreativeLead, assistant.PhaseExecution, "A", "Writing five paragraphs")),
		inRun(thinks(assistant.GrowthLead, assistant.PhaseExecution, "A", "Comparing keywords")),
		inRun(thinks(assistant.CreativeLead, assistant.PhaseExecution, "A", "Checking the tone")),
		finished("seo", "Title and description are ready", nil),
		finished("draft", "1,200 words", nil),
		status(assistant.GroupStarted{Run: "run", Group: "B", Tasks: []assistant.TaskID{"page"}}),
		status(assistant.TaskStarted{Run: "run", Task: "page", Attempt: 1}),
		finished("page", "The page is there", map[string]string{"url": "https://aquaverter.ca/services"}),
		inRun(thinks(assistant.Chief, assistant.PhaseValidation, "", "Checking the page against the plan")),
		status(assistant.RunFinished{Run: "run", Status: assistant.RunCompleted}),
	)
}
