package main

import (
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// TestTheModelsOfOpenAIThatAnswer: those that live where nobody has chosen, the chosen one for everything where somebody has.
func TestTheModelsOfOpenAIThatAnswer(t *testing.T) {
	t.Parallel()
	const elsewhere, europe = "http://127.0.0.1:11434/v1", "https://eu.api.openai.com/v1"
	for _, c := range []struct {
		model, fast, base string
		want              []string // none where the start is refused
	}{
		{"", "", "", []string{"gpt-6.1-terra", "gpt-6-luna"}},
		{"", "", europe, []string{"gpt-6.1-terra", "gpt-6-luna"}},
		{"", "gpt-6-sol", "", []string{"gpt-6.1-terra", "gpt-6-sol"}},
		{"gpt-6.2-sol", "", "", []string{"gpt-6.2-sol"}},
		{"gpt-6.2-sol", "gpt-6-luna", "", []string{"gpt-6.2-sol", "gpt-6-luna"}},
		{"qwen", "", elsewhere, []string{"qwen"}},
		{"", "", elsewhere, nil},
		{"", "qwen", elsewhere, nil},
	} {
		config := Config{Provider: assistant.ProviderOpenAI, OpenAIKey: "k", OpenAIModel: c.model, OpenAIFastModel: c.fast, OpenAIBaseURL: c.base, AIEnabled: true, AIAtOnce: 1}
		client, err := config.models(t.Context(), slog.New(slog.DiscardHandler), nil, nil)
		if err != nil {
			if c.want != nil {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		var got []string
		for _, i := range client.Models() {
			got = append(got, i.Model)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%+v: %s", c, d)
		}
	}
}
