package assistant

import "time"

// Stage says which question a clarification asks: one of planning's, or an agent's at work.
type Stage string

// The stages.
const (
	StageProject      Stage = "project"      // which project is meant
	StageRequirements Stage = "requirements" // what the plan still needs to know
	StageFork         Stage = "fork"         // which way to go
	StageWork         Stage = "work"         // what an agent at work needs to know; no plan is asked for
)

// Clarification is a question to a person, or several that belong together.
type Clarification struct {
	ID        ClarificationID `json:"id"`
	Plan      PlanID          `json:"planId,omitempty"`
	Stage     Stage           `json:"stage"`
	Intro     string          `json:"intro"` // the goal restated, or why this is asked
	Questions []Question      `json:"questions"`
	ExpiresAt time.Time       `json:"expiresAt,omitzero"`
	Session   AgentSessionID  `json:"sessionId,omitempty"` // of the agent at work that asks; "" where planning does

	Escalated EscalationReason `json:"escalated,omitempty"` // why an agent at work has put it before the supervisor; "" for a plain question

	Seq int64 `json:"-"` // of the message that put it before people; given by storage
}

// mostAnswered is how many characters own words have.
const mostAnswered = 4000

// Form asks the questions, each by its key.
func (c Clarification) Form() Form {
	out := Form{Name: FormAnswers}
	for _, q := range c.Questions {
		out.Fields = append(out.Fields, q.field())
	}
	return out
}

// field asks the question.
func (q Question) field() FormField {
	f := FormField{
		Key: q.Key, Kind: FieldText, Label: Verbatim(q.Text), Hint: Verbatim(q.Reason), Options: q.Options, Free: q.Free, Default: q.Default,
		Required: q.Default == "", Long: true, Most: mostAnswered,
	}
	if len(q.Options) > 0 {
		f.Kind = FieldChoice
	}
	return f
}

// Answers tells whether the values of a form answer anything: what was left empty answers where it has a default.
func (c Clarification) Answers(values map[string]string) bool {
	for _, q := range c.Questions {
		if v, given := values[q.Key]; v != "" || given && q.Default != "" {
			return true
		}
	}
	return false
}

// Question asks for one value.
type Question struct {
	Key     string   `json:"key"`
	Text    string   `json:"text"`
	Reason  string   `json:"reason"` // why the answer matters to the goal
	Options []Option `json:"options,omitempty"`
	Default string   `json:"default,omitempty"` // taken when the person says "you choose", or leaves the form's field empty
	Free    bool     `json:"free"`              // own words are an answer too
}

// Option is one possible answer.
type Option struct {
	Value       string `json:"value"`
	Label       string `json:"label"`
	Description string `json:"description,omitempty"`
}
