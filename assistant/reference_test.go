package assistant_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// quotedReference is a value that says which reference it stands for.
func quotedReference(r assistant.Placed) (json.RawMessage, error) {
	return json.Marshal(r.From + `."` + r.Field)
}

func TestReferencesAreFoundAndReplaced(t *testing.T) {
	raw := json.RawMessage(`{"title":"Services","contentHtml":{"$from":"draft","field":"html"},"other":{"from":"x"},"n":7}`)
	found, err := assistant.References(raw)
	if err != nil || len(found) != 1 || found[0].Reference != (assistant.Reference{From: "draft", Field: "html"}) || found[0].At.String() != "contentHtml" {
		t.Errorf("references %v, %v", found, err)
	}
	got, err := assistant.Resolve(raw, quotedReference)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"contentHtml":"draft.\"html","n":7,"other":{"from":"x"},"title":"Services"}`; string(got) != want {
		t.Errorf("resolved %s, want %s", got, want)
	}
	missing := errors.New("no result")
	if _, err := assistant.Resolve(raw, func(assistant.Placed) (json.RawMessage, error) { return nil, missing }); !errors.Is(err, missing) {
		t.Errorf("error %v, want %v", err, missing)
	}
	if _, err := assistant.Resolve(json.RawMessage(`[1]`), nil); err == nil {
		t.Error("parameters that are no object are taken")
	}
	if got, err := assistant.Resolve(nil, nil); err != nil || string(got) != "{}" {
		t.Errorf("no parameters are %s, %v", got, err)
	}
}

// TestReferencesStandWhereverAValueMay: alone a value keeps its type, in the middle of a text it is words.
func TestReferencesStandWhereverAValueMay(t *testing.T) {
	results := values(`{"items":[{"id":7,"url":"/a","tags":["x","y"]}],"html":"<b>"}`)
	raw := json.RawMessage(`{
		"ids": [{"$from":"list","field":"items[0].id"}, 8],
		"page": {"tags":{"$from":"list","field":"items[0].tags"},"size":1.50},
		"text": {"$text":["See ",{"$from":"list","field":"items[0].url"}," (number ",{"$from":"list","field":"items[0].id"},")."]},
		"plain": {"a":[ 1, 2 ]}
	}`)
	got, err := assistant.Resolve(raw, func(r assistant.Placed) (json.RawMessage, error) { return results.At(r.Field) })
	if want := `{"ids":[7,8],"page":{"size":1.50,"tags":["x","y"]},"plain":{"a":[1,2]},"text":"See /a (number 7)."}`; err != nil || string(got) != want {
		t.Errorf("resolved %s, %v", got, err)
	}
	found, err := assistant.References(raw)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, r := range found {
		place := r.At.String()
		if r.InText {
			place += " in a text"
		}
		places = append(places, place)
	}
	if want := []string{"ids[0]", "page.tags", "text in a text", "text in a text"}; !slices.Equal(places, want) {
		t.Errorf("they stand at %q", places)
	}
	if !assistant.Unfinished(raw) || assistant.Unfinished(json.RawMessage(`{"a":{"$text":["no reference"]}}`)) {
		t.Error("it is not told whether parameters hang on earlier steps")
	}
}

// TestWhatNobodyCanReadIsRefused: with the parameter that it is about, and before anything is put anywhere.
func TestWhatNobodyCanReadIsRefused(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 40) + `{"$from":"x","field":"y"}` + strings.Repeat(`}`, 40)
	for raw, want := range map[string]string{
		`{"page":` + deep + `}`: "page: lists and objects stand in each other more than 16 deep",
		`{"page":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}`: "page: lists and objects stand in each other more than 16 deep",
		`{"a":{"b":{"$text":["x",5]}}}`:                                            "parameter a.b: $text is a list of texts and references",
	} {
		got, err := assistant.Resolve(json.RawMessage(raw), quotedReference)
		if err == nil || err.Error() != want {
			t.Errorf("%.60s is resolved to %.60s, %v", raw, got, err)
		}
	}
}
