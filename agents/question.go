package agents

import (
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Question is what an agent is asked, by words that are a request of their own.
type Question struct {
	Agent     assistant.Agent
	Situation assistant.Situation
	About     assistant.Message // what the person said
	Team      *team.Team
	Pictures  []llm.Image // what the person attached, newest last
	Mode      loop.Mode   // how far the agent may go
	Silent    bool        // an answer is wanted only where something is new
}

// guest tells whether a guest asks: everything but words is somebody else's to ask for.
func (q Question) guest() bool { return q.Situation.Person.Role == assistant.RoleGuest }

// Answered is an agent's answer.
type Answered struct {
	Text      string
	Rehearsal bool // it comes from the offline model, which also says so in the text
	Refused   bool // a tool that was asked for was not run, or did not work
	Set       bool // a setting of whoever asks was changed
}

// Sorry is what is said where a model has no words for an answer: whether something was looked up or done for it, and the way on.
func Sorry(w wording.Words, looked, acted bool) string {
	switch {
	case acted:
		return w.Say("I could not bring it together into an answer. What was done and what was not stands in this conversation. " +
			"Could you ask for one part of it, or say it in other words?")
	case looked:
		return w.Say("I looked, but could not bring it together into an answer. Nothing was changed. " +
			"Could you ask for one part of it, or say it in other words?")
	default:
		return w.Say("I did not come up with an answer to that. Nothing was changed. Could you say it in other words?")
	}
}

func answerFacts(q Question) llm.AnswerFacts {
	f := llm.AnswerFacts{
		Agent: llm.AgentFact{ID: q.Agent.ID, Name: q.Agent.Name, Title: q.Agent.Title, Role: q.Agent.Role},
		Text:  llm.Clip(q.About.Content, maxSaid), Run: runLine(q.Situation), Language: q.Situation.Conversation.Language,
	}
	for _, a := range q.Team.Agents() {
		f.Team = append(f.Team, llm.AgentFact{ID: a.ID, Name: a.Name, Title: a.Title})
	}
	if p, ok := q.Situation.Here(); ok {
		fact := llm.FactOf(p)
		f.Project = &fact
	}
	for _, p := range q.Situation.Projects[:min(len(q.Situation.Projects), 20)] {
		f.Projects = append(f.Projects, llm.FactOf(p))
	}
	f.Attached, f.Recent = fileFacts(q.Situation), Earlier(q.Team, q.Situation, q.About.ID)
	f.Examples, f.Guest = q.Team.Words().Requests(), q.guest()
	f.Noticed = slices.ContainsFunc(q.Situation.Recent, func(m assistant.Message) bool {
		said, ok := m.Body.(assistant.Said)
		return ok && said.Rehearsal
	})
	return f
}
