package payload_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardpress"
)

// button is what of a message can be pressed, with the value that Slack sends back.
type button struct {
	label, action, value string
	option               bool // it is chosen among others
}

// buttonsOf are all that a message can be pressed on: whatever has an action, with each of its options.
func buttonsOf(v any) (out []button) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			out = append(out, buttonsOf(one)...)
		}
	case map[string]any:
		action, acts := v["action_id"].(string)
		if value, ok := v["value"].(string); acts && ok {
			out = append(out, button{label: words(v), action: action, value: value})
		}
		for name, one := range v {
			options, many := one.([]any)
			if !many {
				options = []any{one}
			}
			for _, o := range options {
				of, ok := o.(map[string]any)
				if value, valued := of["value"].(string); ok && valued && acts {
					out = append(out, button{words(of), action, value, name == "options"})
				}
			}
			if !acts {
				out = append(out, buttonsOf(one)...)
			}
		}
	}
	return out
}

func words(of map[string]any) string {
	text, _ := of["text"].(map[string]any)
	said, _ := text["text"].(string)
	return said
}

// read is what a press is taken for.
type read struct {
	Kind any
	Body assistant.Body
	On   blocks.Subject // of what is opened, or of an option
}

// wanted is what a promise has to be taken for.
func wanted(p cardpress.Promise) read {
	on := blocks.Subject{Plan: p.On.Plan, Version: p.On.Version, Approval: p.On.Approval, Ask: p.On.Ask, Option: p.On.Option}
	switch p.Do {
	case view.ChangePlan:
		return read{Kind: click.ThenChanges, On: on}
	case view.ChangeAndDo:
		return read{Kind: click.ThenRewrite, On: on}
	case view.Always:
		return read{Kind: click.ThenStanding, On: on}
	case view.ReadWhole:
		return read{Kind: click.ThenWhole, On: on}
	case view.Fill:
		return read{Kind: click.ThenAnswers, On: on}
	case view.Pick, view.Choose:
		return read{Kind: click.ThenPick, On: on}
	case view.HushHours:
		return read{Kind: click.ThenHush, On: blocks.Subject{Hush: blocks.HushHours}}
	case view.HushMonday:
		return read{Kind: click.ThenHush, On: blocks.Subject{Hush: blocks.HushMonday}}
	case view.RateGood, view.RateBad:
		return read{Kind: click.ThenRate, Body: click.Body(p.Do, p.On)}
	default:
		return read{Kind: click.ThenNote, Body: click.Body(p.Do, p.On)}
	}
}

// press sends a button as Slack does.
func press(t *testing.T, b button) read {
	t.Helper()
	action := map[string]any{"action_id": b.action, "block_id": "b", "action_ts": "1.2", "value": b.value}
	if b.option {
		action = map[string]any{"action_id": b.action, "block_id": "b", "action_ts": "1.2", "selected_option": map[string]any{"value": b.value}}
	}
	raw, err := json.Marshal(map[string]any{
		"type": "block_actions", "team": map[string]any{"id": "T1"}, "user": map[string]any{"id": "U1", "team_id": "T1"}, "trigger_id": "t",
		"channel": map[string]any{"id": "C1"}, "message": map[string]any{"ts": "1.1"}, "actions": []any{action},
	})
	if err != nil {
		t.Fatal(err)
	}
	i, err := payload.ReadInteraction(raw)
	if err != nil {
		t.Fatal(err)
	}
	c := i.Read()
	if c.Body != nil {
		c.Subject = blocks.Subject{}
	}
	return read{c.Kind, c.Body, c.Subject}
}

// mostOptions is how many options a choice of Slack's has room for.
const mostOptions = 100

// TestEachButtonOfEachSlackCardDoesWhatItPromises: every body in every status and every sample, drawn as Slack is sent it: whatever can be
// pressed there is read back as what its label stands for, and nothing that a card offers is without a button.
func TestEachButtonOfEachSlackCardDoesWhatItPromises(t *testing.T) {
	t.Parallel()
	seen := map[view.Do]int{}
	for name, c := range cardpress.Pressable() {
		promises := cardpress.Promises(c, mostOptions)
		there := make([]bool, len(promises))
		looks, _ := blocks.Renderer{PublicURL: "https://panel.example"}.Messages(c)
		for _, m := range looks {
			raw, err := json.Marshal(m.Blocks)
			if err != nil {
				t.Fatal(err)
			}
			var drawn any
			if err := json.Unmarshal(raw, &drawn); err != nil {
				t.Fatal(err)
			}
			for _, b := range buttonsOf(drawn) {
				got := press(t, b)
				i := slices.IndexFunc(promises, func(p cardpress.Promise) bool { return p.Named(b.label) && cmp.Equal(wanted(p), got) })
				if i < 0 || got.Kind == click.ThenNothing || got.Kind == click.ThenNote && got.Body == nil {
					t.Errorf("%s: %q (%s %s) is read as %+v, which the card does not promise by that name", name, b.label, b.action, b.value, got)
					continue
				}
				there[i] = true
				seen[promises[i].Do]++
			}
		}
		for i, p := range promises {
			if !there[i] {
				t.Errorf("%s: nothing can be pressed for %q (%s)", name, p.Label, p.Do)
			}
		}
	}
	for _, do := range cardpress.Dos(t) {
		if seen[do] == 0 {
			t.Errorf("no card of the kit offers %q, so that nobody has tried its button", do)
		}
	}
}
