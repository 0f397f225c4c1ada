package gemini_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
)

type inline struct {
	MIMEType string `json:"mimeType"`
	Data     []byte `json:"data"`
}

func TestAPictureGoesAlong(t *testing.T) {
	server, model := serve(t, "gemini-3.8-flash", streams)
	m := llm.TextMessage(llm.RoleUser, "What is it?")
	m.Parts = append(m.Parts, llm.Part{Image: &llm.Image{Type: "image/png", Data: []byte("png")}})
	if _, _, err := generate(t, model, ask(m)); err != nil {
		t.Fatal(err)
	}
	parts := server.requests[0].Contents[0].Parts
	if len(parts) != 2 || parts[1].InlineData == nil || parts[1].InlineData.MIMEType != "image/png" || string(parts[1].InlineData.Data) != "png" {
		t.Errorf("%+v", parts)
	}
}
