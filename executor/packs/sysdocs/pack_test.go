package sysdocs_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/sysdocs"
)

// guide is the pack as it is served.
func guide(t *testing.T) *tools.Registry {
	t.Helper()
	all, err := sysdocs.Tools(sysdocs.Config{Version: "v1.2.3"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tools.NewRegistry(all...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// use calls a tool as the gate does: with arguments that fit, and a result that does.
func use[R any](t *testing.T, r *tools.Registry, name assistant.TaskType, arguments any) (said string, out R, err error) {
	t.Helper()
	raw, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Validate(string(name), raw); err != nil {
		return "", out, err
	}
	tool, _ := r.Get(string(name))
	receipt, err := tool.Run(context.Background(), tools.Call{Arguments: raw})
	if err != nil {
		return "", out, err
	}
	if _, err := r.Fitting(string(name), receipt.Result); err != nil {
		t.Fatal(err)
	}
	fields, err := json.Marshal(receipt.Result.Fields)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(fields, &out); err != nil {
		t.Fatal(err)
	}
	return receipt.Result.Summary.String(), out, nil
}

// sought are the slugs that a search gives, in their order.
func sought(t *testing.T, r *tools.Registry, a sysdocs.SearchDocs) []string {
	t.Helper()
	_, found, err := use[sysdocs.DocsFound](t, r, sysdocs.TaskSearch, a)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, one := range found.Docs {
		out = append(out, one.Slug)
	}
	return out
}

// written are the pages as they stand in the folder, by their slugs.
func written(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("guide/*.md")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d pages: %v", len(files), err)
	}
	out := map[string]string{}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(name), ".md")] = string(raw)
	}
	return out
}

func TestEveryPageIsWrittenAsAllAre(t *testing.T) {
	const longest, longestPiece = 6000, 500
	begins := regexp.MustCompile(`^# [^\n]+\n\n\*(guide|architecture|data_model)\*: [^\n]+\.\n\n\S`)
	link := regexp.MustCompile(`\]\(([^)]*)\)`)
	pieces := regexp.MustCompile(`\n\n|\n- `)
	all := written(t)
	for slug, text := range all {
		if !begins.MatchString(text) {
			t.Errorf("%s does not begin with its title, its category and what it is about, each on a line", slug)
		}
		if n := utf8.RuneCountInString(text); n > longest {
			t.Errorf("%s has %d characters", slug, n)
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if all[m[1]] == "" || m[1] == slug {
				t.Errorf("%s leads to %q, which is no other page", slug, m[1])
			}
		}
		for _, piece := range pieces.Split(text, -1) {
			if n := utf8.RuneCountInString(piece); n > longestPiece {
				t.Errorf("%s: a paragraph has %d characters, too many for an excerpt: %.60s…", slug, n, piece)
			}
		}
	}
}

func TestTheGuideIsListed(t *testing.T) {
	r, all := guide(t), written(t)
	said, whole, err := use[sysdocs.DocsListed](t, r, sysdocs.TaskList, sysdocs.ListDocs{})
	if err != nil || len(whole.Docs) != len(all) || !strings.Contains(whole.Source, "v1.2.3") || !strings.Contains(said, "in English") {
		t.Errorf("%q: %d pages of %d, of %q: %v", said, len(whole.Docs), len(all), whole.Source, err)
	}
	var parts []sysdocs.DocRow
	for _, c := range sysdocs.Categories() {
		_, part, err := use[sysdocs.DocsListed](t, r, sysdocs.TaskList, sysdocs.ListDocs{Category: string(c)})
		if err != nil || len(part.Docs) == 0 || slices.ContainsFunc(part.Docs, func(d sysdocs.DocRow) bool { return d.Category != c }) {
			t.Errorf("%s: %v %v", c, part.Docs, err)
		}
		parts = append(parts, part.Docs...)
	}
	if !slices.Equal(parts, whole.Docs) {
		t.Errorf("the categories have\n%v\nof\n%v", parts, whole.Docs)
	}
	titles := map[string]bool{}
	for _, d := range whole.Docs {
		if !strings.HasPrefix(all[d.Slug], "# "+d.Title+"\n\n*"+string(d.Category)+"*: "+d.About+"\n") || titles[d.Title] {
			t.Errorf("%+v is not what its page says, or is called as another one", d)
		}
		titles[d.Title] = true
	}
	if _, _, err := use[sysdocs.DocsListed](t, r, sysdocs.TaskList, sysdocs.ListDocs{Category: "secrets"}); !errors.Is(err, tools.ErrArguments) {
		t.Error(err)
	}
}

func TestAPageIsReadAsItIsWritten(t *testing.T) {
	r := guide(t)
	for slug, text := range written(t) {
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		for _, called := range []string{slug, title, strings.ToUpper(title), " " + slug + ".md ", strings.ReplaceAll(slug, "-", " ")} {
			said, got, err := use[sysdocs.DocFound](t, r, sysdocs.TaskRead, sysdocs.ReadDoc{Doc: called})
			if err != nil || got.Content != text {
				t.Errorf("%q reads %.40q: %v", called, got.Content, err)
			}
			for _, part := range []string{slug, title, "v1.2.3"} {
				if !strings.Contains(got.Source, part) {
					t.Errorf("the source of %s is %q, without %s", slug, got.Source, part)
				}
			}
			if !strings.Contains(said, title) {
				t.Errorf("%q", said)
			}
		}
	}
}

func TestAPageThatIsNotThereAnswersWithThoseThatAre(t *testing.T) {
	for _, called := range []string{"undoing", "../pack.go", "guide/undo", "%s"} {
		_, _, err := use[sysdocs.DocFound](t, guide(t), sysdocs.TaskRead, sysdocs.ReadDoc{Doc: called})
		trouble, ok := errors.AsType[*assistant.Trouble](err)
		if !ok || !strings.Contains(trouble.Problem.Message.String(), called) {
			t.Fatalf("%q: %v", called, err)
		}
		for slug := range written(t) {
			if !strings.Contains(trouble.Problem.Recovery.String(), slug) {
				t.Errorf("%q does not name %s", trouble.Problem.Recovery, slug)
			}
		}
	}
	for _, nothing := range []string{`{}`, `{"doc_id":""}`, `{"doc_id":"` + strings.Repeat("x", 301) + `"}`} {
		if err := guide(t).Validate(string(sysdocs.TaskRead), json.RawMessage(nothing)); !errors.Is(err, tools.ErrArguments) {
			t.Errorf("%.40s: %v", nothing, err)
		}
	}
}

func TestGuestsMayBeToldOfTheGuideAndNothingIsChanged(t *testing.T) {
	all := guide(t).All()
	if len(all) != 3 {
		t.Fatal(len(all))
	}
	for _, tool := range all {
		if !tool.Open || !tool.Answers || !tool.Idempotent || tool.Class != assistant.ClassQuery || tool.Effect != assistant.EffectNone || tool.Needs != "" {
			t.Errorf("%+v", tool)
		}
	}
	if _, err := sysdocs.Tools(sysdocs.Config{}); err == nil {
		t.Error("a guide of no version was opened")
	}
}
