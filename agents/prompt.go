package agents

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
)

// Bounds of what a model is given, in bytes.
const (
	maxSaid   = 8000  // of the message at hand
	maxLine   = 2000  // of an earlier message
	maxWindow = 16000 // of all earlier messages
	maxName   = 60    // of a person's name
	maxRecent = 6     // lines, where a few are enough
	maxKnown  = 300   // of the line about the newest run
)

// classifyPrompt says how a message is sorted.
func classifyPrompt(t *team.Team) string {
	return "You decide how a message to " + t.Who("agents") + " " + strings.TrimSpace(classifyRules)
}

// answerRules say what is not done while answering alone.
func answerRules(t *team.Team, guest bool) string {
	const rules = "Rules:\n- You cannot change anything here: you answer. "
	if guest {
		return rules + "The person is a guest here, or of another workspace: nothing is planned, changed or looked up for them. " +
			"If that is wanted, say so, and that somebody of this workspace can ask you for it right here."
	}
	work := "Work that changes something"
	if does := t.Words().Work; does != "" {
		work = "Work that " + does
	}
	return rules + work + " is planned first and runs only after a person approves; if that is wanted, say that they can ask for it and will see a plan."
}

// presented is who the model is, and who works beside it.
func presented(t *team.Team, a assistant.Agent) string {
	var b strings.Builder
	fmt.Fprintf(&b, "You are %s, %s in %s. %s\n", a.Name, a.Title, t.Who("AI agents"), a.Role)
	b.WriteString("Your colleagues: ")
	for i, a := range t.Agents() {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s (%s)", a.Name, a.Title)
	}
	b.WriteString(".\n")
	return b.String()
}

// known is what the team knows of projects and work, as data: people and models have named all of it.
func known(q Question) string {
	facts := llm.KnownFacts{Now: llm.Moment(q.About.At, q.Situation.Person.Zone), Run: llm.Clip(runLine(q.Situation), maxKnown)}
	if p, ok := q.Situation.Here(); ok {
		fact := llm.FactOf(p)
		facts.Project = &fact
	}
	for _, p := range q.Situation.Projects[:min(len(q.Situation.Projects), 20)] {
		facts.Projects = append(facts.Projects, llm.FactOf(p))
	}
	raw, err := json.Marshal(facts)
	if err != nil {
		return "" // facts of strings always marshal
	}
	return llm.Data("what is known here", string(raw))
}

func runLine(s assistant.Situation) string {
	if s.Run == nil {
		return ""
	}
	count, back := make(map[assistant.TaskStatus]int), 0
	for _, t := range s.Tasks {
		if t.Undone {
			back++
			continue
		}
		count[t.Status]++
	}
	line := []string{s.Run.Title, string(s.Run.Status)}
	for _, status := range []assistant.TaskStatus{
		assistant.TaskCompleted, assistant.TaskInProgress, assistant.TaskOpen, assistant.TaskFailed, assistant.TaskCancelled,
	} {
		if count[status] > 0 {
			line = append(line, fmt.Sprintf("%d %s", count[status], strings.ReplaceAll(string(status), "_", " ")))
		}
	}
	if back > 0 {
		line = append(line, fmt.Sprintf("%d taken back", back))
	}
	return strings.Join(line, ", ")
}

// window is the conversation as the model sees it, ending with the message at hand.
func window(q Question) []llm.Message {
	var out []llm.Message
	room := maxWindow
	earlier := before(q.Situation.Recent, q.About)
	for _, m := range slices.Backward(earlier) {
		role, text := spoken(q.Team, m, q.Agent)
		text = by(q.Situation, m, text)
		if room -= len(text); room < 0 {
			break
		}
		if text != "" {
			out = append([]llm.Message{llm.TextMessage(role, text)}, out...)
		}
	}
	for len(out) > 0 && out[0].Role == llm.RoleAssistant {
		out = out[1:]
	}
	said := llm.Clip(q.About.Content, maxSaid)
	if strings.TrimSpace(said) == "" {
		said = "(no words; only what is attached)"
	}
	message := llm.TextMessage(llm.RoleUser, by(q.Situation, q.About, said))
	if attached := Attached(q.Situation, maxAttached); attached != "" {
		message.Parts = append([]llm.Part{{Text: attached + "\n"}}, message.Parts...)
	}
	message.Parts = append([]llm.Part{{Text: known(q) + "\n"}}, message.Parts...)
	for _, picture := range q.Pictures {
		message.Parts = append(message.Parts, llm.Part{Image: &picture})
	}
	return append(out, message)
}

// by says whose words they are, where that has to be said. What others had said before the team was called is data.
func by(s assistant.Situation, m assistant.Message, text string) string {
	switch {
	case text == "" || m.Author != assistant.AuthorUser:
		return text
	case m.Overheard():
		return llm.Data("what others had said here before you were called; nobody asks you for any of it", text)
	default:
		return llm.Said(llm.Clip(s.Speaker(m), maxName), text)
	}
}

// before returns the messages before the one at hand.
func before(recent []assistant.Message, about assistant.Message) []assistant.Message {
	for i, m := range recent {
		if m.ID == about.ID {
			return recent[:i]
		}
	}
	return recent
}

func spoken(t *team.Team, m assistant.Message, speaker assistant.Agent) (llm.Role, string) {
	text := llm.Clip(strings.TrimSpace(m.Content), maxLine)
	if said, ok := m.Body.(assistant.Said); ok && said.Note != "" && text != "" {
		text += "\n(" + said.Note + ")"
	}
	switch {
	case m.Kind != assistant.KindMessage || text == "":
		return "", ""
	case m.Author == assistant.AuthorUser:
		return llm.RoleUser, text
	case m.Agent != "" && m.Agent != speaker.ID:
		return llm.RoleAssistant, t.Agent(m.Agent).Name + " said: " + text
	default:
		return llm.RoleAssistant, text
	}
}

// Recent is what was said lately, the last few lines of it, each with who said it as a fact of its own.
func Recent(t *team.Team, s assistant.Situation, most int) []llm.SaidFact {
	var out []llm.SaidFact
	for _, m := range s.Recent {
		text := llm.OneLine(m.Content, most)
		if m.Kind != assistant.KindMessage || text == "" {
			continue
		}
		f := llm.SaidFact{By: llm.ByPerson, Name: llm.OneLine(s.Speaker(m), maxName), Text: text}
		switch {
		case m.Overheard():
			f.By, f.Name = llm.ByOthers, ""
		case m.Author != assistant.AuthorUser:
			f.By, f.Name = llm.ByAssistant, t.Agent(m.Agent).Name
		}
		out = append(out, f)
	}
	return out[max(0, len(out)-maxRecent):]
}
