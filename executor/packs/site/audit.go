package site

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

func runAudit(c Config) tools.Tool {
	return tools.Tool{
		Name: string(TaskRunAudit), Label: "Run an audit",
		Description: "Looks at a page as a visitor and a search engine see it: title, description, headings, images, links, " +
			"robots, structured data, size and time. Changes nothing. Without an address it looks at the project's front page. " +
			"Its result has the fields url, score, findings, summary, title and description.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[RunAudit](),
		Result: tools.Fields[Audited](), Subject: aboutPage, Regular: RegularAddress, Examples: audits(), Elsewhere: "url",
		Nouns: []string{"audit", "audits"}, Verbs: []string{"seo"},
		Run: func(ctx context.Context, call tools.Call) (assistant.Receipt, error) {
			a, err := arguments[RunAudit](call)
			if err != nil {
				return assistant.Receipt{}, err
			}
			if a.URL == "" && a.Slug != "" {
				return auditPage(ctx, c, call, a.Slug)
			}
			at := cmp.Or(a.URL, c.Pages.Address(call.Project, ""))
			seen, err := c.Auditor.Audit(ctx, call.Out, call.Project, at)
			if err != nil {
				return assistant.Receipt{}, err
			}
			return auditReceipt(seen, at)
		},
	}
}

// auditPage audits the page at the address that the site itself gives it, and nothing else that comes there.
func auditPage(ctx context.Context, c Config, call tools.Call, path string) (assistant.Receipt, error) {
	p := call.Project
	if !site.ValidPath(path) {
		return assistant.Receipt{}, assistant.BadInput(assistant.Say("“%s” is not the address of a page.", path), assistant.Say("Please give the page's whole address."))
	}
	page, err := writer{pages: c.Pages, ground: c.Ground}.present(ctx, p, path, "look at the page", assistant.Say("Please check the page's address."))
	if err != nil {
		return assistant.Receipt{}, err
	}
	if page.Status != "" {
		return assistant.Receipt{}, assistant.BadInput(assistant.Say("The page /%s is there%s, so there is nothing to audit yet.", path, standing(page.Status)), assistant.Say("Please have it published first."))
	}
	at := cmp.Or(page.URL, c.Pages.Address(p, path))
	seen, err := c.Auditor.Audit(ctx, call.Out, p, at)
	if err != nil {
		return assistant.Receipt{}, err
	}
	if seen.Status == http.StatusOK && !shows(seen, page) {
		return assistant.Receipt{}, &assistant.Trouble{Problem: assistant.Problem{
			Side:     assistant.SideContext,
			Message:  assistant.Say("What came for the page “%s” from %s is another page: “%s”, at %s. I did not audit that one.", clean.Short(page.Title), shown.Address(at), clean.Short(seen.Title), shown.Address(cmp.Or(seen.Canonical, seen.URL))),
			Recovery: assistant.Say("Please check whether a redirect or a cache stands in front of the page, or give me the address that you want audited."),
		}}
	}
	seen.Page = path
	return auditReceipt(seen, at)
}

// shows tells whether what was seen is the page: by the ID that it names, else by its own address or its title.
func shows(seen site.Audit, page site.Page) bool {
	if u, err := url.Parse(seen.Shortlink); err == nil && seen.Shortlink != "" {
		if id := cmp.Or(u.Query().Get("p"), u.Query().Get("page_id")); id != "" {
			return id == page.ID
		}
	}
	if sameAddress(seen.Canonical, page.URL) {
		return true
	}
	titled := func(text string) bool {
		for _, t := range []string{page.Title, page.MetaTitle} {
			if t = plain(html.UnescapeString(t)); t != "" && strings.Contains(strings.ToLower(plain(text)), strings.ToLower(t)) {
				return true
			}
		}
		return false
	}
	return titled(seen.Title) || slices.ContainsFunc(seen.Headings, func(h site.Heading) bool { return titled(h.Text) })
}

// sameAddress tells whether two addresses are one, but for the scheme and the slash at the end.
func sameAddress(a, b string) bool {
	bare := func(address string) string {
		_, rest, _ := strings.Cut(address, "://")
		return strings.TrimRight(rest, "/")
	}
	return a != "" && bare(a) == bare(b)
}

// auditReceipt says what was audited, also where another address was asked for.
func auditReceipt(a site.Audit, asked string) (assistant.Receipt, error) {
	details, err := json.Marshal(a)
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write audit: %w", err)
	}
	count := map[site.Severity]int{}
	for _, f := range a.Findings {
		count[f.Severity]++
	}
	what := assistant.Verbatim(a.URL)
	switch {
	case !sameAddress(a.URL, asked):
		what = assistant.Say("%s (where %s leads)", a.URL, asked)
	case a.Canonical != "" && !sameAddress(a.Canonical, a.URL):
		what = assistant.Say("%s (which names %s as its address)", a.URL, shown.Address(a.Canonical))
	}
	summary := assistant.Say("Audited %s: %d of 100, nothing to mend", what, a.Score)
	if len(a.Findings) > 0 {
		summary = assistant.Say("Audited %s: %d of 100, %d critical, %s, %s", what, a.Score, count[site.SeverityCritical],
			counted(count[site.SeverityWarning], assistant.Say("1 warning"), assistant.Say("%d warnings", count[site.SeverityWarning])),
			counted(count[site.SeverityNotice], assistant.Say("1 notice"), assistant.Say("%d notices", count[site.SeverityNotice])))
	}
	return assistant.Receipt{Result: assistant.Result{Summary: summary, Details: details, Read: findingLines(a.Findings), Fields: assistant.ValuesOf(Audited{
		URL: a.URL, Score: strconv.Itoa(a.Score), Findings: findingLines(a.Findings), Summary: summary.String(),
		Title: a.Title, Description: a.Description,
	})}}, nil
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
