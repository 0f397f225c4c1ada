package executor_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
			b.work.Results = map[string]assistant.Result{"audit": {Fields: assistant.ValuesOf(map[string]string{"title": script}), Markup: c.markup}}
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

// TestValuesOfEarlierStepsKeepTheirTypes: a list stays a list, a number a number, and what is HTML in one place and text in the other is
// escaped wherever it stands.
func TestValuesOfEarlierStepsKeepTheirTypes(t *testing.T) {
	type part struct {
		HTML string `json:"html"`
		Note string `json:"note"`
	}
	type page struct {
		IDs   []int  `json:"ids"`
		Parts []part `json:"parts"`
		Words string `json:"words"`
	}
	w := &world{state: "empty"}
	b := newBench(t, w.tool(func(t *tools.Tool) {
		t.Arguments, t.HTML = tools.Arguments[page](), []string{"parts[].html", "words"}
	}))
	b.work.Task.Parameters = json.RawMessage(`{
		"ids":[{"$from":"list","field":"rows[1].id"},9],
		"parts":[{"$from":"list","field":"rows[0].part"},{"html":{"$from":"list","field":"rows[0].clean.html"},"note":"<own>"}],
		"words":{"$text":["<b>Number ",{"$from":"list","field":"rows[1].id"},": ",{"$from":"list","field":"rows[0].part.html"},"</b>"]}}`)
	b.work.Results = map[string]assistant.Result{"list": {Markup: []string{"rows[].clean"}, Fields: assistant.ValuesOf(map[string]any{"rows": []any{
		map[string]any{"part": part{"<i>", "<i>"}, "clean": part{HTML: "<em>x</em>"}}, map[string]int{"id": 7},
	}})}}
	b.work.Task.ApprovedHash = ""
	asked := b.do().Waiting
	if whole := asked.Preview.Whole; !strings.Contains(whole, "Ids 1: 7\n") || !strings.Contains(whole, "Parts 1, html: <i>\nParts 1, note: <i>\n") || strings.Contains(whole, "{") {
		t.Errorf("people read of it\n%s", whole)
	}
	b.approve(asked)
	if b.status(b.do()) != assistant.TaskCompleted {
		t.Fatal("not done")
	}
	var got page
	if err := json.Unmarshal([]byte(w.did[0]), &got); err != nil {
		t.Fatal(err)
	}
	want := page{
		IDs: []int{7, 9}, Parts: []part{{"&lt;i&gt;", "<i>"}, {"<em>x</em>", "<own>"}}, Words: "<b>Number 7: &lt;i&gt;</b>",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestAPathThatLeadsNowhereIsSaid: before anything is done, with how far it goes.
func TestAPathThatLeadsNowhereIsSaid(t *testing.T) {
	for field, want := range map[string]string{
		"rows[4].id": `the step "list" it builds on has 1 entries in "rows", counted from 0, and none at 4`,
		"rows[0].x":  `the step "list" it builds on has no "x" in "rows[0]"`,
		"rows[":      `write one like items[0].url`,
	} {
		w := &world{state: "empty"}
		b := newBench(t, w.tool())
		b.work.Task.Parameters = json.RawMessage(`{"title":{"$from":"list","field":"` + field + `"}}`)
		b.work.Results = map[string]assistant.Result{"list": {Fields: assistant.ValuesOf(map[string]any{"rows": []map[string]int{{"id": 7}}})}}
		e := b.do()
		if b.status(e) != assistant.TaskFailed || !strings.Contains(e.Finished.Problem.Message.String(), want) || e.Finished.Problem.Recovery.IsZero() || len(w.did) != 0 {
			t.Errorf("%s: %+v", field, e.Finished)
		}
	}
}

// TestAReceiptThatDoesNotFitIsKept: the log has all of it, the undo has what it needs, and later steps are given what fits.
func TestAReceiptThatDoesNotFitIsKept(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool(func(t *tools.Tool) {
		t.Result = tools.Fields[struct {
			URL int `json:"url"`
		}]()
	}))
	e := b.do()
	if b.status(e) != assistant.TaskCompleted || len(e.Finished.Result.Fields) != 0 || e.Finished.Result.Summary.String() != "Created" || !e.Finished.Result.Undo {
		t.Errorf("the task ended with %+v", e.Finished)
	}
	if kept := e.Call.Receipt; kept == nil || kept.Result.Fields.Text("url") != "/x" || string(kept.Undo) != `"old"` {
		t.Errorf("the log has %+v", e.Call.Receipt)
	}
	if !strings.Contains(b.log.String(), "does not fit its schema") {
		t.Errorf("operators are told nothing: %s", b.log.String())
	}
}
