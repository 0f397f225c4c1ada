package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// The budgets of one direct answer.
const (
	maxRounds      = 8
	maxCalls       = 15
	maxCorrections = 3
	maxToolOutput  = 16 << 10
)

// Caller runs a query tool for an agent. An error that is an [*assistant.Trouble] is told to the model in its plain words;
// any other ends the answer.
type Caller interface {
	Call(ctx context.Context, agent assistant.AgentID, call llm.ToolCall) (llm.ToolResult, error)
}

// Question is what an agent answers directly.
type Question struct {
	Agent     assistant.Agent
	Situation assistant.Situation
	About     assistant.Message // what the person said
	Team      *team.Team
	Unaided   bool         // without tools; else those of the team are offered and run that the agent may answer with
	Pictures  []llm.Image  // what the person attached, newest last
	Caller    Caller       // nil for no tools
	OnText    func(string) // is told the text as it comes; may be nil
	Silent    bool         // an answer is wanted only where something is new
}

// Answered is an agent's answer.
type Answered struct {
	Text      string
	Thoughts  []string // safe one-line summaries of what was looked up
	Rehearsal bool     // it comes from the offline model, which also says so in the text
	Refused   bool     // a tool that was asked for was not run, or did not work
	Code      bool     // the model had no words for it, and code says so
}

// Answer lets the agent answer, using its query tools within fixed budgets:
//
//	ask ──text──▶ answer
//	 ▲ └──tool calls──▶ each: known, a query, arguments fit? ──▶ run, result as quoted data ──┐
//	 │                             └──no──▶ told so, at most three times                      │
//	 └────────────────────────────────────────────────────────────────────────────────────────┘
//	budgets used up ──▶ asked once more without tools ──still calls──▶ a plain sentence
//
// Errors are those of the asker, and of a Caller that could not tell what became of a call.
func Answer(ctx context.Context, asker llm.Asker, q Question) (Answered, error) {
	l, request, err := begin(&q)
	if err != nil {
		return Answered{}, err
	}
	for round := 1; ; round++ {
		last := round == maxRounds || l.calls >= maxCalls || l.wrong > maxCorrections
		request.Tools = describedForWork(l.offered)
		if last {
			request.NoCalls = true
			request.Instructions = request.Instructions.And("No more tools now: answer with what you know, and say what you could not find out.")
		}
		reply, err := asker.Ask(ctx, *request, q.OnText)
		if err != nil {
			return Answered{}, fmt.Errorf("%s answers: %w", q.Agent.ID, err)
		}
		out := Answered{Text: strings.TrimSpace(reply.Text()), Thoughts: l.thoughts, Rehearsal: reply.Info.Rehearsal, Refused: l.refused}
		calls := reply.Calls()
		switch {
		case len(calls) == 0 && out.Text != "":
			return out, nil
		case len(calls) == 0 || last:
			out.Refused = out.Refused || len(calls) > 0
			out.Text, out.Code = l.sorry(), true
			return out, nil
		}
		request.Messages = append(request.Messages, reply.Message)
		results, err := l.run(ctx, calls)
		if err != nil {
			return Answered{}, err
		}
		request.Messages = append(request.Messages, results)
	}
}

// begin gives the state of an answer and what the model is asked first. What that needs on the stack is gone when the model is
// waited for.
func begin(q *Question) (*loop, *llm.Request, error) {
	l := &loop{question: q}
	if l.may = handy(*q); l.may != nil {
		l.offered = append([]tools.Tool{findTools()}, q.Team.Offer(askedFor(*q), usedIn(q.Situation), l.may)...)
	}
	facts, err := json.Marshal(answerFacts(*q))
	if err != nil {
		return nil, nil, fmt.Errorf("facts to answer: %w", err)
	}
	return l, &llm.Request{Purpose: llm.PurposeAnswer, Instructions: llm.Instructions{Stable: system(*q)}, Messages: window(*q), Facts: facts, Examples: q.Team.Examples(), Cache: llm.Cache{Again: len(l.offered) > 0}}, nil
}

// loop is the state of one answer's tool calls.
type loop struct {
	question *Question
	may      func(tools.Tool) bool // what the agent may use here; nil for nothing
	offered  []tools.Tool
	calls    int
	wrong    int // calls of tools that are not there, or with arguments that do not fit
	refused  bool
	thoughts []string
}

// handy tells of each tool whether the agent may use it here; nil where there is none at all. That only queries run is decided here and not
// by what the prompt says.
func handy(q Question) func(tools.Tool) bool {
	if q.Unaided || q.Caller == nil {
		return nil
	}
	project, _ := q.Situation.Here()
	return func(t tools.Tool) bool {
		return t.Answers && t.Class == assistant.ClassQuery && t.Effect == assistant.EffectNone && t.For(q.Agent, project)
	}
}

// run answers every call of a reply, in order: providers want a result for each.
func (l *loop) run(ctx context.Context, calls []llm.ToolCall) (llm.Message, error) {
	message := llm.Message{Role: llm.RoleTool}
	for _, call := range calls {
		result, err := l.one(ctx, call)
		if err != nil {
			return message, err
		}
		l.refused = l.refused || result.Failed
		result.ID, result.Name = call.ID, call.Name
		message.Parts = append(message.Parts, llm.Part{Result: &result})
	}
	return message, nil
}

func (l *loop) one(ctx context.Context, call llm.ToolCall) (llm.ToolResult, error) {
	tool, ok := l.find(call.Name)
	if !ok {
		l.wrong++
		return llm.ToolResult{Failed: true, Content: fmt.Sprintf("There is no tool %q here. There are: %s.", clip(call.Name, 60), namesOfTools(l.offered))}, nil
	}
	if wrong := l.misfit(tool, call); wrong != "" {
		l.wrong++
		return llm.ToolResult{Failed: true, Content: "Not run: " + wrong}, nil
	}
	if l.calls >= maxCalls {
		return llm.ToolResult{Failed: true, Content: "Not run: no more tool calls in this answer. Use what you have."}, nil
	}
	l.calls++
	if tool.Name == ToolFind {
		return l.look(Wants[FindTools](Wish{Call: call}).Words), nil
	}
	result, err := l.question.Caller.Call(ctx, l.question.Agent.ID, call)
	if trouble, told := errors.AsType[*assistant.Trouble](err); told {
		l.think("%s tried “%s”, which did not work", tool.Label)
		return llm.ToolResult{Failed: true, Content: quoted(tool.Name, trouble.Problem.Message.String())}, nil
	}
	if err != nil {
		return result, fmt.Errorf("%s calls %s: %w", l.question.Agent.ID, tool.Name, err)
	}
	l.think("%s used “%s”", tool.Label)
	result.Content = quoted(tool.Name, result.Content)
	return result, nil
}

// misfit says in words for the model how the arguments do not fit, or nothing.
func (l *loop) misfit(t tools.Tool, call llm.ToolCall) string {
	err := l.question.Team.Tools().Validate(t.Name, call.Arguments)
	if t.Class == assistant.ClassMeta {
		err = tools.Validate(t, call.Arguments)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// look offers from here on what words find.
func (l *loop) look(words string) llm.ToolResult {
	found := LookedFor(l.question.Team, words, l.may)
	l.offered = grown(l.offered, found)
	return llm.ToolResult{Content: ToldFound(found)}
}

func (l *loop) think(thought, label string) {
	l.thoughts = append(l.thoughts, l.words().Say(thought, l.question.Agent.Name, l.words().Label(label)))
}

func (l *loop) words() wording.Words { return wording.In(l.question.Situation.Conversation.Language) }

// find is the tool of that name, whether it was offered or not.
func (l *loop) find(name string) (tools.Tool, bool) {
	if t, known := usableOf(l.offered, name); known || l.may == nil {
		return t, known
	}
	t, known := l.question.Team.Tools().Get(name)
	return t, known && l.may(t)
}

func (l *loop) sorry() string { return Sorry(l.words(), l.calls > 0 || l.wrong > 0, false) }

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

// quoted marks what a tool gave as data, and bounds it.
func quoted(tool, content string) string {
	content = llm.Unmarked(content)
	if len(content) > maxToolOutput {
		content = clip(content, maxToolOutput) + "\n(the rest was left out)"
	}
	return llm.Data("from "+tool, content)
}

func answerFacts(q Question) llm.AnswerFacts {
	f := llm.AnswerFacts{
		Agent: llm.AgentFact{ID: q.Agent.ID, Name: q.Agent.Name, Title: q.Agent.Title, Role: q.Agent.Role},
		Text:  clip(q.About.Content, maxSaid), Run: runLine(q.Situation), Language: q.Situation.Conversation.Language,
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
	f.Examples = q.Team.Words().Requests()
	f.Noticed = slices.ContainsFunc(q.Situation.Recent, func(m assistant.Message) bool {
		said, ok := m.Body.(assistant.Said)
		return ok && said.Rehearsal
	})
	return f
}
