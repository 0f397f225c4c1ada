package site

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestWhatAnAuditFoundIsMendedWithoutAModel gives the words of the button below a report, as the panel sends them, to the pack's
// part of the rehearsal: it asks for what it cannot know, changes that part of the page audited, and audits it again.
func TestWhatAnAuditFoundIsMendedWithoutAModel(t *testing.T) {
	for _, c := range []struct {
		name, request, page string
		unasked             []string
		text                string
		change              []llm.ParameterReply
	}{{
		name:    "a page named by the report, given a link",
		request: "Fix what the audit of the page services at http://127.0.0.1:8080/?page_id=4 found:\n- The page links to nothing. Lead visitors on to a next step.",
		page:    "services", unasked: []string{"page"},
		text:   ` <p><a href="/">Begin here</a></p>`,
		change: []llm.ParameterReply{script.Text("slug", "services"), script.Text("block", "The next step"), script.Text("html", `<p><a href="/">Begin here</a></p>`)},
	}, {
		name:    "a page known by its address, given words",
		request: "Fix what the audit of https://example.com/shop/pond-filters/ found:\n- The page has no main heading. Give it one h1.",
		page:    "pond-filters", unasked: []string{"page"},
		text:   "Pond filters",
		change: []llm.ParameterReply{script.Text("slug", "pond-filters"), script.Text("block", "The next step"), script.Text("text", "Pond filters")},
	}, {
		name:    "an address that tells no page",
		request: "Fix what the audit of https://example.com/?page_id=4 found:\n- The page has no title.",
		page:    "home", unasked: nil,
		text:   "Welcome",
		change: []llm.ParameterReply{script.Text("slug", "home"), script.Text("block", "The next step"), script.Text("text", "Welcome")},
	}} {
		t.Run(c.name, func(t *testing.T) {
			wishes := rehearsal().Begin().Wishes(c.request, llm.ProjectFact{})
			if len(wishes) != 1 {
				t.Fatalf("%d wishes: %+v", len(wishes), wishes)
			}
			w := wishes[0]
			if diff := cmp.Diff([]assistant.TaskType{TaskUpdateBlock, TaskRunAudit}, w.Types); diff != "" {
				t.Error(diff)
			}
			d := script.NewDraft(llm.PlanFacts{})
			given := map[string]string{"page": c.page, "block": "The next step", "text": c.text}
			for _, n := range w.Needs {
				if known := slices.Contains(c.unasked, n.Key); known != (n.Value != "") || n.Default != "" {
					t.Errorf("%s is known as %q and taken as %q where nobody says it", n.Key, n.Value, n.Default)
				}
				d.Values[n.Key] = script.First(n.Value, given[n.Key])
			}
			w.Draft(d)
			steps := d.Steps()
			if len(steps) != 2 || steps[0].Type != string(TaskUpdateBlock) || steps[1].Type != string(TaskRunAudit) || steps[0].Group == steps[1].Group {
				t.Fatalf("the plan is %+v", steps)
			}
			if diff := cmp.Diff(c.change, steps[0].Parameters); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]llm.ParameterReply{script.Text("slug", c.page)}, steps[1].Parameters); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWhatTheButtonAsksIsReadInEveryLanguage of the catalogue.
func TestWhatTheButtonAsksIsReadInEveryLanguage(t *testing.T) {
	for _, l := range assistant.Languages() {
		w := wording.In(l)
		for asked, want := range map[string]mend{
			w.Say("Fix what the audit of the page %s at %s found:", "home", "https://x.example/"): {page: "home", url: "https://x.example/"},
			w.Say("Fix what the audit of %s found:", "https://x.example/about"):                   {page: "about", url: "https://x.example/about"},
		} {
			if got, ok := mendOf(asked + "\n- The page has no title. Write one."); !ok || got != want {
				t.Errorf("%s: %+v, %t", asked, got, ok)
			}
		}
	}
}
