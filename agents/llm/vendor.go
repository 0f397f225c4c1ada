package llm

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// The vendors that have pages of their own for whoever pays them.
const (
	vendorOpenAI    = "openai"
	vendorAzure     = "azure"
	vendorGoogle    = "google"
	vendorAnthropic = "anthropic"
)

// vendorOf is whose own address a host is; "" where it is nobody's of those.
func vendorOf(host string) string {
	host, _, _ = strings.Cut(strings.ToLower(host), ":")
	switch {
	case host == "api.openai.com" || strings.HasSuffix(host, ".api.openai.com"):
		return vendorOpenAI
	case strings.HasSuffix(host, ".openai.azure.com") || strings.HasSuffix(host, ".services.ai.azure.com"):
		return vendorAzure
	case host == "generativelanguage.googleapis.com":
		return vendorGoogle
	case host == "api.anthropic.com":
		return vendorAnthropic
	default:
		return ""
	}
}

// page is where a vendor lets whoever pays it mend what a refusal comes from; "" where there is none.
func (e *StatusError) page(of Outcome) string {
	vendor := vendorOf(e.Host)
	if vendor == "" && e.Host == "" {
		vendor = map[string]string{
			assistant.ProviderOpenAI: vendorOpenAI, assistant.ProviderAzure: vendorAzure, assistant.ProviderGemini: vendorGoogle, assistant.ProviderAnthropic: vendorAnthropic,
		}[e.Provider]
	}
	switch vendor {
	case vendorOpenAI:
		return map[Outcome]string{
			OutcomeKey: "https://platform.openai.com/api-keys", OutcomeQuota: "https://platform.openai.com/settings/organization/billing",
			OutcomeLimited: "https://platform.openai.com/settings/organization/limits", OutcomeVerify: "https://platform.openai.com/settings/organization/general",
			OutcomeRegion: "https://platform.openai.com/docs/supported-countries", OutcomeModel: "https://platform.openai.com/docs/models",
			OutcomeFault: "https://status.openai.com",
		}[of]
	case vendorAzure:
		return map[Outcome]string{
			OutcomeKey: "https://portal.azure.com", OutcomeQuota: "https://portal.azure.com", OutcomeLimited: "https://ai.azure.com", OutcomeModel: "https://ai.azure.com",
			OutcomeFault: "https://azure.status.microsoft",
		}[of]
	case vendorGoogle:
		return map[Outcome]string{
			OutcomeKey: "https://aistudio.google.com/api-keys", OutcomeQuota: "https://ai.google.dev/gemini-api/docs/billing",
			OutcomeLimited: "https://ai.google.dev/gemini-api/docs/rate-limits", OutcomeRegion: "https://ai.google.dev/gemini-api/docs/available-regions",
			OutcomeModel: "https://ai.google.dev/gemini-api/docs/models", OutcomeFault: "https://aistudio.google.com/status",
		}[of]
	case vendorAnthropic:
		return map[Outcome]string{
			OutcomeKey: "https://platform.claude.com/settings/keys", OutcomeQuota: "https://platform.claude.com/settings/billing",
			OutcomeLimited: "https://platform.claude.com/settings/limits", OutcomeRegion: "https://www.anthropic.com/supported-countries",
			OutcomeModel: "https://platform.claude.com/docs/en/about-claude/models/overview", OutcomeFault: "https://status.claude.com",
		}[of]
	}
	return ""
}
