package tools_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
)

func TestAToolSaysWhatItsResultGives(t *testing.T) {
	type made struct {
		URL  string `json:"url"`
		Name string `json:"name"`
	}
	tool := with(action("make"), func(t *tools.Tool) { t.Result = tools.Fields[made]() })
	fields, closed := tool.Gives()
	if diff := cmp.Diff([]string{"url", "name"}, fields); diff != "" || !closed {
		t.Errorf("closed %v: %s", closed, diff)
	}
	if fields, closed := action("make").Gives(); closed || fields != nil {
		t.Errorf("a tool that does not say gives %v", fields)
	}
}

func TestACallSaysWhatItIsAbout(t *testing.T) {
	tool := with(action("make"), func(t *tools.Tool) { t.Subject = tools.About("title", "slug") })
	for arguments, want := range map[string]string{
		`{"title":"Services","slug":"s"}`:             "“Services”",
		`{"title":{"$from":"draft.html"},"slug":"s"}`: "“s”",
		`{"title":5}`: "", `null`: "", ``: "",
	} {
		if got := tool.About(json.RawMessage(arguments)); got != want {
			t.Errorf("%s is about %q, want %q", arguments, got, want)
		}
	}
	if got := action("make").About(json.RawMessage(`{"title":"x"}`)); got != "" {
		t.Errorf("a tool without a subject says %q", got)
	}
}
