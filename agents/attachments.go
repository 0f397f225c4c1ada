package agents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

const maxAttached = 30_000 // bytes of all that is attached, in one request to a model

// Attached is what people have attached lately, as a model is given it: quoted as data, the newest first where there is
// not room for all. Its order is that of the conversation. "" when there is nothing.
func Attached(s assistant.Situation, room int) string {
	var out []string
	left := room
	for _, r := range slices.Backward(s.Files) {
		var said string
		switch {
		case r.Problem != "":
			continue // the person was told
		case r.Width > 0:
			said = llm.Data("a picture that the person attached", fmt.Sprintf("%s, %d×%d pixels", label(r.Name), r.Width, r.Height))
		case left <= 0:
			said = llm.Data("attached by the person earlier", "left out for length: "+label(r.Name))
		default:
			words := llm.Clip(llm.Unmarked(r.Text), left)
			left -= len(words)
			cut := ""
			if r.Truncated || len(words) < len(r.Text) {
				cut = "\n(the rest of it was left out)"
			}
			said = llm.Data(fmt.Sprintf("the document %s, attached by the person", label(r.Name)), words+cut)
		}
		out = append(out, said)
	}
	slices.Reverse(out)
	return strings.Join(out, "\n")
}

// fileFacts are the files that were read, as facts, within the same bound.
func fileFacts(s assistant.Situation) []llm.FileFact {
	var out []llm.FileFact
	left := maxAttached
	for _, r := range slices.Backward(s.Files) {
		if r.Problem != "" {
			continue
		}
		f := llm.FileFact{Name: r.Name, Text: llm.Clip(r.Text, max(0, left)), Width: r.Width, Height: r.Height}
		left -= len(f.Text)
		out = append(out, f)
	}
	slices.Reverse(out)
	return out
}

func label(name string) string { return fmt.Sprintf("%q", llm.Unmarked(llm.Clip(name, 120))) }
