package content

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/clean"
)

// Writer writes drafts.
type Writer interface {
	// Page writes a page's content as HTML.
	Page(ctx context.Context, c tools.Call, d DraftContent) (html string, err error)
	// SEO writes what search engines are told of a page.
	SEO(ctx context.Context, c tools.Call, d DraftSEO) (SEO, error)
}

// SEO is what search engines are told of a page.
type SEO struct {
	Title       string
	Description string
	Keywords    string
}

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack {
	return tools.Pack{Name: "content", Templates: templates(), Needs: []llm.Need{llm.NeedToWrite(PurposeDraft)}}
}

// Tools returns the pack's tools.
func Tools(w Writer) ([]tools.Tool, error) {
	if w == nil {
		return nil, errors.New("content pack: a writer is needed")
	}
	return []tools.Tool{draftContent(w), draftSEO(w)}, nil
}

// contentOwners may write.
func contentOwners() []assistant.AgentID {
	return []assistant.AgentID{
		assistant.CreativeLead, assistant.GrowthLead, assistant.SEOSpecialist, assistant.ClientSuccess, assistant.DeliveryLead,
		assistant.TechnicalLead, assistant.WebEngineer, assistant.EcommerceSpecialist, assistant.SportsMedia,
		assistant.ResearchAgent, assistant.Chief,
	}
}

func draftContent(w Writer) tools.Tool {
	policy := clean.New()
	return tools.Tool{
		Name: string(TaskDraftContent), Label: "Write a draft",
		Description: "Writes the content of a page. Changes nothing outside. Its result has the fields html and text.",
		Class:       assistant.ClassQuery, Effect: assistant.EffectNone, Owners: contentOwners(),
		Result: tools.Fields[Drafted](), Subject: tools.About("title"), Arguments: tools.Arguments[DraftContent](), Told: "request",
		Rewrite: tools.Rewrite{Before: "before", Field: "html", Words: "changes"},
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			var d DraftContent
			if err := json.Unmarshal(c.Arguments, &d); err != nil {
				return assistant.Receipt{}, fmt.Errorf("read arguments: %w", err)
			}
			written, err := w.Page(ctx, c, d)
			if err != nil {
				return assistant.Receipt{}, err
			}
			page := policy.HTML(written)
			text := plain(page)
			return assistant.Receipt{Result: assistant.Result{
				Summary: wrote(d.Title, len(strings.Fields(text)), clean.LeftOut(written, page)),
				Fields:  assistant.ValuesOf(Drafted{HTML: page, Text: text}), Markup: []string{"html"}, Read: text,
			}}, nil
		},
	}
}

// wrote says how long a draft is, and what of it may not be published and was left out.
func wrote(title string, words int, left []string) assistant.Sentence {
	said := assistant.Say("Wrote the draft for “%s”, %d words", title, words)
	if words == 1 {
		said = assistant.Say("Wrote the draft for “%s”, 1 word", title)
	}
	switch {
	case len(left) > 5:
		return assistant.Say("%s; left out, because it may not be published: %s, and more", said, strings.Join(left[:5], ", "))
	case len(left) > 0:
		return assistant.Say("%s; left out, because it may not be published: %s", said, strings.Join(left, ", "))
	}
	return said
}

func draftSEO(w Writer) tools.Tool {
	return tools.Tool{
		Name: string(TaskDraftSEO), Label: "Write search texts",
		Description: "Writes title, description and keywords of a page for search engines. Changes nothing outside. " +
			"Its result has the fields title, description and keywords.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Owners: contentOwners(),
		Result: tools.Fields[SearchTexts](), Subject: tools.About("title"), Arguments: tools.Arguments[DraftSEO](), Told: "request",
		Rewrite: tools.Rewrite{Before: "before", Words: "changes"},
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			var d DraftSEO
			if err := json.Unmarshal(c.Arguments, &d); err != nil {
				return assistant.Receipt{}, fmt.Errorf("read arguments: %w", err)
			}
			seo, err := w.SEO(ctx, c, d)
			if err != nil {
				return assistant.Receipt{}, err
			}
			return assistant.Receipt{Result: assistant.Result{
				Summary: assistant.Say("Wrote the search texts for “%s”: %s", d.Title, seo.Title),
				Fields:  assistant.ValuesOf(SearchTexts(seo)),
				Read:    "Title: " + seo.Title + "\nDescription: " + seo.Description + "\nKeywords: " + seo.Keywords,
			}}, nil
		},
	}
}

// plain is a page's text without its markup: a line per block.
func plain(page string) string {
	z := html.NewTokenizer(strings.NewReader(page))
	var lines []string
	var line strings.Builder
	flush := func() {
		if words := strings.Join(strings.Fields(line.String()), " "); words != "" {
			lines = append(lines, words)
		}
		line.Reset()
	}
	for {
		switch z.Next() {
		case html.ErrorToken:
			flush()
			return strings.Join(lines, "\n")
		case html.TextToken:
			line.Write(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			switch name, _ := z.TagName(); string(name) {
			case "a", "b", "strong", "i", "em", "span", "code", "small", "mark", "sub", "sup", "abbr":
			default:
				flush()
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}
