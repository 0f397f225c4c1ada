package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
)

const selectLimit = 25

// actions are the buttons of a card, and below them its choices.
func (r Renderer) actions(v view.View, all view.Actions) []Component {
	var buttons, apart, choices []Component
	for _, a := range all.Offered(selectLimit) {
		switch {
		case a.Do == view.ReadWhole && !r.Paged:
		case a.Do == view.Choose, a.Do.OfSteps():
			choices = append(choices, row(choice(a)))
		case a.Do == view.ApproveUnseen: // nobody presses it in passing
			apart = append(apart, row(press(a)))
		default:
			buttons = append(buttons, press(a))
		}
	}
	if t, ok := view.Find[view.Thinking](v); ok && v.Kind == view.Run {
		if show := r.showThinking(v.Kind, t); show != nil {
			buttons = append(buttons, *show)
		}
	}
	if v.Kind == view.Clarification { // own words come after the choice
		return append(choices, rows(buttons)...)
	}
	return append(append(rows(buttons), apart...), choices...)
}

func press(a view.Action) Component {
	label := a.Label
	switch a.Do { //nolint:exhaustive // the others are pressed by their words
	case view.RateGood:
		label = "👍"
	case view.RateBad:
		label = "👎"
	}
	return button(style(a), label, id(a))
}

func style(a view.Action) int {
	switch a.Weight {
	case view.Main:
		return stylePrimary
	case view.Agree:
		return styleSuccess
	case view.Grave:
		return styleDanger
	case view.Plain:
		return styleSecondary
	default:
		return styleSecondary
	}
}

// id is an action's custom id, as old cards send it too. What cannot be undone is asked about first.
func id(a view.Action) string {
	verb, _ := click.Find(a.Do, a.On)
	if len(verb.Discord) == 0 {
		return strings.ReplaceAll(string(a.Do), " ", "")
	}
	name := verb.Discord[0]
	if verb.Asks != "" && a.Weight == view.Grave {
		name = verb.Asks
	}
	return customID(name, verb.About, a.On)
}

// choice offers one of several. What is told of an option of a question is its position, since its value may be longer than
// Discord takes.
func choice(a view.Action) Component {
	s := Component{Type: typeSelect, CustomID: id(a), Placeholder: a.Label}
	for i, c := range a.Options[:min(len(a.Options), selectLimit)] { // words still reach the others
		value := c.Value
		if a.Do == view.Choose {
			value = click.OptionID(i)
		}
		s.Options = append(s.Options, option{Label: Label(c.Label, LimitOption), Value: value, Description: bots.Clip(c.Description, LimitOption)})
	}
	return s
}
