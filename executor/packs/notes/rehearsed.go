package notes

import (
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var (
	writeForm = script.Pattern(`(?is)^(?:make|write|add|create|take|jot)\b.*?\bnotes?\b\s*(?:that says|that|about|:)?\s*(.*)$`)
	lookForm  = script.Pattern(`(?i)\bnotebook\b`)
	eraseForm = script.Pattern(`(?i)^erase\b.*?\bnotes\b`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{
		Verbs: []string{"take", "jot", "erase"}, Begin: func() script.Part { return &asked{} }, Called: map[string]string{"text": "text"}, Use: use,
	}
}

// use reads the notes where somebody asks what stands in them.
func use(t script.Turn) (*llm.ToolCall, string) {
	if !lookForm().MatchString(t.Facts.Text) || !t.Offers(TaskList) {
		return nil, ""
	}
	if got, ok := t.Given(TaskList); ok {
		return nil, "In our notebook: " + got.Content
	}
	return script.Call(TaskList, map[string]any{}), ""
}

// asked is what a request asks for of the notes.
type asked struct {
	texts []string
	erase bool
}

// Find implements [script.Part].
func (a *asked) Find(clause string) int {
	if writeForm().MatchString(clause) || eraseForm().MatchString(clause) {
		return strings.Index(strings.ToLower(clause), "note")
	}
	return -1
}

// Take implements [script.Part].
func (a *asked) Take(clause string) {
	if m := writeForm().FindStringSubmatch(clause); m != nil {
		a.texts = append(a.texts, script.Unquoted(m[1]))
		return
	}
	a.erase = true
}

// Wishes implements [script.Part].
func (a *asked) Wishes(string, llm.ProjectFact) []script.Wish {
	var out []script.Wish
	for i, text := range a.texts {
		out = append(out, script.Wish{
			Goal: "write a note", Title: "Write a note", Types: []assistant.TaskType{TaskWrite}, Agents: []assistant.AgentID{assistant.ResearchAgent},
			Needs: []llm.RequirementReply{{Key: "noteText", Question: "What is the note to say?", Reason: "It is kept in these words.", Required: true, Value: text}},
			Draft: func(d *script.Draft) {
				d.Add(0, script.Key("note", i, len(a.texts)), TaskWrite, assistant.ResearchAgent, "Write the note", script.Text("text", script.First(text, d.Values["noteText"])))
			},
		})
	}
	if a.erase {
		out = append(out, script.Wish{
			Goal: "erase the notes", Title: "Erase the notes", Types: []assistant.TaskType{TaskErase}, Agents: []assistant.AgentID{assistant.ResearchAgent},
			Draft: func(d *script.Draft) { d.Add(2, "erase", TaskErase, assistant.ResearchAgent, "Erase the notes") },
		})
	}
	return out
}
