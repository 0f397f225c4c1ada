package own_test

import (
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/own"
	"github.com/aisteam/aisteam/wording"
)

// byHand is a tool with the form that Anna is given for it.
func byHand(t *testing.T, k *kept, name assistant.TaskType) (tools.Held, assistant.Form) {
	t.Helper()
	r, err := tools.NewRegistry(tooling(t, k)...)
	if err != nil {
		t.Fatal(err)
	}
	tool, _ := r.Get(string(name))
	h, err := tool.Holds(t.Context(), tools.Call{Tenant: "t", Asker: assistant.Person{ID: "anna", Role: assistant.RoleMember, Zone: "Europe/Berlin"}, Language: assistant.English})
	if err != nil {
		t.Fatal(err)
	}
	return h, tool.SettingForm(h, wording.Words{})
}

// TestAFormSetsWhatItIsFilledInWith, and has what holds in its fields then: sent again as it stands it changes nothing.
func TestAFormSetsWhatItIsFilledInWith(t *testing.T) {
	for name, c := range map[string]struct {
		tool  assistant.TaskType
		given map[string]string
		want  func(*assistant.Hearing)
	}{
		"a language":      {own.TaskLanguage, map[string]string{"language": "de"}, func(h *assistant.Hearing) { h.Language = assistant.German }},
		"no language":     {own.TaskLanguage, map[string]string{"language": "automatic"}, func(h *assistant.Hearing) { h.Language = "" }},
		"a time zone":     {own.TaskZone, map[string]string{"place": "Wien"}, func(h *assistant.Hearing) { h.Zone = "Europe/Vienna" }},
		"no time zone":    {own.TaskZone, map[string]string{"place": ""}, func(h *assistant.Hearing) { h.Zone = "" }},
		"left alone":      {own.TaskSnooze, map[string]string{"until": "Monday at 9"}, func(h *assistant.Hearing) { h.MutedUntil = monday().AddDate(0, 0, 7).Add(-3 * time.Hour) }},
		"left alone else": {own.TaskSnooze, map[string]string{"until": ""}, func(h *assistant.Hearing) { h.MutedUntil = time.Time{} }},
		"each topic": {own.TaskNotices, map[string]string{"results": "nowhere", "failures": "slack", "digests": "panel"}, func(h *assistant.Hearing) {
			*h = h.With(assistant.HearNowhere, assistant.TopicResults).With(assistant.HearSlack, assistant.TopicFailures).With(assistant.HearPanel, assistant.TopicDigests)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			k := &kept{now: assistant.Hearing{Language: assistant.French, Zone: "America/Toronto", MutedUntil: monday().Add(time.Hour)}}
			want := k.now
			c.want(&want)
			h, form := byHand(t, k, c.tool)
			given := map[string]string{}
			for _, f := range form.Fields {
				given[f.Key] = f.Value
			}
			if same, err := h.SettingArguments(form, given); err != nil || same != nil {
				t.Errorf("as it stands it calls with %s, %v", same, err)
			}
			maps.Copy(given, c.given)
			arguments, err := h.SettingArguments(form, given)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := calls(t, k, c.tool, string(arguments), assistant.English); err != nil {
				t.Fatalf("%s: %v", arguments, err)
			}
			if d := cmp.Diff(want, k.now); d != "" {
				t.Errorf("%s: %s", arguments, d)
			}
		})
	}
}

// TestWhoDecidesForSomebodyStandsInTheForm, and whoever empties the field decides alone.
func TestWhoDecidesForSomebodyStandsInTheForm(t *testing.T) {
	k := &kept{named: []assistant.Delegation{{ID: "d", Person: "anna", Delegate: "cleo", Called: "Cleo Maßmann", Until: monday().AddDate(0, 0, 4)}}}
	h, form := byHand(t, k, own.TaskDeputy)
	if f, _ := form.Field("person"); f.Value != "Cleo Maßmann" {
		t.Errorf("it has %q", f.Value)
	}
	arguments, err := h.SettingArguments(form, map[string]string{"person": "", "until": form.Fields[1].Value})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := calls(t, k, own.TaskDeputy, string(arguments), assistant.English); err != nil || len(k.changed) != 1 || k.changed[0] != "anna ends d" {
		t.Errorf("%s: %v, %v", arguments, k.changed, err)
	}
}
