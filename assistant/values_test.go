package assistant_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

func values(raw string) assistant.Values {
	var v assistant.Values
	if err := json.Unmarshal([]byte(raw), &v); err != nil {
		panic(err)
	}
	return v
}

// TestPathsAreReadAndWritten: what is read is written the same, and what leads nowhere is refused with how one is written.
func TestPathsAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]assistant.Path{
		"url":                  {{Name: "url"}},
		"items[0].url":         {{Name: "items"}, {Index: 0}, {Name: "url"}},
		"a.b[12][3]":           {{Name: "a"}, {Name: "b"}, {Index: 12}, {Index: 3}},
		`["a.b"]["say \"x\""]`: {{Name: "a.b"}, {Name: `say "x"`}},
		"größe.$from":          {{Name: "größe"}, {Name: "$from"}},
	} {
		got, err := assistant.ParsePath(text)
		if err != nil || !slices.Equal(got, want) || got.String() != text {
			t.Errorf("%s is %v, written %s, %v", text, got, got, err)
		}
	}
	for _, text := range []string{
		"", ".", "a.", ".a", "a..b", "[0]", "a[", "a[]", "a[-1]", "a[01]", "a[+1]", "a[10000]", "a[1", "a]", "a[1]b", `a["b"`, `a[""]`, `a["b]`, `a"b`, "a[0x1]",
		strings.Repeat("a", 301), strings.Repeat("a.", 16) + "a",
	} {
		if got, err := assistant.ParsePath(text); !errors.Is(err, assistant.ErrPath) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
}

func TestValuesAreFoundByTheirPath(t *testing.T) {
	v := values(`{"url":"/a","items":[{"id":7,"tags":["x","y"]},{"id":8}],"a.b":true,"deep":{"a.b":{"c":null}}}`)
	for path, want := range map[string]string{
		"url": `"/a"`, "items[0].id": "7", "items[0].tags[1]": `"y"`, "items[1]": `{"id":8}`, "a.b": "true", `deep["a.b"].c`: "null",
	} {
		if got, err := v.At(path); err != nil || string(got) != want {
			t.Errorf("%s is %s, %v", path, got, err)
		}
	}
	for path, want := range map[string]string{
		"title":        `has no "title" among its results`,
		"items[2].id":  `has 2 entries in "items", counted from 0, and none at 2`,
		"items[0].url": `has no "url" in "items[0]"`,
		"url.host":     `has no "host" in "url", which has no fields`,
		"url[0]":       `has no list in "url"`,
		"items[x]":     `"items[x]": it is no path; write one like items[0].url`,
	} {
		if got, err := v.At(path); err == nil || err.Error() != want {
			t.Errorf("%s is %s, %v", path, got, err)
		}
	}
}

func TestValuesAreReadAsTexts(t *testing.T) {
	v := values(`{"text":"a\"b","n":1e3,"yes":true,"none":null,"list":["a",1,{"b":2,"a":1}],"object":{"b":[1],"a":"x"}}`)
	for name, want := range map[string]string{
		"text": `a"b`, "n": "1000", "yes": "true", "none": "", "list": "a\n1\n{\"a\":1,\"b\":2}", "object": `{"a":"x","b":[1]}`, "missing": "",
	} {
		if got := v.Text(name); got != want {
			t.Errorf("%s reads %q", name, got)
		}
	}
	if got, want := v.Texts(), []string{"a", "1", "1", "2", "1000", "", "x", "1", `a"b`, "true"}; !slices.Equal(got, want) {
		t.Errorf("texts %q", got)
	}
}

// TestEarlierVersionsReadResults: what they know of, texts, stands where they look for it, and nothing else does. What they wrote reads
// as before.
func TestEarlierVersionsReadResults(t *testing.T) {
	result := assistant.Result{Summary: assistant.Verbatim("Listed"), Fields: values(`{"url":"/a","items":[{"id":7}],"n":2}`), Undo: true}
	raw, err := json.Marshal(assistant.Receipt{Result: result})
	if err != nil {
		t.Fatal(err)
	}
	var earlier struct {
		Result struct {
			Summary string            `json:"summary"`
			Fields  map[string]string `json:"fields"`
			Undo    bool              `json:"undo"`
		} `json:"result"`
	}
	if err := json.Unmarshal(raw, &earlier); err != nil {
		t.Fatalf("an earlier version cannot read %s: %v", raw, err)
	}
	if !maps.Equal(earlier.Result.Fields, map[string]string{"url": "/a"}) || !earlier.Result.Undo || earlier.Result.Summary != "Listed" {
		t.Errorf("an earlier version reads %+v", earlier)
	}
	var again assistant.Receipt
	if err := json.Unmarshal(raw, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(result, again.Result); diff != "" {
		t.Error(diff)
	}
	var old assistant.Result
	if err := json.Unmarshal([]byte(`{"summary":"Created","fields":{"url":"/a","n":"2"},"markup":["html"]}`), &old); err != nil {
		t.Fatal(err)
	}
	if old.Fields.Text("url") != "/a" || string(old.Fields["n"]) != `"2"` || old.Address() != "/a" {
		t.Errorf("what an earlier version wrote reads %+v", old)
	}
	written, err := json.Marshal(old)
	if want := `{"summary":"Created","fields":{"n":"2","url":"/a"},"markup":["html"]}`; err != nil || string(written) != want {
		t.Errorf("texts are written %s, %v", written, err)
	}
}

func TestValuesOfAStruct(t *testing.T) {
	type row struct {
		ID int `json:"id"`
	}
	got := assistant.ValuesOf(struct {
		URL  string `json:"url"`
		Rows []row  `json:"rows"`
	}{"/a", []row{{7}}})
	if diff := cmp.Diff(values(`{"url":"/a","rows":[{"id":7}]}`), got); diff != "" {
		t.Error(diff)
	}
	for _, none := range []any{nil, 5, []string{"a"}, func() {}} {
		if got := assistant.ValuesOf(none); len(got) != 0 {
			t.Errorf("%T has %v", none, got)
		}
	}
}

// TestPlacesCoverPaths: a place is one for every entry of its list, and for all that is in it.
func TestPlacesCoverPaths(t *testing.T) {
	for path, want := range map[string]bool{
		"html": true, "html.inner[3]": true, "rows[0].html": true, "rows[17].html[2]": true, "a.b.c": true, `a["x.y"]`: true,
		"htm": false, "rows[0]": false, "rows[0].text": false, "rows.html": false, "a.b": false, "a.x.y": false, "x.html": false,
	} {
		p, err := assistant.ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Under([]string{"html", "rows[].html", "a.b.c", `a["x.y"]`}); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}
