package own

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording/waits"
)

// heldMoment is how a moment stands in a form, so that it is read as the same again.
const heldMoment = "2006-01-02 15:04"

// heard reads what the person who asks has chosen.
func (p pack) heard(ctx context.Context, c tools.Call) (assistant.Hearing, error) {
	h, err := p.Settings.Hearing(ctx, c.Tenant, c.Asker.ID)
	if err != nil {
		return h, fmt.Errorf("read what %s has chosen: %w", c.Asker.ID, err)
	}
	return h, nil
}

func (p pack) heldLanguage(ctx context.Context, c tools.Call) (tools.Held, error) {
	h, err := p.heard(ctx, c)
	options := []assistant.Option{{Value: automatic, Label: words(c).Say("as my browser or my platform says")}}
	for _, l := range assistant.Languages() {
		options = append(options, assistant.Option{Value: string(l), Label: l.Own()})
	}
	value := automatic
	if h.Language != "" {
		value = string(h.Language)
	}
	return tools.Held{Values: map[string]string{"language": value}, Asked: map[string]tools.Asked{"language": {Label: assistant.Say("Your language"), Options: options}}}, err
}

func (p pack) heldZone(ctx context.Context, c tools.Call) (tools.Held, error) {
	h, err := p.heard(ctx, c)
	return tools.Held{Says: []assistant.Sentence{p.zoneNow(h, c.Asker.Zone)}, Values: map[string]string{"place": h.Zone}, Emptied: map[string]string{"place": "automatic"}, Asked: map[string]tools.Asked{
		"place": {
			Label: assistant.Say("A city whose clock is yours"),
			Hint:  assistant.Say("Name a city, like Toronto. Times that you read and write, and your quiet hours, are by its clock. Left empty it is that of your browser or your platform."),
		},
	}}, err
}

// zoneNow says which time zone counts, and why.
func (p pack) zoneNow(h assistant.Hearing, zone string) assistant.Sentence {
	in, err := time.LoadLocation(zone)
	if h.Zone != "" {
		in, err = time.LoadLocation(h.Zone)
	}
	switch {
	case err != nil, in == time.UTC && h.Zone == "":
		return assistant.Say("It is not known: times are those of UTC.")
	case h.Zone != "":
		return assistant.Say("%s, as you have chosen. It is %s there.", h.Zone, p.Now().In(in).Format("15:04"))
	default:
		return assistant.Say("%s, as your browser or your platform says. It is %s there.", zone, p.Now().In(in).Format("15:04"))
	}
}

// heldNotices has a field for each topic.
func (p pack) heldNotices(ctx context.Context, c tools.Call) (tools.Held, error) {
	h, err := p.heard(ctx, c)
	w := words(c)
	out := tools.Held{Values: map[string]string{}, Asked: map[string]tools.Asked{}}
	for _, t := range assistant.Topics() {
		asked := tools.Asked{Label: assistant.Verbatim(waits.Topic(w, t))}
		for _, at := range places() {
			if t != assistant.TopicDecisions || at != assistant.HearNowhere {
				asked.Options = append(asked.Options, assistant.Option{Value: placeArgument(at), Label: waits.Way(w, at)})
			}
		}
		out.Values[string(t)], out.Asked[string(t)] = placeArgument(h.Where[t]), asked
	}
	return out, err
}

func (p pack) heldSnooze(ctx context.Context, c tools.Call) (tools.Held, error) {
	h, err := p.heard(ctx, c)
	return tools.Held{Values: map[string]string{"until": p.ahead(h.MutedUntil, c.Asker.Zone)}, Emptied: map[string]string{"until": "over"}, Asked: map[string]tools.Asked{
		"until": {Label: assistant.Say("No direct messages until"), Hint: assistant.Say("In words: tomorrow at 9, Monday, 17:30, 2 hours. Left empty they are sent.")},
	}}, err
}

func (p pack) heldDeputy(ctx context.Context, c tools.Call) (tools.Held, error) {
	all, err := p.standing(ctx, c)
	out := tools.Held{Values: map[string]string{"person": "", "until": ""}, Emptied: map[string]string{"person": "nobody"}, Asked: map[string]tools.Asked{
		"person": {Label: assistant.Say("Who decides for you"), Hint: assistant.Say("The name, as it stands in the list of people. Left empty it is you alone.")},
		"until":  {Label: assistant.Say("Until when"), Hint: assistant.Say("In words: Friday, 3 December, two weeks.")},
	}}
	for _, g := range all {
		if g.Person == c.Asker.ID {
			out.Values["person"], out.Values["until"] = g.Called, p.ahead(g.Until, c.Asker.Zone)
		}
	}
	return out, err
}

// ahead is a moment to come as a form has it, by somebody's clock; "" for one that is past.
func (p pack) ahead(at time.Time, zone string) string {
	in, err := time.LoadLocation(zone)
	if err != nil || !p.Now().Before(at) {
		return ""
	}
	return at.In(in).Format(heldMoment)
}

// inAChannel leaves out of the forms what is set for the channel of a conversation: it is said there.
func inAChannel(context.Context, tools.Call) (tools.Held, error) {
	return tools.Held{}, fmt.Errorf("a channel's settings are said in it: %w", assistant.ErrNotFound)
}
