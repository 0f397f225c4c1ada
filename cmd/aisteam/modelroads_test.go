package main

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// TestWhereAnAddressFromThePanelMayLead: into private networks for the operator, and unencrypted nowhere else; never to where
// clouds tell secrets; and others reach the open internet alone.
func TestWhereAnAddressFromThePanelMayLead(t *testing.T) {
	t.Parallel()
	near := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(near.Close)
	roads := newModelRoads()
	for _, c := range []struct {
		address string
		home    bool
		want    error // nil: it is there
	}{
		{near.URL, true, nil},
		{near.URL, false, dial.ErrPrivate},
		{"http://169.254.169.254/v1", true, dial.ErrPrivate},
		{"https://169.254.169.254/v1", true, dial.ErrPrivate},
		{"http://93.184.216.34/v1", true, dial.ErrPublic},
		{"https://10.0.0.1/v1", false, dial.ErrPrivate},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		res, err := roads.to(c.address, c.home).RoundTrip(r)
		if err == nil {
			_ = res.Body.Close()
		}
		if (err == nil) != (c.want == nil) || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s, at home %v: %v", c.address, c.home, err)
		}
		if op, dialled := errors.AsType[*net.OpError](err); err != nil && !dialled {
			t.Errorf("%s: %v", c.address, op)
		}
	}
	if roads.to("", false) != nil {
		t.Error("a provider's own address takes another road")
	}
}

// TestWhatIsRecommendedIsWhatTheEnvironmentTakes: whoever sets a key alone gets the same models by either way.
func TestWhatIsRecommendedIsWhatTheEnvironmentTakes(t *testing.T) {
	t.Parallel()
	strong, fast := Config{}.openAIModels()
	taken := func(field string) string {
		f, _ := reflect.TypeFor[Config]().FieldByName(field)
		return f.Tag.Get("default")
	}
	for provider, got := range map[string]backends.Pair{
		assistant.ProviderGemini: {Strong: taken("GeminiModel"), Fast: taken("GeminiFastModel")}, assistant.ProviderAnthropic: {Strong: taken("AnthropicModel"), Fast: taken("AnthropicFastModel")},
		assistant.ProviderOpenAI: {Strong: strong, Fast: fast},
	} {
		if want := backends.Recommended(provider); got != want || want == (backends.Pair{}) {
			t.Errorf("%s: the environment takes %v, and %v is recommended", provider, got, want)
		}
	}
}

// TestTheEnvironmentSaysWhetherThePanelMay: a provider, a key, an address of a model or a switch in it leaves nothing to be set there.
func TestTheEnvironmentSaysWhetherThePanelMay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config Config
		sets   bool
	}{
		"nothing":       {Config{AIEnabled: true}, false},
		"models alone":  {Config{AIEnabled: true, GeminiModel: "m", GeminiBaseURL: "https://gateway.example"}, false},
		"a key":         {Config{AIEnabled: true, AnthropicKey: "k"}, true},
		"an address":    {Config{AIEnabled: true, OpenAIBaseURL: "http://127.0.0.1:1"}, true},
		"a provider":    {Config{AIEnabled: true, Provider: assistant.ProviderRehearsal}, true},
		"switched off":  {Config{}, true},
		"azure's alone": {Config{AIEnabled: true, AzureKey: "k"}, true},
	} {
		if got := c.config.setsModel(); got != c.sets {
			t.Errorf("%s: %v", name, got)
		}
	}
}
