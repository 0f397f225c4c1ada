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
		Description: "Lists or searches the posts and pages of the project's website. Changes nothing. Its result has the field content: a " +
			"JSON object a line, with kind, id, title, url, status and, of what comes later, at.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[ListContent](), Needs: site.Blog,
		Result: tools.Fields[ContentListed](), Answers: true,
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
	var lines strings.Builder
	n, most := 0, math.MaxInt
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
		some, err := entry.Lines(all, "kind", site.FieldTitle, site.FieldStatus, site.FieldAt, site.FieldCategories, site.FieldTags)
		if err != nil {
			return assistant.Receipt{}, err
		}
		lines.WriteString(some)
		if n += len(all); len(all) == a.Limit {
			most = 0 // there may be more of them
		}
	}
	noun := strings.TrimSuffix(a.Kind, "s")
	if noun == "" {
		noun = "post or page"
	}
	r := entry.Found("content", lines.String(), noun, n, most)
	if noun == "post or page" && n > 1 {
		r.Result.Summary = strings.Replace(r.Result.Summary, "post or pages", "posts and pages", 1)
	}
	return r, nil
}
