package backends

import (
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/agents/llm/prices"
	"github.com/aisteam/aisteam/assistant"
)

// Pair is the model that answers and plans, and the smaller one that sorts and routes.
type Pair struct{ Strong, Fast string }

// Recommended are the models of a provider that serve where nobody has chosen any.
func Recommended(provider string) Pair {
	switch provider {
	case assistant.ProviderGemini:
		return Pair{"gemini-3.8-flash", "gemini-3.5-flash-lite"}
	case assistant.ProviderAnthropic:
		// Claude's newest of the two sizes, with more than ten months to live: Sonnet is half of what Opus costs and stronger than any before
		// it, and Haiku, a twentieth of Sonnet, is made to sort and route.
		return Pair{"claude-sonnet-5-5", "claude-haiku-5-5"}
	case assistant.ProviderOpenAI:
		// Those that OpenAI names as the successors of gpt-5-mini, which ends on 2026-12-11, and of the smaller ones (decision 0044). Neither
		// had a date of its own on its page of deprecations on 2026-11-24.
		return Pair{"gpt-6.1-terra", "gpt-6-luna"}
	}
	return Pair{}
}

// The offers, by the keys that forms send.
const (
	offerGemini     = assistant.ProviderGemini
	offerAnthropic  = assistant.ProviderAnthropic
	offerOpenAI     = assistant.ProviderOpenAI
	offerCompatible = "compatible" // an address that speaks OpenAI's protocol
)

// The fields of an offer, behind its own key.
const (
	fieldKey   = "key"
	fieldModel = "model"
	fieldBase  = "address"
)

// offer is a way to models that people may set.
type offer struct {
	key      string
	label    assistant.Sentence
	provider string
	page     string // where its keys are made
}

func offers() []offer {
	return []offer{
		{offerGemini, assistant.Verbatim(llm.ProviderName(assistant.ProviderGemini)), assistant.ProviderGemini, "https://aistudio.google.com/api-keys"},
		{offerAnthropic, assistant.Verbatim(llm.ProviderName(assistant.ProviderAnthropic)), assistant.ProviderAnthropic, "https://platform.claude.com/settings/keys"},
		{offerOpenAI, assistant.Verbatim(llm.ProviderName(assistant.ProviderOpenAI)), assistant.ProviderOpenAI, "https://platform.openai.com/api-keys"},
		{offerCompatible, assistant.Say("Another server with OpenAI's protocol"), assistant.ProviderOpenAI, ""},
	}
}

// offerOf is the one that leads to what is set; the first where nothing is.
func offerOf(set assistant.ModelSettings) string {
	switch {
	case !set.Set():
		return offerGemini
	case set.BaseURL != "":
		return offerCompatible
	}
	return set.Provider
}

// form is what the offer asks for, filled in with what is set.
func (o offer) form(set assistant.ModelSettings, now time.Time) assistant.Form {
	chosen := offerOf(set) == o.key && set.Set()
	if !chosen {
		set = assistant.ModelSettings{}
	}
	key := assistant.FormField{Key: o.key + "." + fieldKey, Kind: assistant.FieldSecret, Label: assistant.Say("API key"), Most: 500, Kept: set.Key != ""}
	model := assistant.FormField{Key: o.key + "." + fieldModel, Kind: assistant.FieldText, Label: assistant.Say("Model"), Most: 200, Value: set.Model}
	if o.key == offerCompatible {
		key.Label = assistant.Say("API key, if it asks for one")
		base := assistant.FormField{
			Key: o.key + "." + fieldBase, Kind: assistant.FieldAddress, Label: assistant.Say("Address"), Most: 500, Value: set.BaseURL,
			Placeholder: assistant.Verbatim("http://127.0.0.1:11434/v1"), Binds: true,
		}
		return assistant.Form{Fields: []assistant.FormField{base, model, key}}
	}
	model.Known, model.Placeholder = known(o.provider, now), assistant.Say("%s (recommended)", Recommended(o.provider).Strong)
	return assistant.Form{Fields: []assistant.FormField{key, model}}
}

// known are the models of a provider that are listed and have not ended.
func known(provider string, now time.Time) []string {
	table, err := prices.Listed()
	list, errEnds := lifecycle.Listed()
	if err != nil || errEnds != nil {
		return nil // any name may be written all the same; both lists are read at every start, which says what is wrong
	}
	vendor := map[string]string{assistant.ProviderGemini: "google", assistant.ProviderAnthropic: "anthropic", assistant.ProviderOpenAI: "openai"}[provider]
	var out []string
	for _, p := range table.Prices() {
		ending, ends := list.Of(llm.Info{Provider: provider, Model: p.Model})
		if p.Provider == vendor && !strings.HasSuffix(p.Model, "*") && !slices.Contains(out, p.Model) && (!ends || ending.Days(now) >= 0) {
			out = append(out, p.Model)
		}
	}
	slices.Reverse(out) // the newest generation first
	return out
}
