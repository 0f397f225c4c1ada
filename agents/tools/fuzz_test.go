package tools_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// FuzzArguments calls tools with whatever a model makes up: what is let pass is an object with what is demanded, in the
// types that the tool reads.
func FuzzArguments(f *testing.F) {
	for _, s := range []string{
		`{"title":"x","slug":"y"}`, `{"title":"x"}`, `{"title":5,"slug":"y"}`, `{"title":"x","slug":"y","shell":"rm"}`, `{"title":"x","slug":"y","count":1e400}`, `{"title":"x","slug":"y","count":1.5}`,
		`{"title":"x","slug":"y","tags":[null]}`, `{"TITLE":"x","slug":"y"}`, `{"title":{},"title":"x","slug":"y","tags":["title","title"]}`, `null`, `[]`, ``, `{"title":"x","slug":"y"}{}`, `{"title":"x","title":{},"slug":"y"}`, "{\"title\":\"\xff\",\"slug\":\"\\ud800\"}",
	} {
		f.Add("make", []byte(s))
	}
	f.Add("nothing", []byte(`{}`))
	r, err := tools.NewRegistry(action("make"))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name string, raw []byte) {
		err := r.Validate(name, raw)
		if name != "make" && !errors.Is(err, assistant.ErrNotFound) {
			t.Fatalf("%q: %v", name, err)
		}
		if err != nil {
			if len(err.Error()) > 20_000+10*len(raw) {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		var got pageArguments
		var keys map[string]json.RawMessage
		if json.Unmarshal(raw, &got) != nil || json.Unmarshal(raw, &keys) != nil || keys["title"] == nil || keys["slug"] == nil {
			t.Errorf("%s is let pass", raw)
		}
		for key := range keys {
			if key != "title" && key != "slug" && key != "tags" && key != "count" {
				t.Errorf("%q is let pass", key)
			}
		}
	})
}
