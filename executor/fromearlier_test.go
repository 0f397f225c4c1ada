package executor_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// TestWordsOfAForeignPageAreNoMarkup: what an audit has read on somebody's page is text, also where a plan passes it on
// into an argument that holds HTML.
func TestWordsOfAForeignPageAreNoMarkup(t *testing.T) {
	const script = `<script src="//e.example/x.js"></script> [php]`
	for name, c := range map[string]struct {
		markup []string
		html   []string
		want   string
	}{
		"text where HTML is wanted": {nil, []string{"title"}, `&lt;script src="//e.example/x.js"&gt;&lt;/script&gt; &#91;php&#93;`},
		"HTML where HTML is wanted": {[]string{"title"}, []string{"title"}, script},
		"text where text is wanted": {nil, nil, script},
	} {
		t.Run(name, func(t *testing.T) {
			w := &world{state: "empty"}
			b := newBench(t, w.tool(func(t *tools.Tool) { t.HTML = c.html }))
			b.work.Task.Parameters = json.RawMessage(`{"title":{"$from":"audit","field":"title"}}`)
			b.work.Results = map[string]assistant.Result{"audit": {Fields: map[string]string{"title": script}, Markup: c.markup}}
			b.work.Task.ApprovedHash = ""
			b.approve(b.do().Waiting)
			if b.status(b.do()) != assistant.TaskCompleted {
				t.Fatal("not done")
			}
			raw, err := json.Marshal(map[string]string{"title": c.want})
			if err != nil {
				t.Fatal(err)
			}
			if want := []string{string(raw)}; !slices.Equal(w.did, want) {
				t.Errorf("the tool was given %q, want %q", w.did, want)
			}
		})
	}
}
