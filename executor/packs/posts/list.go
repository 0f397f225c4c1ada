package posts

import (
	"context"
	"math"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/entry"
)

func listContent(k entry.Keeper) tools.Tool {
	return tools.Tool{
		Name: string(TaskList), Label: "List posts and pages", Examples: listed(),
		Description: "Lists or searches the posts and pages of the project's website. Changes nothing.",
		Class:       assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[ListContent](), Needs: site.Blog,
		Result: entry.RowsOf("content", told()...), Answers: true,
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) { return list(ctx, k, c) },
	}
}

func list(ctx context.Context, k entry.Keeper, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[ListContent](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	a.Limit = entry.Listed(a.Limit)
	if a.Kind != "posts" && a.Kind != "pages" {
		a.Kind = ""
	}
	rows, most := []map[string]string{}, math.MaxInt
	for _, kind := range []struct {
		of   site.EntryKind
		word string
	}{{site.EntryPost, "posts"}, {site.EntryPage, "pages"}} {
		if a.Kind != "" && a.Kind != kind.word {
			continue
		}
		all, err := k.Entries(ctx, c.Project, kind.of, site.Query{Search: a.Search, Status: a.Status, Most: a.Limit}, "list the "+kind.word)
		if err != nil {
			return assistant.Receipt{}, err
		}
		for i := range all {
			all[i] = all[i].With(map[string]string{"kind": string(kind.of)})
		}
		if rows = append(rows, entry.Rows(all, told()...)...); len(all) == a.Limit {
			most = 0 // there may be more of them
		}
	}
	noun, nouns := strings.TrimSuffix(a.Kind, "s"), a.Kind
	if noun == "" {
		noun, nouns = "post or page", "posts and pages"
	}
	return entry.Found("content", rows, noun, nouns, most), nil
}

// told returns the fields listed of each post, besides id and url.
func told() []string {
	return []string{"kind", site.FieldTitle, site.FieldStatus, site.FieldAt, site.FieldCategories, site.FieldTags}
}
