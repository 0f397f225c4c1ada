package assistant

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
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

// DefaultSettings are the settings of a tenant that has set nothing.
func DefaultSettings() Settings {
	return Settings{MembersApprove: true, ApprovalHours: 1, PlanHours: 72, Steering: SteeringSteer}
}

// FirstSettings are the settings of a new install's tenant. They bound a day's spending on models, at some three hundred pages'
// worth, until an admin changes that. The bound is in tokens, so it also holds for models with unknown prices, and it reserves
// nothing, so two hundred people asking at once are all answered.
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

// SettingSteering is the key of the setting whose options have words of their own.
const SettingSteering = "steering"

// Form asks for the settings, with what is set. Its keys are those of their JSON.
func (s Settings) Form() Form {
	number := func(key, label string, n int64, least, most int) FormField {
		return FormField{Key: key, Kind: FieldNumber, Label: Label(label), Value: strconv.FormatInt(n, 10), Required: least > 0, Least: least, Most: most}
	}
	written := number("outputCents", "US cents for a million tokens that it writes", s.OutputCents, 0, MaxPriceCents)
	written.Hint = Say("0 tokens or cents in a day is no bound. Where the list price of a model is not known here, its cost is counted by the price that you set; while that is 0, it costs nothing on paper, and a bound of cents alone holds nothing back.")
	return Form{Name: FormTenant, Send: Say("Save"), Fields: []FormField{
		{
			Key: "membersApprove", Kind: FieldYesNo, Value: strconv.FormatBool(s.MembersApprove),
			Label: Say("Members may approve what they asked for; without it an approver or an admin is needed"),
		},
		{
			Key: "guestsTalk", Kind: FieldYesNo, Value: strconv.FormatBool(s.GuestsTalk),
			Label: Say("Guests and people of other workspaces are answered; they decide nothing and are told nothing of what is kept here"),
		},
		{
			Key: SettingSteering, Kind: FieldChoice, Value: string(s.Steering), Label: Say("What people say while the team is at work on something"),
			Hint:    Say("“Stop” stops, whatever is set here."),
			Options: OptionsOf(string(SteeringSteer), string(SteeringQueue), string(SteeringInterrupt)),
		},
		number("approvalHours", "Hours that an action waits for a decision", int64(s.ApprovalHours), 1, MaxApprovalHours),
		number("planHours", "Hours that a plan or a question waits", int64(s.PlanHours), 1, MaxPlanHours),
		number("dailyTokens", "Tokens of models in a day", s.DailyTokens, 0, MaxDailyTokens),
		number("dailyCents", "US cents for models in a day", s.DailyCents, 0, MaxDailyCents),
		number("inputCents", "US cents for a million tokens that a model reads", s.InputCents, 0, MaxPriceCents),
		written,
	}}
}

// SettingsOf are the settings that the form gives. An empty number is 0. What cannot be is told in a [*Trouble].
func SettingsOf(given map[string]string) (Settings, error) {
	var s Settings
	form := s.Form()
	given = maps.Clone(given)
	for key, text := range given {
		if field, _ := form.Field(key); field.Kind == FieldNumber && strings.TrimSpace(text) == "" {
			given[key] = "0"
		}
	}
	values, err := form.Values(given)
	if wrong, ok := errors.AsType[*FieldError](err); ok {
		return s, refusal(wrong.Message, Say("Nothing was changed. Correct it and save again."))
	}
	if err != nil {
		return s, err
	}
	raw, err := json.Marshal(values)
	if err != nil {
		return s, fmt.Errorf("write settings: %w", err)
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return s, fmt.Errorf("read settings: %w", err)
	}
	return s, nil
}

// Check says what of the settings cannot be, in words for who gave it.
func (s Settings) Check() error {
	given := map[string]string{}
	for _, f := range s.Form().Fields {
		given[f.Key] = f.Value
	}
	_, err := SettingsOf(given)
	return err
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
