package llm_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/anthropic"
	"github.com/aisteam/aisteam/agents/llm/gemini"
	"github.com/aisteam/aisteam/agents/llm/openai"
)

const secretKey = "sk-proj-secret-of-the-test"

// refusing is a vendor, or who stands in its place, that refuses everything in one way.
type refusing struct {
	code int
	kind string // its Content-Type; "" for JSON
	body string
	date time.Time
	asks []string
}

// RoundTrip implements [http.RoundTripper].
func (v *refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	v.asks = append(v.asks, r.URL.Host)
	h := http.Header{"Content-Type": {"application/json"}}
	if v.kind != "" {
		h.Set("Content-Type", v.kind)
	}
	if !v.date.IsZero() {
		h.Set("Date", v.date.UTC().Format(http.TimeFormat))
	}
	return &http.Response{StatusCode: v.code, Header: h, Request: r, Body: io.NopCloser(strings.NewReader(v.body))}, nil
}

// over is a model of a vendor over a transport.
func over(t *testing.T, vendor, base string, via http.RoundTripper) llm.Model {
	t.Helper()
	var model llm.Model
	var err error
	switch vendor {
	case "gemini":
		model, err = gemini.New(t.Context(), gemini.Config{APIKey: secretKey, Model: "gemini-3.8-flash", BaseURL: base, Transport: via, Now: time.Now})
	case "azure_openai":
		model, err = openai.New(openai.Config{Provider: vendor, APIKey: secretKey, Model: "team", BaseURL: openai.AzureBaseURL("https://team.openai.azure.com"), Transport: via, Now: time.Now})
	case "anthropic":
		model, err = anthropic.New(anthropic.Config{APIKey: secretKey, Model: "claude-sonnet-5-5", Transport: via, Now: time.Now})
	default:
		model, err = openai.New(openai.Config{APIKey: secretKey, Model: "gpt-6.2-sol", BaseURL: base, Transport: via, Now: time.Now})
	}
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// first asks a model once, and gives what comes of it.
func first(t *testing.T, model llm.Model) (outcome string, err error) {
	t.Helper()
	seen := &meter{}
	c, err := llm.NewClient(llm.Config{Model: model, Meter: seen, Log: slog.New(slog.DiscardHandler), Now: time.Now, Attempts: 1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer, Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "hi")}}, nil)
	if err == nil || len(seen.outcomes) == 0 {
		t.Fatalf("it was not refused: %v", err)
	}
	return seen.outcomes[0], err
}

const (
	cloudflare = `<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Access denied</body></html>`
	nginx404   = "<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>"
)

// TestWhatAVendorRefusesIsToldAsWhatItIs: the bodies are those of the vendors, as the sources beside them have them.
func TestWhatAVendorRefusesIsToldAsWhatItIs(t *testing.T) {
	cases := []struct {
		vendor, base string
		code         int
		kind, body   string
		want         llm.Outcome
		mend         string // that stands in what admins read
		source       string
	}{
		{vendor: "openai", code: 401, body: `{"error":{"message":"Incorrect API key provided: sk-proj-secret-of-the-test. You can find your API key at https://platform.openai.com/account/api-keys.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`, want: llm.OutcomeKey, mend: "https://platform.openai.com/api-keys", source: "continuedev/continue#10088"},
		{vendor: "openai", code: 429, body: `{"error":{"message":"You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`, want: llm.OutcomeQuota, mend: "https://platform.openai.com/settings/organization/billing", source: "OpenHands/OpenHands#998"},
		{vendor: "openai", code: 429, body: `{"error":{"message":"Rate limit reached for gpt-6.2-sol in organization org-x on tokens per min (TPM): Limit 30000, Used 14567, Requested 24754. Please try again in 18.642s. Visit https://platform.openai.com/account/rate-limits to learn more.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}`, want: llm.OutcomeLimited, mend: "https://platform.openai.com/settings/organization/limits", source: "semanser/codel#72"},
		{vendor: "openai", code: 403, body: `{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported","param":null,"type":"request_forbidden"}}`, want: llm.OutcomeRegion, mend: "https://platform.openai.com/docs/supported-countries", source: "home-assistant/core#120072"},
		{vendor: "openai", code: 404, body: `{"error":{"message":"The model ` + "`gpt-6.2-sol`" + ` does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}`, want: llm.OutcomeModel, mend: "https://platform.openai.com/docs/models", source: "Aider-AI/aider#2030"},
		{vendor: "openai", code: 400, body: `{"error":{"message":"Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization. If you just verified, it can take up to 15 minutes for access to propagate.","type":"invalid_request_error","param":"stream","code":"unsupported_value"}}`, want: llm.OutcomeVerify, mend: "https://platform.openai.com/settings/organization/general", source: "Lamb-Project/lamb#54"},
		{vendor: "openai", base: "https://api.openai.com/", code: 404, body: `{"error":{"message":"Invalid URL (POST /chat/completions)","type":"invalid_request_error","param":null,"code":null}}`, want: llm.OutcomeAddress, mend: "/v1", source: "Chanzhaoyu/chatgpt-web#737"},
		{vendor: "openai", code: 403, kind: "text/html; charset=UTF-8", body: cloudflare, want: llm.OutcomeProxy, mend: "stands in between", source: "a filter's page"},
		{vendor: "openai", code: 200, kind: "text/html", body: cloudflare, want: llm.OutcomeProxy, mend: "page to sign in", source: "a captive portal"},
		{vendor: "openai", code: 407, kind: "text/html", body: "<html>Proxy Authentication Required</html>", want: llm.OutcomeProxy, mend: "HTTPS_PROXY", source: "RFC 9110 15.5.8"},
		{vendor: "openai", code: 502, kind: "text/html", body: cloudflare, want: llm.OutcomeFault, mend: "https://status.openai.com", source: "a vendor's gateway"},
		{vendor: "openai", base: "http://127.0.0.1:11434", code: 404, kind: "text/plain", body: "404 page not found", want: llm.OutcomeAddress, mend: "/v1", source: "net/http, which Ollama is built on"},
		{vendor: "openai", base: "http://127.0.0.1:8000", code: 404, body: `{"detail":"Not Found"}`, want: llm.OutcomeAddress, mend: "/v1", source: "FastAPI, which vLLM is built on"},
		{vendor: "openai", base: "https://models.example.com", code: 404, kind: "text/html", body: nginx404, want: llm.OutcomeAddress, mend: "/v1", source: "nginx"},
		{vendor: "openai", base: "https://chat.example.com", code: 200, kind: "text/html", body: `<!doctype html><html><div id="app"></div></html>`, want: llm.OutcomeAddress, mend: "knows nothing of models", source: "a page that answers at every path"},
		{vendor: "openai", base: "http://models.example.com", code: 301, kind: "text/html", body: "<html></html>", want: llm.OutcomeAddress, mend: "base address", source: "a redirect to https"},
		{vendor: "openai", base: "http://127.0.0.1:11434/v1", code: 404, body: `{"error":{"message":"model \"gpt-6.2-sol\" not found, try pulling it first","type":"api_error","param":null,"code":null}}`, want: llm.OutcomeModel, mend: "model's name", source: "ollama/ollama openai/openai.go"},
		{vendor: "openai", base: "https://api.deepseek.com/v1", code: 402, body: `{"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}`, want: llm.OutcomeQuota, mend: "billing", source: "api-docs.deepseek.com/quick_start/error_codes"},
		{vendor: "azure_openai", code: 401, body: `{"error":{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource."}}`, want: llm.OutcomeKey, mend: "https://portal.azure.com", source: "microsoft/chat-copilot#738"},
		{vendor: "azure_openai", code: 404, body: `{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again."}}`, want: llm.OutcomeModel, mend: "https://ai.azure.com", source: "chatboxai/chatbox#646"},
		{vendor: "azure_openai", code: 404, body: `{"error":{"code":"404","message":"Resource not found"}}`, want: llm.OutcomeAddress, mend: "base address", source: "learn.microsoft.com, Azure OpenAI: a path that is not there"},
		{vendor: "azure_openai", code: 429, body: `{"error":{"code":"429","message":"Requests to the ChatCompletions_Create Operation have exceeded call rate limit of your current OpenAI S0 pricing tier. Please retry after 6 seconds. Please go here: https://aka.ms/oai/quotaincrease if you would like to further increase the default rate limit."}}`, want: llm.OutcomeLimited, mend: "rate limit", source: "learn.microsoft.com, Azure OpenAI quotas and limits"},
		{vendor: "gemini", code: 400, body: `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com","metadata":{"service":"generativelanguage.googleapis.com"}}]}}`, want: llm.OutcomeKey, mend: "https://aistudio.google.com/api-keys", source: "zeroclaw-labs/zeroclaw#194"},
		{vendor: "gemini", code: 400, body: `{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}`, want: llm.OutcomeRegion, mend: "available-regions", source: "google-gemini/gemini-cli#24641"},
		{vendor: "gemini", code: 404, body: `{"error":{"code":404,"message":"models/gemini-3.8-flash is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.","status":"NOT_FOUND"}}`, want: llm.OutcomeModel, mend: "https://ai.google.dev/gemini-api/docs/models", source: "google/adk-python#200"},
		{vendor: "gemini", code: 429, body: `{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 0, model: gemini-3.1-pro\nPlease retry in 59.9s.","status":"RESOURCE_EXHAUSTED"}}`, want: llm.OutcomeQuota, mend: "https://ai.google.dev/gemini-api/docs/billing", source: "continuedev/continue#12749"},
		{vendor: "gemini", code: 429, body: `{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaMetric":"generativelanguage.googleapis.com/generate_content_free_tier_requests","quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"44s"}]}}`, want: llm.OutcomeLimited, mend: "https://ai.google.dev/gemini-api/docs/rate-limits", source: "agent0ai/agent-zero#403"},
		{vendor: "gemini", code: 429, body: `{"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota).","status":"RESOURCE_EXHAUSTED"}}`, want: llm.OutcomeLimited, mend: "rate limit", source: "googleapis/python-genai#2065"},
		{vendor: "anthropic", code: 401, body: `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"},"request_id":"req_1"}`, want: llm.OutcomeKey, mend: "https://platform.claude.com/settings/keys", source: "eyaltoledano/claude-task-master#222"},
		{vendor: "anthropic", code: 400, body: `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."},"request_id":"req_1"}`, want: llm.OutcomeQuota, mend: "https://platform.claude.com/settings/billing", source: "anthropics/claude-code#66314"},
		{vendor: "anthropic", code: 403, body: `{"error":{"type":"forbidden","message":"Request not allowed"}}`, want: llm.OutcomeRegion, mend: "https://www.anthropic.com/supported-countries", source: "anthropics/anthropic-sdk-typescript#457"},
		{vendor: "anthropic", code: 404, body: `{"type":"error","error":{"type":"not_found_error","message":"model: claude-opus-4-1"}}`, want: llm.OutcomeModel, mend: "models/overview", source: "anthropics/skills#1607"},
		{vendor: "anthropic", code: 429, body: `{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization's rate limit of 30,000 input tokens per minute."}}`, want: llm.OutcomeLimited, mend: "https://platform.claude.com/settings/limits", source: "platform.claude.com/docs/en/api/errors"},
	}
	for _, c := range cases {
		t.Run(c.vendor+" "+string(c.want)+" "+c.source, func(t *testing.T) {
			outcome, err := first(t, over(t, c.vendor, c.base, &refusing{code: c.code, kind: c.kind, body: c.body}))
			told(t, outcome, err, c.want, c.mend)
		})
	}
}

// told looks at what people and admins are told of a refusal.
func told(t *testing.T, outcome string, err error, want llm.Outcome, mend string) {
	t.Helper()
	p := llm.Explain(err)
	if outcome != string(want) || !strings.Contains(p.Mend.String(), mend) || p.Message.String() == "" || p.Recovery.String() == "" {
		t.Errorf("%s, not %s: %+v\n%v", outcome, want, p, err)
	}
	if all := p.Whole().String() + p.Mend.String() + err.Error(); strings.Contains(all, secretKey) || strings.Contains(all, "<") {
		t.Errorf("the key or a page is told: %s", all)
	}
	for _, name := range []string{"openai", "google", "anthropic", "http", "key", "billing"} {
		if strings.Contains(strings.ToLower(p.Whole().String()), name) {
			t.Errorf("people are told of %s: %+v", name, p)
		}
	}
	passing := want == llm.OutcomeLimited || want == llm.OutcomeFault || want == llm.OutcomeUnreachable || want == llm.OutcomeQuota
	if errors.Is(err, llm.ErrOverloaded) && !passing {
		t.Errorf("%s is tried again", want)
	}
}

func TestAClockThatDiffersIsToldWithTheRefusal(t *testing.T) {
	vendor := &refusing{code: 401, body: `{"error":{"message":"no","code":"invalid_api_key"}}`, date: time.Now().Add(-42 * time.Minute)}
	outcome, err := first(t, over(t, "openai", "", vendor))
	told(t, outcome, err, llm.OutcomeKey, "differs from theirs by 42 min")
	vendor.date = time.Now().Add(-time.Minute)
	if _, err := first(t, over(t, "openai", "", vendor)); strings.Contains(llm.Explain(err).Mend.String(), "clock") {
		t.Errorf("a minute is told: %v", llm.Explain(err).Mend)
	}
}
