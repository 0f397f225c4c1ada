package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
)

const (
	mostOptions = 100 // that a choice may have
	mostSteps   = 25  // a card has only so much room; words still reach the others
)

// actions are buttons and choices.
func actions(all view.Actions) []slackapi.Block {
	if as := all.Items; len(as) == 2 && as[0].Do == view.RateGood {
		return []slackapi.Block{feedback(as[0], as[1])}
	}
	var elements []slackapi.BlockElement
	for _, a := range all.Offered(mostOptions) {
		switch {
		case a.Do == view.Choose:
			value := func(i int) string { return Subject{Ask: a.On.Ask, Option: i}.String() }
			elements = append(elements, choice(a, len(a.Options), value))
		case a.Do.OfSteps():
			value := func(i int) string { return Subject{Task: assistant.TaskID(a.Options[i].Value)}.String() }
			elements = append(elements, choice(a, mostSteps, value))
		default:
			elements = append(elements, press(a))
		}
	}
	return []slackapi.Block{slackapi.NewActionBlock("", elements...)}
}

// press is a button.
func press(a view.Action) *slackapi.ButtonBlockElement {
	action, value := wire(a)
	b := Button(action, value, a.Label, style(a.Weight), a.Sure)
	if a.Spoken != "" {
		b.AccessibilityLabel = bots.Clip(a.Spoken, LimitButton)
	}
	return b
}

func style(w view.Weight) slackapi.Style {
	switch w {
	case view.Main, view.Agree:
		return slackapi.StylePrimary
	case view.Grave:
		return slackapi.StyleDanger
	case view.Plain:
		return slackapi.StyleDefault
	default:
		return slackapi.StyleDefault
	}
}

// wire is an action's name and value, as old cards send them too.
func wire(a view.Action) (action, value string) {
	verb, _ := click.Find(a.Do, a.On)
	if len(verb.Slack) == 0 {
		return string(a.Do), ""
	}
	on := verb.Only(a.On)
	action = verb.Slack[0]
	switch verb.About { //nolint:exhaustive // the others are called as they are
	case click.ATask: // an option's value has no room for two ids
		action, on.Run = action+string(on.Run), ""
	case click.OnACard:
		on.Run = ""
	case click.AnOption, click.ARequest:
		action += itoa(on.Option)
	}
	s := subjectOf(on)
	s.Good = a.Do == view.RateGood
	if verb.Then == click.ThenHush {
		s.Hush = strings.TrimPrefix(action, actionHush)
	}
	return action, s.String()
}

// choice offers one of several. Its values are positions or ids: an option's own value may be longer than Slack takes.
func choice(a view.Action, most int, value func(i int) string) slackapi.BlockElement {
	action, _ := wire(a)
	var options []*slackapi.OptionBlockObject
	for i, c := range a.Options[:min(len(a.Options), most)] {
		options = append(options, slackapi.NewOptionBlockObject(value(i), PlainText(c.Label, LimitOption), nil))
	}
	s := slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, PlainText(a.Label, LimitTitle), action, options...)
	if a.Sure != nil {
		s.Confirm = confirmation(a.Sure)
	}
	return s
}
