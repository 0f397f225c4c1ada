package site

import (
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var (
	addAudit = script.Pattern(`(?i)\b(?:add|include|also|and)\b[^,;.]*\baudit\b`)
	noAudit  = script.Pattern(`(?i)\b(?:drop|remove|delete|skip|omit|cancel|leave out|without|not?|never)\b[^,;.]*\baudit\b|\baudit\b[^,;.]*\bout\b`)
	writeIn  = script.Pattern(`(?i)\b(?:write|make|do|have)?\s*(?:it|everything|the page|the text)?\s*in\s+(English|French|German|Spanish|Italian|Dutch|Portuguese|Polish)\b`)
)

// named are the pages' titles: the request's, or what the person answered.
func (i *asked) named(d *script.Draft) []string {
	if names := titles(i.pages); len(names) > 0 {
		return names
	}
	if len(i.pages) > 1 {
		return script.Listed(d.Values["title"], true)
	}
	return []string{d.Values["title"]}
}

func (i *asked) draftPages(d *script.Draft, names []string, audited bool) {
	seo := d.Has(taskDraftSEO) && len(names) <= 4
	audited = audited && d.Has(TaskRunAudit) && len(names) <= 3
	layout := script.First(d.Values["layout"], "One simple page")
	if f := d.Facts.Fork; f != nil {
		layout = f.Title
	}
	if more := d.Values["details"]; more != "" {
		layout += ". " + more
	}
	for n, name := range names {
		draft, meta, made := script.Key("draft", n, len(names)), script.Key("seo", n, len(names)), script.Key("page", n, len(names))
		d.Add(0, draft, taskDraftContent, assistant.CreativeLead, "Draft the words and the layout of the "+name+" page",
			script.Text("title", name), script.Text("audience", d.Values["audience"]), script.Text("language", d.Values["language"]),
			script.Text("layout", layout), script.Text("keywords", focusOf(d, name, names)), script.Text("goal", d.Facts.Goal))
		page := []llm.ParameterReply{script.Text("title", name), script.Text("slug", script.Slugged(name)), script.From("contentHtml", draft, "html")}
		if seo {
			d.Add(0, meta, taskDraftSEO, assistant.GrowthLead, "Write the "+name+" page's title and description for search engines",
				script.Text("title", name), script.Text("audience", d.Values["audience"]), script.Text("language", d.Values["language"]), script.Text("focus", focusOf(d, name, names)))
			page = append(page, script.From("metaTitle", meta, "title"), script.From("metaDescription", meta, "description"))
		}
		page = append(page, script.Text("language", script.LanguageCode(d.Values["language"])))
		d.Add(1, made, TaskCreatePage, assistant.WebEngineer, "Create the page "+name+" from the drafts", page...)
		if audited {
			d.Add(2, script.Key("audit", n, len(names)), TaskRunAudit, assistant.GrowthLead, "Audit the new page "+name, script.From("url", made, "url"))
		}
	}
}

// focusOf is what a page is to be found for. What was answered for several pages together serves one page by its name.
func focusOf(d *script.Draft, name string, names []string) string {
	if len(names) > 1 && d.Values["focus"] == script.Both(names) {
		return name
	}
	return script.First(d.Values["focus"], name)
}

func (u update) draft(d *script.Draft, k string) {
	page, block, words := script.First(u.page, d.Values["page"]), script.First(u.block, d.Values["block"]), script.First(u.text, d.Values["text"])
	if u.html != "" {
		words = ""
	}
	what := "“" + block + "”"
	if block == "h1" {
		what = "the main heading"
	}
	d.Add(0, k, TaskUpdateBlock, assistant.WebEngineer, "Change "+what+" on the page "+page,
		script.Text("slug", script.Slugged(page)), script.Text("block", block), script.Text("text", words), script.Text("html", u.html))
}

// look adds an audit. What the plan makes is audited with the pages, or by the page that it changes.
func (i *asked) look(d *script.Draft, a audit, n int) {
	if !a.own {
		a.draft(d, script.Key("check", n, len(i.audits)))
		return
	}
	if len(i.pages) > 0 {
		return
	}
	for j, u := range i.updates {
		audit{page: script.First(u.page, d.Values["page"])}.draft(d, script.Key("audit", j, len(i.updates)))
	}
}

func (a audit) draft(d *script.Draft, k string) {
	level := 0
	if d.Any(1) {
		level = 2
	} else if a.page != "" && d.Any(0) {
		level = 1
	}
	d.Add(level, k, TaskRunAudit, assistant.GrowthLead, "Audit "+a.subject(0), script.Text("url", a.url), script.Text("slug", script.Slugged(a.page)))
}

// stepValue is a value as a step takes it: a page has its language as a code, and an audit gets nothing that it was not given.
func stepValue(t assistant.TaskType, parameter, value string, given bool) (string, bool) {
	if parameter == "language" && t == TaskCreatePage {
		return script.First(script.LanguageCode(value), value), true
	}
	return value, given || t != TaskRunAudit
}

// revise follows the wishes that only this pack knows: an audit along with the rest, another language.
func revise(wish string, steps []llm.StepReply, f llm.PlanFacts) ([]llm.StepReply, bool) {
	if addAudit().MatchString(wish) && !noAudit().MatchString(wish) {
		return withAudit(steps, f), true
	}
	if m := writeIn().FindStringSubmatch(wish); m != nil {
		script.Set(steps, f.Tools, "language", m[1], stepValue)
		return steps, true
	}
	return steps, false
}

func withAudit(steps []llm.StepReply, f llm.PlanFacts) []llm.StepReply {
	if slices.ContainsFunc(steps, func(s llm.StepReply) bool { return s.Type == string(TaskRunAudit) }) || len(steps) == 0 {
		return steps
	}
	d := script.NewDraft(f)
	d.Add(2, "audit", TaskRunAudit, assistant.GrowthLead, "Audit the front page")
	audit := d.Steps()[0]
	last := steps[0].Group
	for _, s := range steps {
		last = max(last, s.Group)
		if s.Type == string(TaskCreatePage) {
			audit.Summary, audit.Parameters = "Audit the new page", []llm.ParameterReply{script.From("url", s.Key, "url")}
		}
	}
	audit.Group = string(rune(last[0] + 1))
	if audit.Parameters == nil {
		audit.Parameters = []llm.ParameterReply{}
	}
	return append(steps, audit)
}
