package assistant

// The providers of language models, as configuration, records, prices and metrics call them.
const (
	ProviderGemini    = "gemini"
	ProviderAnthropic = "anthropic"
	ProviderAzure     = "azure_openai"
	ProviderOpenAI    = "openai"

	// ProviderRehearsal is the one that a model call has where no model was asked, and nothing was spent.
	ProviderRehearsal = "rehearsal"
)

// Providers are all of them.
func Providers() []string {
	return []string{ProviderGemini, ProviderAnthropic, ProviderAzure, ProviderOpenAI, ProviderRehearsal}
}
