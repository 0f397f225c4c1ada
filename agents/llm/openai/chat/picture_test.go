package chat_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
)

func TestAPictureGoesAlong(t *testing.T) {
	body := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		body = string(raw)
		w.WriteHeader(http.StatusBadRequest)
	}))
	defer server.Close()
	_, model := serve(t, streams, func(c *chat.Config) { c.BaseURL = server.URL })
	m := llm.TextMessage(llm.RoleUser, "What is it?")
	m.Parts = append(m.Parts, llm.Part{Image: &llm.Image{Type: "image/png", Data: []byte("png")}})
	_, _, _ = generate(t, model, ask(m))
	if !strings.Contains(body, `"url":"data:image/png;base64,cG5n"`) || !strings.Contains(body, `"text":"What is it?"`) {
		t.Error(body)
	}
}
