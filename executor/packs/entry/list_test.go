package entry_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/entry"
)

// TestWhatIsListedCanBeReferredToAndIsReadALineEach: a later step takes a field of one of the entries, and models and people read what
// they always did.
func TestWhatIsListedCanBeReferredToAndIsReadALineEach(t *testing.T) {
	all := []site.Entry{
		{ID: "7", URL: "https://a.example/fish", Fields: map[string]string{site.FieldTitle: "Fish & chips", site.FieldStatus: site.StatusPublic, site.FieldHTML: "<p>Wet.</p>"}},
		{ID: "9", URL: "https://a.example/frogs", Fields: map[string]string{site.FieldTitle: "Frogs"}},
	}
	shows := []string{site.FieldTitle, site.FieldStatus}
	found := entry.Found("posts", entry.Rows(all, shows...), "post", "posts", 100).Result
	if found.Summary.String() != "There are 2 posts" {
		t.Error(found.Summary)
	}
	const lines = `{"id":"7","status":"publish","title":"Fish \u0026 chips","url":"https://a.example/fish"}` + "\n" + `{"id":"9","title":"Frogs","url":"https://a.example/frogs"}`
	if diff := cmp.Diff(lines, found.Fields.Text("posts")); diff != "" {
		t.Error(diff)
	}
	url, err := found.Fields.At("posts[1].url")
	if err != nil || string(url) != `"https://a.example/frogs"` {
		t.Errorf("%s, %v", url, err)
	}
	schema := entry.RowsOf("posts", shows...)
	for field, known := range map[string]bool{"posts[1].url": true, "posts[0].status": true, "posts[0].html": false, "posts.url": false} {
		path, err := assistant.ParsePath(field)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tools.Within(schema, path); (err == nil) != known {
			t.Errorf("%s: %v", field, err)
		}
	}
	if empty := entry.Found("posts", entry.Rows(nil, shows...), "post", "posts", 100).Result; empty.Summary.String() != "There is no such post" || string(empty.Fields["posts"]) != "[]" || empty.Fields.Text("posts") != "" {
		t.Errorf("%s: %s", empty.Summary, empty.Fields["posts"])
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(found.Fields)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(value); err != nil {
		t.Errorf("it does not fit its own schema: %v", err)
	}
}
