package assistant

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Settings are what an admin sets for a whole tenant.
type Settings struct {
	MembersApprove bool     `json:"membersApprove"` // members may decide what they asked for themselves
	GuestsTalk     bool     `json:"guestsTalk"`     // guests, and people of other workspaces, are answered
	ApprovalHours  int      `json:"approvalHours"`  // an action waits that long for a person
	PlanHours      int      `json:"planHours"`      // a plan does, and a question
	DailyTokens    int64    `json:"dailyTokens"`    // of models, in a day; 0 is no bound
	DailyCents     int64    `json:"dailyCents"`     // spent on models, in a day; 0 is no bound
	InputCents     int64    `json:"inputCents"`     // for a million tokens that a model reads whose list price is not known; 0 is not known
	OutputCents    int64    `json:"outputCents"`    // and that it writes
	Steering       Steering `json:"steering"`       // what becomes of words that come while the team is at work
}

// The bounds of settings.
const (
	MaxApprovalHours = 7 * 24
	MaxPlanHours     = 30 * 24
	MaxDailyTokens   = 1_000_000_000_000
	MaxDailyCents    = 100_000_000
	MaxPriceCents    = 1_000_000
)

// DefaultSettings are those of a tenant in which nobody has set anything.
func DefaultSettings() Settings {
	return Settings{MembersApprove: true, ApprovalHours: 1, PlanHours: 72, Steering: SteeringSteer}
}

// FirstSettings are those that a tenant of a new install begins with: what it may spend on models in a day is bounded until an admin
// says otherwise: some three hundred pages' worth. It is bounded in tokens, which holds for models whose price nobody knows, and puts
// nothing aside, so that two hundred people who ask at once are all answered.
func FirstSettings() Settings {
	s := DefaultSettings()
	s.DailyTokens = 5_000_000
	return s
}

// ReadSettings reads settings as they are kept: what is absent, or cannot be, is as by default.
func ReadSettings(raw []byte) (Settings, error) {
	s, otherwise := DefaultSettings(), DefaultSettings()
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &s); err != nil {
			return otherwise, fmt.Errorf("decode settings: %w", err)
		}
	}
	if s.ApprovalHours < 1 || s.ApprovalHours > MaxApprovalHours {
		s.ApprovalHours = otherwise.ApprovalHours
	}
	if s.PlanHours < 1 || s.PlanHours > MaxPlanHours {
		s.PlanHours = otherwise.PlanHours
	}
	if !slices.Contains(Steerings(), s.Steering) {
		s.Steering = otherwise.Steering
	}
	s.DailyTokens, s.DailyCents = max(s.DailyTokens, 0), max(s.DailyCents, 0)
	s.InputCents, s.OutputCents = min(max(s.InputCents, 0), MaxPriceCents), min(max(s.OutputCents, 0), MaxPriceCents)
	return s, nil
}

// Check says what of the settings cannot be, in words for who gave it.
func (s Settings) Check() error {
	for _, f := range []struct {
		what        string
		n           int64
		least, most int64
	}{
		{"The hours that an action waits", int64(s.ApprovalHours), 1, MaxApprovalHours},
		{"The hours that a plan or a question waits", int64(s.PlanHours), 1, MaxPlanHours},
		{"The tokens of a day", s.DailyTokens, 0, MaxDailyTokens},
		{"The cents of a day", s.DailyCents, 0, MaxDailyCents},
		{"The cents for a million tokens read", s.InputCents, 0, MaxPriceCents},
		{"The cents for a million tokens written", s.OutputCents, 0, MaxPriceCents},
	} {
		if f.n < f.least || f.n > f.most {
			return refusal(Say("%s must be a number from %d to %d.", f.what, f.least, f.most),
				Say("Nothing was changed. Correct it and save again."))
		}
	}
	if s.Steering != "" && !slices.Contains(Steerings(), s.Steering) {
		return refusal(Say("What people say while the team is at work is heard, waits, or interrupts."), Say("Nothing was changed. Choose one of them and save again."))
	}
	return nil
}

// ApprovalTTL is how long an action waits for a person.
func (s Settings) ApprovalTTL() time.Duration { return time.Duration(s.ApprovalHours) * time.Hour }

// PlanTTL is how long a plan or a question waits.
func (s Settings) PlanTTL() time.Duration { return time.Duration(s.PlanHours) * time.Hour }

// Micros is what a model costs by the price that is set for those whose list price is not known, in millionths of a dollar;
// false where none is set.
func (s Settings) Micros(used Usage) (int64, bool) {
	// A cent for a million tokens is a hundredth of a millionth of a dollar for one.
	return (int64(used.Input)*s.InputCents + int64(used.Output)*s.OutputCents) / 100, s.InputCents > 0 || s.OutputCents > 0
}
