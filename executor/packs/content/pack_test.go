package content_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/executor/packs/content"
)

// pen writes the same page each time.
type pen string

func (p pen) Page(context.Context, tools.Call, content.DraftContent) (string, error) {
	return string(p), nil
}

func (p pen) SEO(context.Context, tools.Call, content.DraftSEO) (content.SEO, error) {
	return content.SEO{Title: string(p)}, nil
}

// TestADraftIsCleanAndSaysWhatItLost: only a draft's html counts as HTML on its way to a page, and it is clean by then.
func TestADraftIsCleanAndSaysWhatItLost(t *testing.T) {
	pack, err := content.Tools(pen(`<h1>Pools</h1><p onclick="x()">We "dig".</p><script src="//e.example/x.js"></script>`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range pack {
		r, err := tool.Run(t.Context(), tools.Call{Arguments: json.RawMessage(`{"title":"Pools"}`)})
		if err != nil {
			t.Fatal(err)
		}
		for field := range r.Result.Fields {
			text := r.Result.Fields.Text(field)
			if isHTML := slices.Contains(r.Result.Markup, field); isHTML != (tool.Name == "draft_content" && field == "html") || isHTML && text != `<h1>Pools</h1><p>We "dig".</p>` {
				t.Errorf("%s of %s: %q, HTML %v", field, tool.Name, text, isHTML)
			}
		}
		if tool.Name == "draft_content" && (!strings.Contains(r.Result.Summary.String(), "a script of //e.example/x.js") || !strings.Contains(r.Result.Summary.String(), "onclick") || r.Result.Fields.Text("text") != "Pools\nWe \"dig\".") {
			t.Errorf("%+v", r.Result)
		}
	}
}
