package background

import (
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// The fields in which people say what is to be different about a task. Those of them that are an argument of the tools set_task and
// edit_task are called as that is.
const (
	FieldTitle   = "title"
	FieldPrompt  = "prompt"
	FieldWhen    = "when"
	FieldZone    = "zone"
	FieldUntil   = "until"
	FieldTold    = "told"
	FieldOverlap = "overlap"
	FieldAllow   = "allow"
)

// When results are told, as a field has it.
const (
	ToldEveryTime = "every_time"
	ToldOnlyNews  = "only_news"
)

// Wanted is what somebody wants to be different about a task, field by field. What is empty stays as it is.
type Wanted struct {
	Setting

	Prompt string
	Allow  string // what it may do without asking, in words that [ReadAllows] reads
}

// WantedOf is what was filled into the fields. What is none of their choices is refused.
func WantedOf(given map[string]string) (Wanted, error) {
	told, overlap := given[FieldTold], assistant.Overlap(given[FieldOverlap])
	if told != "" && told != ToldEveryTime && told != ToldOnlyNews || overlap != "" && !overlap.Valid() {
		return Wanted{}, assistant.BadInput(assistant.Say("That is no change of an automation."), assistant.Say("Choose one of the options."))
	}
	return Wanted{
		Setting: Setting{
			Title: strings.TrimSpace(given[FieldTitle]), When: strings.TrimSpace(given[FieldWhen]), Zone: strings.TrimSpace(given[FieldZone]),
			Until: strings.TrimSpace(given[FieldUntil]), Overlap: overlap, EveryTime: told == ToldEveryTime, OnlyNews: told == ToldOnlyNews,
		},
		Prompt: strings.TrimSpace(given[FieldPrompt]), Allow: strings.TrimSpace(given[FieldAllow]),
	}, nil
}

// Edit reads it. What is not understood refuses the whole.
func (s Wanted) Edit(b assistant.BackgroundTask, now time.Time) (Edit, error) {
	e, err := s.Setting.Edit(b, now)
	if err != nil {
		return e, err
	}
	e.Prompt = s.Prompt
	e.Allows, err = ReadAllows(s.Allow, b.Zone, now)
	return e, err
}
