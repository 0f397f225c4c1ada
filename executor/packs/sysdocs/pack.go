package sysdocs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// The task types of the pack.
const (
	TaskList   assistant.TaskType = "list_system_docs"
	TaskSearch assistant.TaskType = "search_system_docs"
	TaskRead   assistant.TaskType = "read_system_doc"
)

// Bounds of a search.
const (
	mostQuery = 300 // characters
	usual     = 3   // pages, where nobody says how many
	most      = 10
)

// Config gives the pack what it works on.
type Config struct {
	Version string // of the program whose guide it is, which every result names
}

// ListDocs are the arguments of list_system_docs.
type ListDocs struct {
	Category string `json:"category,omitempty" jsonschema:"only pages of this kind"`
}

// SearchDocs are the arguments of search_system_docs.
type SearchDocs struct {
	Query    string `json:"query" jsonschema:"what to look for, in English words: the guide is in English"`
	Category string `json:"category,omitempty" jsonschema:"only pages of this kind"`
	Limit    int    `json:"limit,omitempty" jsonschema:"how many pages at most"`
}

// ReadDoc are the arguments of read_system_doc.
type ReadDoc struct {
	Doc string `json:"doc_id" jsonschema:"the page's slug, or its title"`
}

// DocRow is a page in a list.
type DocRow struct {
	Slug     string   `json:"slug"`
	Title    string   `json:"title"`
	Category Category `json:"category"`
	About    string   `json:"about"`
}

// HitRow is a page in which something was found.
type HitRow struct {
	Slug     string   `json:"slug"`
	Title    string   `json:"title"`
	Category Category `json:"category"`
	Section  string   `json:"section,omitempty" jsonschema:"the heading below which the excerpt stands"`
	Excerpt  string   `json:"excerpt"`
}

// DocsListed are the fields of the result of list_system_docs.
type DocsListed struct {
	Docs   []DocRow `json:"docs"`
	Source string   `json:"source" jsonschema:"whose guide it is, with its version"`
}

// DocsFound are the fields of the result of search_system_docs.
type DocsFound struct {
	Docs   []HitRow `json:"docs" jsonschema:"what has most to do with it first"`
	Source string   `json:"source" jsonschema:"whose guide it is, with its version"`
}

// DocFound are the fields of the result of read_system_doc.
type DocFound struct {
	Content string `json:"content" jsonschema:"the whole page, in Markdown"`
	Source  string `json:"source" jsonschema:"the page's slug, title and category, and whose guide it is, with its version"`
}

// pack is what the tools work on. What looks for words is made when somebody first looks for some.
type pack struct {
	pages  []page
	finder func() *finder
	source string
}

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack { return tools.Pack{Name: "sysdocs"} }

// Tools returns the pack's tools.
func Tools(c Config) ([]tools.Tool, error) {
	if c.Version == "" {
		return nil, errors.New("sysdocs pack: the version of the program is needed")
	}
	all, err := pages()
	if err != nil {
		return nil, err
	}
	p := pack{pages: all, finder: sync.OnceValue(func() *finder { return newFinder(all) }), source: "the guide of AISTEAM " + c.Version}
	return []tools.Tool{p.list(), p.search(), p.read()}, nil
}

// query is what the pack's tools have in common: they tell what is in the program itself, whoever asks.
func query[A, R any](t tools.Tool, run func(A) (assistant.Sentence, R, error)) tools.Tool {
	t.Class, t.Effect, t.Idempotent, t.Answers, t.Open = assistant.ClassQuery, assistant.EffectNone, true, true, true
	t.Arguments, t.Result = tools.Arguments[A](), tools.Fields[R]()
	if t.Arguments != nil {
		bounded(t.Arguments.Properties)
	}
	t.Run = func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
		a, err := tools.Read[A](c)
		if err != nil {
			return assistant.Receipt{}, err
		}
		says, rows, err := run(a)
		if err != nil {
			return assistant.Receipt{}, err
		}
		return assistant.Receipt{Result: assistant.Result{Summary: says, Fields: assistant.ValuesOf(rows)}}, nil
	}
	return t
}

// bounded writes into the arguments' schemas what they may be.
func bounded(arguments map[string]*jsonschema.Schema) {
	if s := arguments["category"]; s != nil {
		for _, c := range Categories() {
			s.Enum = append(s.Enum, string(c))
		}
	}
	if s := arguments["limit"]; s != nil {
		least, atMost := 1.0, float64(most)
		s.Minimum, s.Maximum = &least, &atMost
	}
	for _, name := range []string{"query", "doc_id"} {
		if s := arguments[name]; s != nil {
			least, atMost := 1, mostQuery
			s.MinLength, s.MaxLength = &least, &atMost
		}
	}
}

func (p pack) list() tools.Tool {
	return query(tools.Tool{
		Name: string(TaskList), Label: "List the pages of the guide", Nouns: []string{"guide", "manual"}, Examples: listed(),
		Description: "Lists the pages of this product's own guide, each with its title and what it is about: how it is used, how it is built, what it " +
			"keeps. Changes nothing.",
	}, func(a ListDocs) (assistant.Sentence, DocsListed, error) {
		out := DocsListed{Docs: []DocRow{}, Source: p.source}
		for _, one := range p.pages {
			if a.Category == "" || one.category == Category(a.Category) {
				out.Docs = append(out.Docs, DocRow{one.slug, one.title, one.category, one.about})
			}
		}
		return assistant.Say("These are pages of the guide, which is in English. Say “search the guide for undo” to look something up in it"), out, nil
	})
}

func (p pack) search() tools.Tool {
	return query(tools.Tool{
		Name: string(TaskSearch), Label: "Search the guide", Nouns: []string{"guide", "manual"}, Subject: tools.About("query"), Examples: searched(),
		Description: "Looks up in this product's own guide how it works and what its terms mean, and gives excerpts of the pages that tell most of it. " +
			"For questions about the product itself, not about a project or a site. Changes nothing.",
	}, func(a SearchDocs) (assistant.Sentence, DocsFound, error) {
		out := DocsFound{Docs: []HitRow{}, Source: p.source}
		if a.Limit == 0 {
			a.Limit = usual
		}
		for _, one := range p.finder().find(a.Query, Category(a.Category), a.Limit) {
			out.Docs = append(out.Docs, HitRow{one.slug, one.title, one.category, one.under, one.piece.text})
		}
		if len(out.Docs) == 0 {
			return assistant.Say("The guide tells nothing of “%s”. It is in English; say “show the guide” to see its pages", joined(a.Query)), out, nil
		}
		return assistant.Say("This is what the guide tells of “%s”", joined(a.Query)), out, nil
	})
}

func (p pack) read() tools.Tool {
	return query(tools.Tool{
		Name: string(TaskRead), Label: "Read a page of the guide", Nouns: []string{"guide", "manual"}, Subject: tools.About("doc_id"), Examples: readOne(),
		Description: "Reads one page of this product's own guide as a whole, by its slug or its title. Changes nothing.",
	}, func(a ReadDoc) (assistant.Sentence, DocFound, error) {
		one, known := p.named(a.Doc)
		if !known {
			return assistant.Sentence{}, DocFound{}, assistant.BadInput(assistant.Say("The guide has no page that is called “%s”.", joined(a.Doc)),
				assistant.Say("Name one of its pages: %s.", strings.Join(p.slugs(), ", ")))
		}
		return assistant.Say("“%s”, a page of the guide", one.title), DocFound{one.text, one.slug + ", “" + one.title + "” (" + string(one.category) + "), " + p.source}, nil
	})
}

// named is the page that is called so, by its slug or its title, however it is written.
func (p pack) named(said string) (page, bool) {
	said = strings.TrimSuffix(joined(said), ".md")
	at := slices.IndexFunc(p.pages, func(one page) bool {
		return strings.EqualFold(said, one.slug) || strings.EqualFold(said, one.title) || strings.EqualFold(said, strings.ReplaceAll(one.slug, "-", " "))
	})
	if at < 0 {
		return page{}, false
	}
	return p.pages[at], true
}

func (p pack) slugs() []string {
	var out []string
	for _, one := range p.pages {
		out = append(out, one.slug)
	}
	return out
}

// lists are examples whose answers are lists.
func lists(line string, columns []string, one examples.Example) []examples.Example {
	one.Lists = examples.Listing{Columns: columns, Line: line}
	return []examples.Example{one}
}
