package assistant

import "encoding/json"

// Tried is what a dry run of a plan has found out of one of its steps. Nothing was changed by it.
type Tried struct {
	Arguments json.RawMessage `json:"arguments,omitempty"` // that it would be done with; nil where something of an earlier step is not known yet
	Result    *Result         `json:"result,omitempty"`    // of a step that changes nothing and was done for what comes after it
	Kept      bool            `json:"kept,omitempty"`      // that result is the step's when the plan runs: a text, or what a text was written of
	Why       string          `json:"why,omitempty"`       // why it could not be previewed, as people read it
}

// Shown tells whether a dry run has shown the whole change that the step makes, with all that earlier steps give it.
func (s Step) Shown() bool {
	return s.Effect != EffectNone && s.Preview != nil && s.Tried != nil && len(s.Tried.Arguments) > 0
}

// MayBePreviewed tells whether a dry run has something to show of the plan: one of the steps that it adds changes something.
func (p Plan) MayBePreviewed() bool {
	for _, s := range p.Steps {
		if s.Stands == StepNew && s.Effect != EffectNone {
			return !p.Previewed
		}
	}
	return false
}

// Kept are the texts that a dry run has written and that the plan uses when it runs, by the keys of their steps.
func (p Plan) Kept() map[string]Result {
	out := map[string]Result{}
	for _, s := range p.Steps {
		if s.Stands == StepNew && s.Tried != nil && s.Tried.Kept && s.Tried.Result != nil {
			out[s.Key] = *s.Tried.Result
		}
	}
	return out
}
