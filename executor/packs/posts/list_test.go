package posts_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/entry"
	"github.com/aisteam/aisteam/executor/packs/posts"
)

// full is a site with more posts than are asked for, and no pages.
type full struct{ entry.Keeper }

func (full) Entries(_ context.Context, _ assistant.Project, kind site.EntryKind, q site.Query, _ string) (out []site.Entry, _ error) {
	for range min(5, q.Most) {
		if kind == site.EntryPost {
			out = append(out, site.Entry{ID: "1", Fields: map[string]string{site.FieldTitle: "A post"}})
		}
	}
	return out, nil
}

// A list that was cut says so: nobody is to think that there is no more.
func TestAListThatWasCutSaysSo(t *testing.T) {
	all, err := posts.Tools(posts.Config{Keeper: full{}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	for arguments, want := range map[string]string{
		`{"kind":"posts","limit":3}`: "These are the first 3 posts",
		`{"kind":"posts"}`:           "There are 5 posts",
		`{"limit":3}`:                "These are the first 3 posts and pages",
		`{"kind":"pages","limit":3}`: "There is no such page",
	} {
		for _, tool := range all {
			if tool.Name != string(posts.TaskList) {
				continue
			}
			r, err := tool.Run(t.Context(), tools.Call{Arguments: json.RawMessage(arguments)})
			if err != nil || !strings.HasPrefix(r.Result.Summary.String(), want) {
				t.Errorf("%s: %q, %v; want %q", arguments, r.Result.Summary.String(), err, want)
			}
		}
	}
}
