package site

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

func runAudit(c Config) tools.Tool {
	return tools.Tool{
		Name: string(assistant.TaskRunAudit), Label: "Run an audit",
		Description: "Looks at a page as a visitor and a search engine see it: title, description, headings, images, links, " +
			"robots, structured data, size and time. Changes nothing. Without an address it looks at the project's front page. " +
			"Its result has the fields url, score, findings, summary, title and description.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[RunAudit](),
		Run: func(ctx context.Context, call tools.Call) (assistant.Receipt, error) {
			a, err := arguments[RunAudit](call)
			if err != nil {
				return assistant.Receipt{}, err
			}
			url := a.URL
			switch {
			case url != "":
			case a.Slug != "" && !site.ValidSlug(a.Slug):
				return assistant.Receipt{}, input("“"+a.Slug+"” is not the address of a page.", "Please give the page's whole address.")
			default:
				url = c.Pages.Address(call.Project, a.Slug)
			}
			seen, err := c.Auditor.Audit(ctx, call.Project, url)
			if err != nil {
				return assistant.Receipt{}, err
			}
			return auditReceipt(seen)
		},
	}
}

func auditReceipt(a site.Audit) (assistant.Receipt, error) {
	details, err := json.Marshal(a)
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write audit: %w", err)
	}
	count := map[site.Severity]int{}
	for _, f := range a.Findings {
		count[f.Severity]++
	}
	summary := fmt.Sprintf("Audited %s: %d of 100, ", a.URL, a.Score)
	if len(a.Findings) == 0 {
		summary += "nothing to mend"
	} else {
		summary += fmt.Sprintf("%d critical, %s, %s", count[site.SeverityCritical],
			some(count[site.SeverityWarning], "warning"), some(count[site.SeverityNotice], "notice"))
	}
	return assistant.Receipt{Result: assistant.Result{Summary: summary, Details: details, Read: findingLines(a.Findings), Fields: map[string]string{
		"url": a.URL, "score": strconv.Itoa(a.Score), "findings": findingLines(a.Findings), "summary": summary,
		"title": a.Title, "description": a.Description,
	}}}, nil
}

func some(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// findingLines are the findings with what to do about each, the weightiest first.
func findingLines(fs []site.Finding) string {
	fs = slices.Clone(fs)
	slices.SortStableFunc(fs, func(a, b site.Finding) int { return b.Severity.Weight() - a.Severity.Weight() })
	var out strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&out, "- %s: %s %s\n", f.Severity, f.Message, f.Advice)
	}
	return out.String()
}
