package backends_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/openai"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/vendors"
	"github.com/aisteam/aisteam/storage"
)

// house is a tenant with a desk of its own, on real storage, and the log of it all.
type house struct {
	t      *testing.T
	desk   *backends.Desk
	tenant assistant.TenantID
	owner  assistant.PersonID
	log    bytes.Buffer
}

func newHouse(t *testing.T) *house {
	t.Helper()
	db := ledgerkit.Open(t, storage.Config{})
	h := &house{t: t, tenant: db.Tenant, owner: db.Owner.ID}
	log := slog.New(slog.NewTextHandler(&h.log, nil))
	opened := func(set assistant.ModelSettings, attempts int) (*llm.Client, error) {
		model, err := openai.New(openai.Config{Provider: set.Provider, APIKey: string(set.Key), Model: set.Model, BaseURL: set.BaseURL, Now: time.Now})
		if err != nil {
			return nil, err
		}
		return llm.NewClient(llm.Config{Model: model, Attempts: attempts, Log: log, Now: time.Now})
	}
	source := backends.New(backends.Config{
		Default: client(t, "rehearsal"), Settings: db.Models, Account: db.Spending, IDs: db.IDs, Log: log,
		Make: func(_ assistant.TenantID, set assistant.ModelSettings) (*llm.Client, error) { return opened(set, 0) },
	})
	h.desk = &backends.Desk{
		Kept: db.Models, Source: source, Seals: true, Now: time.Now,
		Once: func(_ assistant.TenantID, set assistant.ModelSettings) (*llm.Client, error) { return opened(set, 1) },
	}
	return h
}

// at is what is filled in of a server at an address.
func at(base, key string) assistant.ModelGiven {
	return assistant.ModelGiven{Offer: "compatible", Values: map[string]string{"compatible.address": base, "compatible.model": "house-model", "compatible.key": key}}
}

func (h *house) keeps(g assistant.ModelGiven) error {
	return h.desk.KeepModel(h.t.Context(), h.tenant, h.owner, g)
}

func (h *house) choice() assistant.ModelChoice {
	h.t.Helper()
	c, err := h.desk.Model(h.t.Context(), h.tenant)
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// deaf is the address of a port that nobody listens on.
func deaf(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return "http://" + l.Addr().String() + "/v1"
}

// server answers every request with the same.
func server(t *testing.T, status int, kind, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

// TestWhatAProviderHasAgainstAChoiceIsToldInPlainWords: nothing of it is kept unless somebody says so, a port that refuses is told of at once,
// and the key stands in no words and in no log, also where the server repeats it.
func TestWhatAProviderHasAgainstAChoiceIsToldInPlainWords(t *testing.T) {
	const key, json = "sk-secret-of-the-test-1234", "application/json"
	for name, c := range map[string]struct{ base, says, way string }{
		"a wrong key":       {server(t, 401, json, `{"error":{"message":"Incorrect API key provided: `+key+`","code":"invalid_api_key"}}`), "does not accept this key", "Copy the key again"},
		"no such model":     {server(t, 404, json, `{"error":{"message":"The model house-model does not exist","code":"model_not_found"}}`), "has no model called house-model", "choose another one"},
		"no credit":         {server(t, 429, json, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`), "its account has no credit left", "Add credit"},
		"too many requests": {server(t, 429, json, `{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}`), "takes no more requests", "in a minute"},
		"a fault":           {server(t, 503, json, `{"error":{"message":"down"}}`), "has a fault at the moment: it answered 503", "in a minute"},
		"a page":            {server(t, 200, "text/html", `<!doctype html><p>`+key), "No language model answered", "/v1"},
		"another service":   {server(t, 404, json, `{"detail":"Not Found"}`), "No language model answered", "most end in /v1"},
		"nobody":            {deaf(t), "Nothing answers at 127.0.0.1:", "the address and the port"},
		"a wrong name":      {"http://models.invalid/v1", "models.invalid", "Check"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			began := time.Now()
			_, tried := h.desk.TryModel(t.Context(), h.tenant, at(c.base, key))
			kept := h.keeps(at(c.base, key))
			if took := time.Since(began); name == "nobody" && took > 2*time.Second {
				t.Errorf("it took %s", took)
			}
			for _, err := range []error{tried, kept} {
				trouble, told := errors.AsType[*assistant.Trouble](err)
				if !told {
					t.Fatalf("got %v", err)
				}
				said := trouble.Problem.Message.String() + " " + trouble.Problem.Recovery.String()
				if !strings.Contains(said, c.says) || !strings.Contains(said, c.way) || strings.Contains(said+err.Error(), key) {
					t.Errorf("it says %q", said)
				}
			}
			if h.choice().Set.Set() || h.desk.Source.Client(h.tenant).Info().Model != "rehearsal" {
				t.Error("it is kept")
			}
			anyway := at(c.base, key)
			anyway.Anyway = true
			if err := h.keeps(anyway); err != nil {
				t.Fatal(err)
			}
			if got := h.desk.Source.Client(h.tenant).Info().Model; got != "house-model" {
				t.Errorf("%s answers, though it was to be kept", got)
			}
			if strings.Contains(h.log.String(), key) {
				t.Errorf("the key stands in the log:\n%s", h.log.String())
			}
		})
	}
}

// TestAModelThatAnswersIsKeptAndInForceAtOnce: with a key that nobody is shown, which is not sent to another address.
func TestAModelThatAnswersIsKeptAndInForceAtOnce(t *testing.T) {
	const key = "sk-a-key-of-the-house-4f2a"
	h := newHouse(t)
	model := vendors.NewChat(func(vendors.Asked) vendors.Said { return vendors.Said{Text: "ready"} }, vendors.ChatConfig{Key: key, Lenient: true})
	own := httptest.NewServer(model)
	t.Cleanup(own.Close)
	if said, err := h.desk.TryModel(t.Context(), h.tenant, at(own.URL+"/v1", key)); err != nil || !strings.Contains(said.String(), "house-model answered in") {
		t.Fatalf("%s, %v", said, err)
	}
	if h.choice().Set.Set() {
		t.Error("trying keeps it")
	}
	for range 2 { // the button was pressed twice
		if err := h.keeps(at(own.URL+"/v1", key)); err != nil {
			t.Fatal(err)
		}
	}
	begun := h.desk.Source.Of(h.tenant)
	if got := h.desk.Source.Client(h.tenant).Info().Model; got != "house-model" || begun.Rehearsal {
		t.Errorf("%s answers", got)
	}
	c := h.choice()
	if c.Set.Key != "" || c.KeyEnd != "4f2a" || c.Set.By != h.owner {
		t.Errorf("it is shown as %+v", c)
	}
	i := slices.IndexFunc(c.Offers, func(o assistant.ModelOffer) bool { return o.Chosen })
	if field, _ := c.Offers[i].Form.Field("compatible.key"); c.Offers[i].Key != "compatible" || !field.Kept || field.Value != "" {
		t.Errorf("the form is %+v", c.Offers[i])
	}

	other := at(own.URL+"/v1", "")
	other.Values["compatible.model"] = "house-model-2"
	if err := h.keeps(other); err != nil { // with the key that is kept
		t.Fatal(err)
	}
	brought := make(chan string, 16)
	thief := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		brought <- r.Header.Get("Authorization")
		w.WriteHeader(http.StatusTeapot)
	}))
	t.Cleanup(thief.Close)
	if _, err := h.desk.TryModel(t.Context(), h.tenant, at(thief.URL+"/v1", "")); err == nil {
		t.Error("a teapot is taken for a model")
	}
	for len(brought) > 0 {
		if got := <-brought; got != "" {
			t.Errorf("another address is brought %q", got)
		}
	}
	for range 2 { // likewise
		if err := h.desk.DropModel(t.Context(), h.tenant, h.owner); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.desk.Source.Client(h.tenant).Info().Model; got != "rehearsal" {
		t.Errorf("%s answers, and none is set", got)
	}
	if begun.Rehearsal {
		t.Error("who had begun is answered by another one")
	}
}

// TestWhatCannotBeAChoiceIsSaidWithItsField.
func TestWhatCannotBeAChoiceIsSaidWithItsField(t *testing.T) {
	h := newHouse(t)
	vendor := func(offer, key, model string) assistant.ModelGiven {
		return assistant.ModelGiven{Offer: offer, Values: map[string]string{offer + ".key": key, offer + ".model": model}}
	}
	for name, c := range map[string]struct {
		given assistant.ModelGiven
		field string
	}{
		"nobody":               {assistant.ModelGiven{Offer: "nobody"}, "offer"},
		"no key":               {vendor("gemini", " ", ""), "gemini.key"},
		"a key of two lines":   {vendor("openai", "sk-a\nb", ""), "openai.key"},
		"a model with a space": {vendor("anthropic", "sk-a", "claude 5"), "anthropic.model"},
		"no address":           {at("", "k"), "compatible.address"},
		"no scheme":            {at("models.example/v1", "k"), "compatible.address"},
		"a file":               {at("file:///etc/passwd", "k"), "compatible.address"},
		"a password in it":     {at("https://me:secret@models.example/v1", "k"), "compatible.address"},
		"a question in it":     {at("https://models.example/v1?key=k", "k"), "compatible.address"},
		"no model":             {assistant.ModelGiven{Offer: "compatible", Values: map[string]string{"compatible.address": "http://127.0.0.1:1/v1"}}, "compatible.model"},
	} {
		c.given.Anyway = true
		wrong, told := errors.AsType[*assistant.FieldError](h.keeps(c.given))
		if !told || wrong.Key != c.field {
			t.Errorf("%s: %v", name, wrong)
		}
	}
	if h.choice().Set.Set() {
		t.Error("something of it is kept")
	}
}

// TestWhoeverChoosesNoModelGetsTheRecommendedOnes: the strong one and the fast one beside it; whoever chooses another gets that one alone.
func TestWhoeverChoosesNoModelGetsTheRecommendedOnes(t *testing.T) {
	for _, provider := range []string{assistant.ProviderGemini, assistant.ProviderAnthropic, assistant.ProviderOpenAI} {
		h := newHouse(t)
		recommended := backends.Recommended(provider)
		for model, want := range map[string]backends.Pair{"": recommended, recommended.Strong: recommended, "chosen-1": {Strong: "chosen-1"}} {
			g := assistant.ModelGiven{Offer: provider, Values: map[string]string{provider + ".key": "k", provider + ".model": model}, Anyway: true}
			if err := h.keeps(g); err != nil {
				t.Fatal(err)
			}
			if set := h.choice().Set; set.Provider != provider || set.BaseURL != "" || (backends.Pair{Strong: set.Model, Fast: set.Fast}) != want {
				t.Errorf("%s, %q: %+v", provider, model, set)
			}
		}
		i := slices.IndexFunc(h.choice().Offers, func(o assistant.ModelOffer) bool { return o.Key == provider })
		field, _ := h.choice().Offers[i].Form.Field(provider + ".model")
		if !slices.Contains(field.Known, recommended.Strong) || !strings.Contains(field.Placeholder.String(), recommended.Strong) {
			t.Errorf("%s offers %v", provider, field.Known)
		}
	}
}

// TestWithoutAnythingToSealWithNoKeyIsKept: a server that wants none may be set all the same.
func TestWithoutAnythingToSealWithNoKeyIsKept(t *testing.T) {
	h := newHouse(t)
	h.desk.Seals = false
	g := at("http://127.0.0.1:1/v1", "k")
	g.Anyway = true
	if trouble, told := errors.AsType[*assistant.Trouble](h.keeps(g)); !told || !strings.Contains(trouble.Problem.Recovery.String(), "AISTEAM_SECRET_KEY") || h.choice().Set.Set() {
		t.Errorf("got %v", trouble)
	}
	g.Values["compatible.key"] = ""
	if err := h.keeps(g); err != nil || !h.choice().Unsealed {
		t.Error(err)
	}
}

// TestOnlyAnAdminSetsTheModel: storage asks, whoever comes.
func TestOnlyAnAdminSetsTheModel(t *testing.T) {
	h := newHouse(t)
	g := at("http://127.0.0.1:1/v1", "k")
	g.Anyway = true
	somebody := assistant.PersonID("01900000-0000-7000-8000-0000000000ff")
	if err := h.desk.KeepModel(t.Context(), h.tenant, somebody, g); err == nil {
		t.Error("somebody sets it")
	}
	if err := h.keeps(g); err != nil {
		t.Fatal(err)
	}
	if err := h.desk.DropModel(t.Context(), h.tenant, somebody); err != nil && !errors.Is(err, assistant.ErrNotFound) {
		t.Error(err)
	}
	if !h.choice().Set.Set() {
		t.Error("somebody takes it away")
	}
}
