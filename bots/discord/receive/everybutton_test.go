package receive_test

import (
	stdcmp "cmp"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/receive"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardpress"
	"github.com/aisteam/aisteam/wording"
)

// button is what of a message can be pressed, with the value that was chosen.
type button struct{ label, id, value string }

// buttonsOf are all that a message can be pressed on: whatever has a custom id, with each of its options.
func buttonsOf(t *testing.T, cs any) (out []button) {
	t.Helper()
	raw, err := json.Marshal(cs)
	if err != nil {
		t.Fatal(err)
	}
	var drawn any
	if err := json.Unmarshal(raw, &drawn); err != nil {
		t.Fatal(err)
	}
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				look(one)
			}
		case map[string]any:
			id, acts := v["custom_id"].(string)
			options, chosen := v["options"].([]any)
			for _, o := range options {
				of, _ := o.(map[string]any)
				label, _ := of["label"].(string)
				value, _ := of["value"].(string)
				out = append(out, button{label, id, value})
			}
			if label, _ := v["label"].(string); acts && !chosen {
				out = append(out, button{label: label, id: id})
			}
			for _, one := range v {
				look(one)
			}
		}
	}
	look(drawn)
	return out
}

// read is what a press is taken for.
type read struct {
	Kind   string
	Body   assistant.Body
	Verb   string
	On     string // what is opened
	Choice int    // of an option
}

// press sends a button as Discord does. What is asked about once more is answered with yes.
func press(t *testing.T, b button) read {
	t.Helper()
	data := map[string]any{"custom_id": b.id, "component_type": 2}
	if b.value != "" {
		data["component_type"], data["values"] = 3, []string{b.value}
	}
	raw, err := json.Marshal(map[string]any{
		"type": 3, "id": "100000000000000001", "token": "token", "guild_id": "200000000000000001", "channel_id": "300000000000000001",
		"member": map[string]any{"user": map[string]any{"id": "400000000000000001"}}, "message": map[string]any{"id": "500000000000000001"}, "data": data,
	})
	if err != nil {
		t.Fatal(err)
	}
	kind, body, s, choice, err := receive.Press(raw)
	if err != nil {
		t.Fatal(err)
	}
	if kind == "confirm" {
		if all := buttonsOf(t, components.Confirmation(s, wording.In(assistant.English))); len(all) == 1 {
			return press(t, all[0])
		}
	}
	switch kind {
	case "act", "sure", "rate":
		return read{Kind: kind, Body: body}
	case "option":
		return read{Kind: kind, On: s.ID, Choice: choice}
	case "hush":
		return read{Kind: kind, Verb: s.Verb}
	case "edit":
		form, _ := components.ReadID(components.ChangesForm(s, wording.In(assistant.English)).CustomID)
		return read{Kind: kind, Body: click.Changes(form.Wanted(), "shorter")}
	case "change", "read":
		_, id := s.Approval()
		if id == "" {
			id = assistant.ApprovalID(s.ID)
		}
		return read{Kind: kind, On: string(id)}
	default:
		return read{Kind: kind, On: s.ID}
	}
}

// wanted is what a promise has to be taken for.
func wanted(p cardpress.Promise, grave bool) read {
	switch p.Do {
	case view.ChangePlan:
		return read{Kind: "edit", Body: click.Changes(p.On, "shorter")}
	case view.ChangeAndDo:
		return read{Kind: "change", On: string(p.On.Approval)}
	case view.ReadWhole:
		return read{Kind: "read", On: string(p.On.Approval)}
	case view.Fill:
		return read{Kind: "form", On: string(p.On.Ask)}
	case view.Pick, view.Choose:
		return read{Kind: "option", On: string(p.On.Ask), Choice: p.On.Option}
	case view.HushHours:
		return read{Kind: "hush", Verb: "hush:hours"}
	case view.HushMonday:
		return read{Kind: "hush", Verb: "hush:monday"}
	case view.Always:
		return read{Kind: "standing", On: string(p.On.Approval)}
	case view.RateGood, view.RateBad:
		return read{Kind: "rate", Body: click.Body(p.Do, p.On)}
	default:
		kind := "act"
		if p.Do == view.Approve && grave {
			kind = "sure"
		}
		return read{Kind: kind, Body: click.Body(p.Do, p.On)}
	}
}

// mostOptions is how many options a choice of Discord's has room for.
const mostOptions = 25

// besides tells whether a button is of the surface alone, and is read as what it stands for: of thinking that is too much for a card.
func besides(b button, got read) bool {
	switch b.label {
	case view.LabelShowThinking:
		return got.Kind == "thought"
	default:
		return false
	}
}

// TestEachButtonOfEachDiscordCardDoesWhatItPromises: every body in every status and every sample, drawn as Discord is sent it: whatever
// can be pressed there is read back as what its label stands for, after the question that Discord's buttons do not have, and nothing that a
// card offers is without a button.
func TestEachButtonOfEachDiscordCardDoesWhatItPromises(t *testing.T) {
	t.Parallel()
	seen := map[view.Do]int{}
	for name, c := range cardpress.Pressable() {
		promises := cardpress.Promises(c, mostOptions)
		there := make([]bool, len(promises))
		for _, look := range (components.Renderer{PublicURL: "https://panel.example", Paged: true}).Draw(c, components.MostParts) {
			for _, b := range buttonsOf(t, look.Components) {
				got := press(t, b)
				b.label = stdcmp.Or(map[string]string{"👍": "Good", "👎": "Bad"}[b.label], b.label) // Discord's signs for them
				if besides(b, got) {
					continue
				}
				i := slices.IndexFunc(promises, func(p cardpress.Promise) bool {
					return p.Named(b.label) && (cmp.Equal(wanted(p, false), got) || cmp.Equal(wanted(p, true), got))
				})
				if i < 0 || got.Kind == "" || got.Kind == "confirm" || (got.Kind == "act" || got.Kind == "sure") && got.Body == nil {
					t.Errorf("%s: %q (%s %s) is read as %+v, which the card does not promise by that name", name, b.label, b.id, b.value, got)
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
