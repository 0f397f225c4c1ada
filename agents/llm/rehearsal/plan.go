package rehearsal

import (
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// drafting collects the steps of a plan by level: what needs nothing, what needs that, and what looks at the outcome.
type drafting struct {
	facts  llm.PlanFacts
	values map[string]string
	levels [3][]llm.StepReply
}

func plan(f llm.PlanFacts) llm.PlanReply {
	d := drafting{facts: f, values: map[string]string{}}
	for _, p := range f.Values {
		d.values[p.Key] = p.Value
	}
	in := understand(f.Request)
	if len(in.pages) > 0 {
		d.pages(d.titles(in), slices.ContainsFunc(in.audits, func(a audit) bool { return a.own }) || len(in.audits) == 0)
	}
	for i, u := range in.updates {
		d.update(u, key("update", i, len(in.updates)))
	}
	for i, t := range in.tickets {
		d.ticket(t, key("ticket", i, len(in.tickets)))
	}
	for i, a := range in.audits {
		if !a.own {
			d.audit(a, key("check", i, len(in.audits)))
		} else if len(in.pages) == 0 {
			for j, u := range in.updates {
				page := first(u.page, d.values["page"])
				d.audit(audit{page: page}, key("audit", j, len(in.updates)))
			}
		}
	}
	out := llm.PlanReply{Title: first(f.Title, title(in)), Steps: []llm.StepReply{}}
	group := 'A'
	for _, level := range d.levels {
		for _, s := range level {
			s.Group = string(group)
			out.Steps = append(out.Steps, s)
		}
		if len(level) > 0 {
			group++
		}
	}
	return out
}

// titles are the request's, or what the person answered.
func (d *drafting) titles(in intent) []string {
	if names := titles(in.pages); len(names) > 0 {
		return names
	}
	if len(in.pages) > 1 {
		return listed(d.values["title"], true)
	}
	return []string{d.values["title"]}
}

func (d *drafting) pages(names []string, audited bool) {
	seo := d.has(assistant.TaskDraftSEO) && len(names) <= 4
	audited = audited && d.has(assistant.TaskRunAudit) && len(names) <= 3
	layout := first(d.values["layout"], "One simple page")
	if f := d.facts.Fork; f != nil {
		layout = f.Title
	}
	if more := d.values["details"]; more != "" {
		layout += ". " + more
	}
	for i, name := range names {
		draft, meta, made := key("draft", i, len(names)), key("seo", i, len(names)), key("page", i, len(names))
		d.add(0, draft, assistant.TaskDraftContent, assistant.CreativeLead, "Draft the words and the layout of the "+name+" page",
			text("title", name), text("audience", d.values["audience"]), text("language", d.values["language"]),
			text("layout", layout), text("keywords", d.focus(name, names)), text("goal", d.facts.Goal))
		page := []llm.ParameterReply{text("title", name), text("slug", slugged(name)), from("contentHtml", draft, "html")}
		if seo {
			d.add(0, meta, assistant.TaskDraftSEO, assistant.GrowthLead, "Write the "+name+" page's title and description for search engines",
				text("title", name), text("audience", d.values["audience"]), text("language", d.values["language"]), text("focus", d.focus(name, names)))
			page = append(page, from("metaTitle", meta, "title"), from("metaDescription", meta, "description"))
		}
		page = append(page, text("language", languageCode(d.values["language"])))
		d.add(1, made, assistant.TaskCreatePage, assistant.WebEngineer, "Create the page "+name+" from the drafts", page...)
		if audited {
			d.add(2, key("audit", i, len(names)), assistant.TaskRunAudit, assistant.GrowthLead, "Audit the new page "+name, from("url", made, "url"))
		}
	}
}

// focus is what a page is to be found for. What was answered for several pages together serves one page by its name.
func (d *drafting) focus(name string, names []string) string {
	if len(names) > 1 && d.values["focus"] == both(names) {
		return name
	}
	return first(d.values["focus"], name)
}

func (d *drafting) update(u update, k string) {
	page, block, words := first(u.page, d.values["page"]), first(u.block, d.values["block"]), first(u.text, d.values["text"])
	what := "“" + block + "”"
	if block == "h1" {
		what = "the main heading"
	}
	d.add(0, k, assistant.TaskUpdateContentBlock, assistant.WebEngineer, "Change "+what+" on the page "+page,
		text("slug", slugged(page)), text("block", block), text("text", words))
}

func (d *drafting) ticket(t ticket, k string) {
	name := first(t.title, d.values["ticketTitle"])
	owner := assistant.DeliveryLead
	d.add(0, k, assistant.TaskCreateTicket, owner, "Open the ticket “"+cut(name, 80)+"”",
		text("title", name), text("body", d.facts.Request), text("priority", first(t.priority, d.values["priority"], "medium")))
}

func (d *drafting) audit(a audit, k string) {
	level := 0
	if len(d.levels[1]) > 0 {
		level = 2
	} else if a.page != "" && len(d.levels[0]) > 0 {
		level = 1
	}
	d.add(level, k, assistant.TaskRunAudit, assistant.GrowthLead, "Audit "+subject(a, intent{}), text("url", a.url), text("slug", slugged(a.page)))
}

func (d *drafting) has(t assistant.TaskType) bool {
	return slices.ContainsFunc(d.facts.Tools, func(have llm.ToolFact) bool { return have.Type == t })
}

// add puts a step in a level, with an owner the tool allows.
func (d *drafting) add(level int, key string, t assistant.TaskType, owner assistant.AgentID, summary string, ps ...llm.ParameterReply) {
	for _, have := range d.facts.Tools {
		if have.Type == t && len(have.Owners) > 0 && !slices.Contains(have.Owners, owner) {
			owner = have.Owners[0]
		}
	}
	ps = slices.DeleteFunc(ps, func(p llm.ParameterReply) bool { return p.Value == "" && p.From == "" })
	d.levels[level] = append(d.levels[level], llm.StepReply{
		Key: key, Owner: string(owner), Type: string(t), Summary: cut(summary, 190), Parameters: ps,
	})
}

func text(name, value string) llm.ParameterReply { return llm.ParameterReply{Name: name, Value: value} }

func from(name, step, field string) llm.ParameterReply {
	return llm.ParameterReply{Name: name, From: step, Field: field}
}

// key names the i-th of n steps of a kind.
func key(kind string, i, n int) string {
	if n == 1 {
		return kind
	}
	return fmt.Sprintf("%s%d", kind, i+1)
}

func first(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}
