package planning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Config is what a Planner is made of. All of it is required, but the connections.
type Config struct {
	Connections []assistant.ConnectionForm // whose words say what a project is; none is all right
	IDs         *assistant.IDs
	Now         func() time.Time
}

// Planner takes a request through the stages. It holds nothing between calls and is safe for concurrent use.
type Planner struct {
	connections []assistant.ConnectionForm
	team        agents.Vocabulary // of the desk: what can be planned, by whom
	ids         *assistant.IDs
	now         func() time.Time
}

// New returns a Planner. It starts nothing.
func New(c Config) (*Planner, error) {
	if c.IDs == nil || c.Now == nil {
		return nil, errors.New("planner: ids and a clock are needed")
	}
	return &Planner{connections: c.Connections, ids: c.IDs, now: c.Now}, nil
}

// Journal takes the thinking lines: safe summaries of what is being checked, never a model's words.
type Journal interface {
	Think(ctx context.Context, a assistant.AgentID, p assistant.Phase, text string) error
}

// Desk is what a call of the planner works with.
type Desk struct {
	Team    *team.Team
	Model   llm.Asker
	Journal Journal
	Found   string // by an agent that worked on the request before it is planned; for Begin

	Audience tools.Audience // who reads the conversation; nil: anybody may

	IDs  *assistant.IDs              // nil for the planner's own
	Now  func() time.Time            // nil likewise
	Tool func(tools.Tool) tools.Tool // what is asked of tools goes through it; nil for the tools as they are
}

// at is the planner with what the desk has of its own.
func (p *Planner) at(d Desk) *Planner {
	mine := *p
	mine.team = agents.Of(d.Team)
	if d.IDs != nil {
		mine.ids = d.IDs
	}
	if d.Now != nil {
		mine.now = d.Now
	}
	return &mine
}

// tool is a tool that something is asked of.
func (w *work) tool(name assistant.TaskType) tools.Tool {
	t, _ := w.team.Tools().Get(string(name))
	if w.desk.Tool == nil || t.Run == nil {
		return t
	}
	return w.desk.Tool(t)
}

// Move is what comes next: one of Ask, Plan and Problem, or with a withdrawn Brief only words. Brief is what planning
// knows so far.
type Move struct {
	Brief   *assistant.Brief         // to be kept; nil when there is nothing to keep, or when Plan has taken it over
	Ask     *assistant.Clarification // questions to the person
	Plan    *assistant.Plan          // a version to be shown
	Changes []string                 // what is different from the version before
	Say     string                   // a sentence that goes with it
	Problem *assistant.Problem       // why it cannot go on, and a way on. From Revise the unchanged Plan comes with it
	Unable  bool                     // the Problem is that no tool does what was asked for
	Unheard bool                     // it is Unable, and nobody knew what to look for either
}

// Begin takes a new request through the stages until a person is needed: a question, or a plan.
//
// Failures that a person can act on are in Move.Problem; the error is for a lost claim, an ended context and faults of
// our own.
func (p *Planner) Begin(ctx context.Context, d Desk, s assistant.Situation, request assistant.Message) (Move, error) {
	p = p.at(d)
	w := &work{Planner: p, desk: d, situation: s, fresh: true, brief: assistant.Brief{
		Plan:        assistant.NewID[assistant.PlanID](p.ids),
		Status:      assistant.PlanGathering,
		Request:     block(request.Content, maxRequest),
		Message:     assistant.FirstSaid(request),
		RequestedBy: request.Person,
		Found:       block(d.Found, maxRequest),
	}}
	if said, ok := request.Body.(assistant.Said); ok && said.Background != "" {
		w.brief.Unasked = request.ID
	}
	if w.brief.Request == "" {
		return problem(assistant.SideInput, assistant.Say("There are no words in this request."), assistant.Say("Tell me what you would like to have done.")), nil
	}
	if err := w.think(ctx, w.say("Hans is restating the goal of the request")); err != nil {
		return Move{}, err
	}
	return w.context(ctx)
}

// work is one call of the planner under way.
type work struct {
	*Planner
	desk      Desk
	situation assistant.Situation
	brief     assistant.Brief
	project   assistant.Project   // the plan's own
	projects  []assistant.Project // that its steps may work on; none where that is its own alone
	choice    bool                // the request is for several, so that each step says which
	fresh     bool                // nothing is kept of this request yet
	done      []string            // the keys of the steps that are done of a plan at work
}

// say is a sentence in the language of the conversation.
func (w *work) say(english string, args ...any) string { return w.words().Say(english, args...) }

func (w *work) words() wording.Words { return wording.In(w.situation.Conversation.Language) }

// think adds a line of the chief's.
func (w *work) think(ctx context.Context, line string) error {
	if err := w.desk.Journal.Think(ctx, assistant.Chief, assistant.PhasePlanning, line); err != nil {
		return fmt.Errorf("note a planning step: %w", err)
	}
	return nil
}

// request is a model request that carries facts both as text and as data.
func request(p llm.Purpose, words prompt, facts any) (llm.Request, error) {
	raw, err := json.Marshal(facts)
	if err != nil {
		return llm.Request{}, fmt.Errorf("facts to %s: %w", p, err)
	}
	system, text, err := words.written(raw)
	if err != nil {
		return llm.Request{}, fmt.Errorf("prompt to %s: %w", p, err)
	}
	return llm.Request{
		Purpose: p, Instructions: llm.Instructions{Stable: system}, Facts: raw,
		Messages: []llm.Message{llm.TextMessage(llm.RoleUser, text)},
	}, nil
}

// ask asks the model for a checked structured reply. A failure that is the model's comes back as a Problem.
func ask[T any](ctx context.Context, d Desk, p llm.Purpose, words prompt, facts any, check func(T) error) (T, *assistant.Problem, error) {
	var none T
	r, err := request(p, words, facts)
	r.Examples = d.Team.Examples()
	if err != nil {
		return none, nil, err
	}
	reply, _, err := llm.DecodeAmong(ctx, d.Model, r, choices(facts), check)
	switch {
	case err == nil:
		return reply, nil, nil
	case ctx.Err() == nil && modelFailed(err):
		said := llm.Explain(err)
		return none, &said, nil
	default:
		return none, nil, err
	}
}

func modelFailed(err error) bool {
	for _, known := range []error{llm.ErrDisabled, llm.ErrOverloaded, llm.ErrTruncated, llm.ErrGarbage, llm.ErrRefused, assistant.ErrTooMuch} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

func problem(side assistant.Side, message, recovery assistant.Sentence) Move {
	return Move{Problem: &assistant.Problem{Side: side, Message: message, Recovery: recovery}}
}

// stuck is a Problem on the way: what is known stays known, so that a next call goes on from there. A request that has
// just come in leaves nothing behind; it is simply said again.
func (w *work) stuck(p *assistant.Problem) Move {
	if w.fresh {
		return Move{Problem: p}
	}
	b := w.brief
	return Move{Brief: &b, Problem: p}
}

// ends is a Problem that trying again does not help: what was kept of the request is dropped.
func (w *work) ends(m Move) Move {
	if !w.fresh {
		b := w.brief
		b.Status, m.Brief = assistant.PlanWithdrawn, &b
	}
	return m
}
