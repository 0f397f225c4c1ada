package assistant_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func TestReferencesAreFoundAndReplaced(t *testing.T) {
	raw := json.RawMessage(`{"title":"Services","contentHtml":{"$from":"draft","field":"html"},"other":{"from":"x"},"n":7}`)
	found, err := assistant.References(raw)
	if err != nil || len(found) != 1 || found["contentHtml"] != (assistant.Reference{From: "draft", Field: "html"}) {
		t.Errorf("references %v, %v", found, err)
	}
	got, err := assistant.Resolve(raw, func(r assistant.Reference) (string, error) { return r.From + `."` + r.Field, nil })
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"contentHtml":"draft.\"html","n":7,"other":{"from":"x"},"title":"Services"}`; string(got) != want {
		t.Errorf("resolved %s, want %s", got, want)
	}
	missing := errors.New("no result")
	if _, err := assistant.Resolve(raw, func(assistant.Reference) (string, error) { return "", missing }); !errors.Is(err, missing) {
		t.Errorf("error %v, want %v", err, missing)
	}
	if _, err := assistant.Resolve(json.RawMessage(`[1]`), nil); err == nil {
		t.Error("parameters that are no object are taken")
	}
	if got, err := assistant.Resolve(nil, nil); err != nil || string(got) != "{}" {
		t.Errorf("no parameters: %s, %v", got, err)
	}
}
