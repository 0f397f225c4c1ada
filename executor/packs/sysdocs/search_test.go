package sysdocs_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/executor/packs/sysdocs"
)

// TestASearchFindsThePageThatIsMeantFirst, for questions as the headings of the pages answer them.
func TestASearchFindsThePageThatIsMeantFirst(t *testing.T) {
	r := guide(t)
	for question, want := range map[string]string{
		"Who is on the team?":                              "team",
		"How do I call one of the agents?":                 "team",
		"How do approvals work?":                           "approvals",
		"What does the yes to a plan cover?":               "approvals",
		"Who may decide on an action, and how many?":       "approvals",
		"How long does an approval wait until it expires?": "approvals",
		"How does undo work?":                              "undo",
		"What cannot be undone?":                           "undo",
		"Can I take back one step?":                        "undo",
		"How do I stop a run?":                             "stop",
		"How do I leave out a step?":                       "stop",
		"How do I change a plan while it is at work?":      "stop",
		"What are executors?":                              "executors",
		"How does the dialogue with executors work?":       "executors",
		"How do background tasks work?":                    "automations",
		"How do hooks and events start something?":         "automations",
		"When does an automation pause by itself?":         "automations",
		"Which files can I attach?":                        "files",
		"What is a stalled task?":                          "workspace",
		"What counts as overdue or upcoming?":              "workspace",
		"How do I mute notifications?":                     "settings",
		"How do I change my language and time zone?":       "settings",
		"What is a digest?":                                "settings",
		"What may a guest do?":                             "roles",
		"What roles are there?":                            "roles",
		"What is kept, and for how long?":                  "retention",
		"How do I connect WordPress?":                      "connecting",
		"How do I connect a language model?":               "connecting",
		"What are the four laws?":                          "laws",
		"What happens when a replica fails?":               "architecture",
		"Which fields does a blocker have?":                "workspace-data",
		"In which table are approvals kept?":               "run-data",
	} {
		if got := sought(t, r, sysdocs.SearchDocs{Query: question}); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %v, not %s first", question, got, want)
		}
	}
}

// TestEveryHeadingIsFound: whoever reads a heading somewhere and asks for it gets to its page.
func TestEveryHeadingIsFound(t *testing.T) {
	r, headings := guide(t), 0
	for slug, text := range written(t) {
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		for _, m := range regexp.MustCompile(`(?m)^## (.+)$`).FindAllStringSubmatch(text, -1) {
			headings++
			if got := sought(t, r, sysdocs.SearchDocs{Query: title + " " + m[1]}); len(got) == 0 || got[0] != slug {
				t.Errorf("“%s”, “%s” finds %v", title, m[1], got)
			}
		}
	}
	if headings < 60 {
		t.Errorf("only %d headings", headings)
	}
}

func TestASearchShowsWhatWasFoundAndWhere(t *testing.T) {
	r := guide(t)
	said, got, err := use[sysdocs.DocsFound](t, r, sysdocs.TaskSearch, sysdocs.SearchDocs{Query: "stalled task"})
	if err != nil || len(got.Docs) == 0 || !strings.Contains(said, "stalled task") || !strings.Contains(got.Source, "v1.2.3") {
		t.Fatalf("%q %+v %v", said, got, err)
	}
	if first := got.Docs[0]; first.Section != "Terms" || !strings.HasPrefix(first.Excerpt, "Stalled: ") || first.Title != "The workspace and its terms" || first.Category != sysdocs.Guide {
		t.Errorf("%+v", first)
	}
	pages := written(t)
	for _, one := range got.Docs {
		if !strings.Contains(strings.Join(strings.Fields(pages[one.Slug]), " "), one.Excerpt) {
			t.Errorf("%q is not in the page %s", one.Excerpt, one.Slug)
		}
	}
}

func TestAnExcerptHasNoLinks(t *testing.T) {
	_, got, err := use[sysdocs.DocsFound](t, guide(t), sysdocs.TaskSearch, sysdocs.SearchDocs{Query: "One or two changes are put before you one by one", Limit: 10})
	if err != nil || len(got.Docs) == 0 {
		t.Fatal(err)
	}
	for _, one := range got.Docs {
		if strings.Contains(one.Excerpt, "](") {
			t.Errorf("%q", one.Excerpt)
		}
	}
	if !slices.ContainsFunc(got.Docs, func(h sysdocs.HitRow) bool {
		return strings.Contains(h.Excerpt, "see How a plan and its approval work.")
	}) {
		t.Errorf("%+v", got.Docs)
	}
}

func TestASearchKeepsToItsBounds(t *testing.T) {
	r := guide(t)
	if got := sought(t, r, sysdocs.SearchDocs{Query: "plan approval task project"}); len(got) > 3 {
		t.Errorf("%d pages", len(got))
	}
	if got := sought(t, r, sysdocs.SearchDocs{Query: "task project status", Limit: 1}); len(got) != 1 {
		t.Error(got)
	}
	for _, slug := range sought(t, r, sysdocs.SearchDocs{Query: "task status", Category: "data_model", Limit: 10}) {
		if slug != "workspace-data" && slug != "run-data" {
			t.Errorf("%s is no page of the data", slug)
		}
	}
	for _, wrong := range []sysdocs.SearchDocs{{}, {Query: "undo", Limit: 11}, {Query: "undo", Category: "secrets"}, {Query: strings.Repeat("x", 301)}} {
		if _, _, err := use[sysdocs.DocsFound](t, r, sysdocs.TaskSearch, wrong); !errors.Is(err, tools.ErrArguments) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

func TestWhatTheGuideDoesNotTellIsSaid(t *testing.T) {
	r := guide(t)
	for _, words := range []string{"recipe for goulash", "weather in Toronto tomorrow", "price of the pond filter in our shop", "zzzz", "?!", "and the of"} {
		said, got, err := use[sysdocs.DocsFound](t, r, sysdocs.TaskSearch, sysdocs.SearchDocs{Query: words})
		if err != nil || len(got.Docs) > 0 || !strings.Contains(said, words) || !strings.Contains(said, "show the guide") {
			t.Errorf("%q: %q %+v %v", words, said, got.Docs, err)
		}
	}
}

func TestSlipsOfThePenFindWhatIsMeant(t *testing.T) {
	r := guide(t)
	for slips, want := range map[string]string{"stalled taks": "workspace", "conect wordpres": "connecting", "automatons": "automations"} {
		if got := sought(t, r, sysdocs.SearchDocs{Query: slips}); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %v", slips, got)
		}
	}
}
