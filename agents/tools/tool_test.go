package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/tools"
)

func TestAToolSaysWhatItsResultGives(t *testing.T) {
	type item struct {
		URL  string `json:"url"`
		Size int    `json:"size,omitempty"`
	}
	type made struct {
		URL   string `json:"url"`
		Count int    `json:"count"`
		Items []item `json:"items"`
	}
	tool := with(action("make"), func(t *tools.Tool) { t.Result = tools.Fields[made]() })
	if diff := cmp.Diff([]string{"url", "count: integer", "items: {url, size: integer}[]"}, tool.Gives()); diff != "" {
		t.Error(diff)
	}
	if fields := action("make").Gives(); fields != nil {
		t.Errorf("a tool that does not say gives %v", fields)
	}
}

// TestAToolSaysWhatItsArgumentsTake: on a line each, whatever its schema is.
func TestAToolSaysWhatItsArgumentsTake(t *testing.T) {
	var fields, circles strings.Builder
	for n := range 300 {
		fmt.Fprintf(&fields, `"field %d":{},`, n)
		fmt.Fprintf(&circles, `"field %d":{"$ref":"#/$defs/broad"},`, n)
	}
	wide := `{"type":"object","properties":{` + fields.String() + `"z":{}}}`
	for schema, want := range map[string]string{
		`{"type":"string"}`:                  "string",
		`{"type":["null","integer"]}`:        "integer",
		`{"type":["string","integer"]}`:      "",
		`true`:                               "",
		`{"type":"string","enum":["a","b"]}`: "string",
		`{"type":"array"}`:                   "array",
		`{"type":"object"}`:                  "object",
		`{"type":"array","items":true}`:      "array",
		`{"anyOf":[{"type":"string"},true]}`: "",
		wide:                                 "object",
		`{"$ref":"#/$defs/node"}`:            "{children: {children: object[], name*}[], name*}",
		`{"$ref":"#/$defs/broad"}`:           "object",
		`{"type":"array","items":{"type":"array","items":{"type":"number"}}}`: "number[][]",
		`{"type":"array","items":{"type":"object","properties":{"kind":{"type":"string","enum":["page","post"]},"tags":{"type":"array","items":{"type":"string"}}},"required":["kind"]}}`: "{kind*: page|post, tags: string[]}[]",
	} {
		var root jsonschema.Schema
		if err := json.Unmarshal([]byte(`{"type":"object","properties":{"it":`+schema+`},"$defs":{
			"node":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}},"required":["name"]},
			"broad":{"type":"object","properties":{`+circles.String()+`"end":{"type":"string"}}}}}`), &root); err != nil {
			t.Fatal(err)
		}
		if got := with(action("make"), func(t *tools.Tool) { t.Arguments = &root }).Shape("it"); got != want {
			t.Errorf("%.120s takes %q, want %q", schema, got, want)
		}
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
