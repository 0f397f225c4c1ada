// Package openai is the adapter to OpenAI, to Azure OpenAI and to everything that speaks one of their two protocols.
//
// Chat Completions are in package chat. Which of the two an endpoint takes is decided here.
package openai

import (
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
)

// Config is what a model is made of.
type Config struct {
	Provider  string            // "openai" or "azure_openai"; "" means "openai"
	APIKey    string            // may be empty where the endpoint wants none
	Model     string            // the model, or Azure's deployment
	BaseURL   string            // "" means OpenAI's own; for Azure see [AzureBaseURL]
	Transport http.RoundTripper // nil means the default one
	Now       func() time.Time
}

// AzureBaseURL is the v1 address of an Azure OpenAI resource's endpoint, "https://NAME.openai.azure.com".
func AzureBaseURL(endpoint string) string {
	endpoint = strings.TrimRight(endpoint, "/")
	if strings.HasSuffix(endpoint, "/openai/v1") {
		return endpoint + "/"
	}
	return endpoint + "/openai/v1/"
}

// New returns a model. It reads no environment and calls nobody.
func New(c Config) (llm.Model, error) {
	return chat.New(chat.Config{Provider: c.Provider, APIKey: c.APIKey, Model: c.Model, BaseURL: c.BaseURL, Transport: c.Transport, Now: c.Now})
}
