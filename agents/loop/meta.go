package loop

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// The tools by which an agent at work steers itself (seed 002's strategic tools). The loop does what they ask for; none of them
// looks anything up or touches anything outside.
const (
	ToolThink    = "think"
	ToolAsk      = "ask_user"
	ToolPlan     = "propose_plan"
	ToolHandOver = "hand_over"
	ToolDone     = "done_with_these"
	ToolFind     = "find_tools"
	ToolDelegate = assistant.TypeDelegated
	ToolAnswer   = "answer_executor"
	ToolEscalate = "escalate"

	ToolReport     = "report"      // of executors alone
	ToolAskPlanner = "ask_planner" // likewise
	ToolAdvisor    = "ask_advisor" // likewise
)

// Assessment is how an agent finds that it gets on.
type Assessment string

// The assessments.
const (
	OnTrack  Assessment = "on_track"
	Stuck    Assessment = "stuck"
	NeedInfo Assessment = "need_info"
	Complete Assessment = "complete"
)

// Think is what an agent notes of where it stands. Nobody is shown the thought itself.
type Think struct {
	Thought    string     `json:"thought" jsonschema:"how things stand; shown to nobody"`
	Assessment Assessment `json:"assessment"`
	NextStep   string     `json:"next_step,omitempty" jsonschema:"when on_track, in a few words for the person, as the next two"`
	WhatINeed  string     `json:"what_i_need,omitempty" jsonschema:"when need_info"`
	WhyStuck   string     `json:"why_stuck,omitempty" jsonschema:"when stuck"`
}

// Ask is a question of an agent to the person.
type Ask struct {
	Question string      `json:"question" jsonschema:"as the person reads it"`
	Reason   string      `json:"reason,omitempty" jsonschema:"why it matters, in a few words"`
	Options  []AskOption `json:"options,omitempty" jsonschema:"to choose from, at most ten; other words are an answer too"`
}

// AskOption is one answer to choose from.
type AskOption struct {
	Label       string `json:"label" jsonschema:"as the person reads it"`
	Value       string `json:"value" jsonschema:"what you are told"`
	Description string `json:"description,omitempty"`
}

// ProposePlan asks for what the agent's tools cannot do by themselves.
type ProposePlan struct {
	Reason string `json:"reason" jsonschema:"why, in a few words for the person"`
	Found  string `json:"found,omitempty" jsonschema:"what the plan needs to know of it"`
}

// HandOver gives the work to a colleague.
type HandOver struct {
	Agent  assistant.AgentID `json:"agent" jsonschema:"who takes it over"`
	Reason string            `json:"reason" jsonschema:"why, in a few words for the person"`
}

// FindTools looks for tools that were not offered.
type FindTools struct {
	Words string `json:"words" jsonschema:"what it is to do and to what, in any language: create invoice"`
}

// DoneWith says that nothing remains once the changes of the same step are made.
type DoneWith struct{}

// metaTools are the tools that every agent of a team has at work beside its own.
func metaTools(t *team.Team) []tools.Tool {
	out := append(slices.Clone(ownTools()), delegateTool())
	for i := range out {
		if out[i].Name == ToolHandOver {
			out[i].Arguments = handOverArguments(t)
		}
	}
	return out
}

// ownTools are they in every team, but for who can be handed to.
var ownTools = sync.OnceValue(func() []tools.Tool {
	return []tools.Tool{
		{
			Name: ToolThink, Label: "Think", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: thinkArguments(),
			Description: "Note where you stand when you are unsure, and get a hint how to go on. Costs a step.",
		},
		{
			Name: ToolAsk, Label: "Ask a question", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: askArguments(),
			Description: "Ask the person one question when what is wanted is unclear or something critical is missing that no tool tells. You go on with the answer.",
		},
		{
			Name: ToolPlan, Label: "Propose a plan", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: tools.Arguments[ProposePlan](),
			Description: "Hand the request, with what you have found, to planning. The person sees a plan. Ends your work on it.",
		},
		FindingTool(),
		{
			Name: ToolHandOver, Label: "Hand over", Class: assistant.ClassMeta, Effect: assistant.EffectNone,
			Description: "Give the work to the colleague whose job it is, who goes on from where you stand.",
		},
		{
			Name: ToolDone, Label: "Done with these", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: tools.Arguments[DoneWith](),
			Description: "Call it beside changes after which nothing remains but to say what became of them: the person is told that from the receipts, numbers and addresses included. " +
				"You are asked again only where one is refused, altered or fails.",
		},
	}
})

// askArguments say of the options that they are a list: not every provider takes that something may be null.
func askArguments() *jsonschema.Schema {
	s := tools.Arguments[Ask]()
	s.Properties["options"].Type, s.Properties["options"].Types = "array", nil
	return s
}

func thinkArguments() *jsonschema.Schema {
	s := tools.Arguments[Think]()
	s.Properties["assessment"].Enum = []any{string(OnTrack), string(Stuck), string(NeedInfo), string(Complete)}
	return s
}

func handOverArguments(t *team.Team) *jsonschema.Schema {
	s := tools.Arguments[HandOver]()
	for _, a := range t.Agents() {
		s.Properties["agent"].Enum = append(s.Properties["agent"].Enum, string(a.ID))
	}
	return s
}

// endsStep tells whether a call takes the work elsewhere: to a person, to planning, to a colleague. Nothing else happens in its step.
func endsStep(tool string) bool {
	switch tool {
	case ToolAsk, ToolEscalate, ToolPlan, ToolHandOver, ToolReport, ToolAskPlanner, ToolAdvisor:
		return true
	default:
		return false
	}
}

// Wants reads the arguments of a call that [Sort] has let through.
func Wants[T any](w Wish) (out T) {
	_ = json.Unmarshal(w.Call.Arguments, &out) // they fit the schema of T
	return out
}

// Note is what people may read of a thought: the part of it that is written for them, "" where there is none.
func (t Think) Note() string {
	switch t.Assessment {
	case OnTrack:
		return t.NextStep
	case NeedInfo:
		return t.WhatINeed
	case Stuck:
		return t.WhyStuck
	case Complete:
	}
	return ""
}

// Hint is what an agent is told that has thought: what it may still do, and what is wise from where it stands.
func Hint(t Think, offered []tools.Tool, spent assistant.Spent) string {
	var looks, changes []string
	for _, o := range offered {
		switch o.Class {
		case assistant.ClassQuery:
			looks = append(looks, o.Name)
		case assistant.ClassAction:
			changes = append(changes, o.Name)
		case assistant.ClassMeta, assistant.ClassOwn:
		}
	}
	var out []string
	switch t.Assessment {
	case OnTrack:
		out = append(out, "Noted. Go on, and call every tool that you know you need in one step.")
	case NeedInfo:
		out = append(out, "Noted. Look it up where a tool can tell you; ask the person only what no tool knows.")
		if len(looks) == 0 {
			out = append(out, "No tool of yours looks anything up now, so ask.")
		}
	case Stuck:
		out = append(out, "Noted. Ask the person, hand it over to whose job it is, or have it planned. Else say plainly what you could not do.")
	case Complete:
		return "Noted. Answer now, in words: what was done, what was not."
	}
	if len(looks) > 0 {
		out = append(out, "To look up: "+strings.Join(looks, ", ")+".")
	}
	if len(changes) > 0 {
		out = append(out, "To change, after a person's yes: "+strings.Join(changes, ", ")+".")
	}
	return strings.Join(append(out, left(spent)), " ")
}
