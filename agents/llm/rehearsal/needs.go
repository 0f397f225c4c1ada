package rehearsal

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

func requirements(f llm.RequirementsFacts) llm.RequirementsReply {
	in := understand(f.Request)
	out := llm.RequirementsReply{
		Goal: goal(in, f.Project), Title: title(in), Project: in.project, Possible: !in.empty(),
		Agents: []string{}, Requirements: []llm.RequirementReply{},
	}
	for _, t := range wanted(in) {
		if !slices.ContainsFunc(f.Tools, func(have llm.ToolFact) bool { return have.Type == t }) {
			out.Possible = false
		}
	}
	if out.Goal == "" {
		out.Goal = "Do what was asked: " + cut(f.Request, 200)
	}
	add := func(r llm.RequirementReply) {
		if r.Options == nil {
			r.Options = []llm.OptionReply{}
		}
		if !slices.ContainsFunc(out.Requirements, func(o llm.RequirementReply) bool { return o.Key == r.Key }) {
			out.Requirements = append(out.Requirements, r)
		}
	}
	if len(in.pages) > 0 {
		pageNeeds(in, f, add)
	}
	for _, u := range in.updates {
		updateNeeds(u, add)
	}
	for _, t := range in.tickets {
		add(llm.RequirementReply{
			Key: "ticketTitle", Question: "What is the ticket about?", Required: true, Value: t.title,
			Reason: "Whoever takes it reads this line first.",
		})
		add(llm.RequirementReply{
			Key: "priority", Question: "How urgent is it?", Value: t.priority, Default: "medium",
			Reason: "It decides what is worked on first.", Options: plainOptions("low", "medium", "high", "critical"),
		})
	}
	for _, a := range agentsOf(in) {
		if slices.ContainsFunc(f.Agents, func(have llm.AgentFact) bool { return have.ID == a }) {
			out.Agents = append(out.Agents, string(a))
		}
	}
	return out
}

func pageNeeds(in intent, f llm.RequirementsFacts, add func(llm.RequirementReply)) {
	add(llm.RequirementReply{
		Key: "title", Question: "What is the page to be called?", Required: true, Value: both(titles(in.pages)),
		Reason: "It is the page's heading, and its address is made from it.",
	})
	language := in.language
	if language == "" {
		language = languageName(f.Project.Language)
	}
	add(llm.RequirementReply{
		Key: "language", Question: "Which language is it to be in?", Required: true, Value: language, Default: "English",
		Reason: "The words, and what search engines are told, follow from it.", Options: plainOptions("English", "French", "German", "Spanish"),
	})
	add(llm.RequirementReply{
		Key: "audience", Question: "Who is it for?", Required: true, Value: in.audience, Default: "New visitors",
		Reason: "The words and the examples are chosen for them.",
		Options: []llm.OptionReply{
			{Value: "New visitors", Label: "New visitors", Description: "People who do not know the company yet"},
			{Value: "Existing customers", Label: "Existing customers", Description: "People who know it and want more"},
			{Value: "Businesses", Label: "Businesses", Description: "People who decide for a company"},
		},
	})
	subject := both(titles(in.pages))
	if subject == "" {
		subject = "What the page is called"
	}
	add(llm.RequirementReply{
		Key: "focus", Question: "What should people search for to find it?", Required: true, Value: in.focus, Default: subject,
		Reason: "The title and the description for search engines are written around it.",
	})
}

func updateNeeds(u update, add func(llm.RequirementReply)) {
	add(llm.RequirementReply{
		Key: "page", Question: "Which page is it on?", Required: true, Value: u.page,
		Reason: "I change nothing on a page that was not named.",
	})
	add(llm.RequirementReply{
		Key: "block", Question: "Which part of the page is it?", Required: true, Value: u.block, Default: "h1",
		Reason: "Everything else on the page stays as it is.",
		Options: []llm.OptionReply{
			{Value: "h1", Label: "h1", Description: "The main heading"},
			{Value: "intro", Label: "intro", Description: "What stands before the first section"},
		},
	})
	add(llm.RequirementReply{
		Key: "text", Question: "What is it to say?", Required: true, Value: u.text,
		Reason: "I take these words as they are.",
	})
}

func plainOptions(words ...string) []llm.OptionReply {
	var out []llm.OptionReply
	for _, w := range words {
		out = append(out, llm.OptionReply{Value: w, Label: w})
	}
	return out
}

func titles(pages []page) []string {
	var out []string
	for _, p := range pages {
		if p.title != "" {
			out = append(out, p.title)
		}
	}
	return out
}

// wanted are the task types an intent cannot do without.
func wanted(in intent) []assistant.TaskType {
	var out []assistant.TaskType
	if len(in.pages) > 0 {
		out = append(out, assistant.TaskDraftContent, assistant.TaskCreatePage)
	}
	if len(in.updates) > 0 {
		out = append(out, assistant.TaskUpdateContentBlock)
	}
	if len(in.tickets) > 0 {
		out = append(out, assistant.TaskCreateTicket)
	}
	if len(in.audits) > 0 {
		out = append(out, assistant.TaskRunAudit)
	}
	return out
}

func agentsOf(in intent) []assistant.AgentID {
	var out []assistant.AgentID
	if len(in.pages) > 0 {
		out = append(out, assistant.CreativeLead, assistant.GrowthLead, assistant.WebEngineer)
	}
	if len(in.updates) > 0 && len(in.pages) == 0 {
		out = append(out, assistant.WebEngineer)
	}
	if len(in.audits) > 0 && len(in.pages) == 0 {
		out = append(out, assistant.GrowthLead)
	}
	if len(in.tickets) > 0 {
		out = append(out, assistant.DeliveryLead)
	}
	return out
}

// goal restates what is to be done.
func goal(in intent, p llm.ProjectFact) string {
	var parts []string
	switch names := titles(in.pages); {
	case len(names) == 1:
		parts = append(parts, "create a page called "+names[0])
	case len(names) > 1:
		parts = append(parts, "create the pages "+both(names))
	case len(in.pages) > 0:
		parts = append(parts, "create a new page")
	}
	for _, u := range in.updates {
		part := "change "
		if u.block == "h1" || u.block == "" {
			part += map[string]string{"h1": "the main heading", "": "a part"}[u.block]
		} else {
			part += "“" + u.block + "”"
		}
		if u.page != "" {
			part += " of the page " + u.page
		}
		parts = append(parts, part)
	}
	for _, t := range in.tickets {
		part := "open a ticket"
		if t.title != "" {
			part += " about “" + t.title + "”"
		}
		parts = append(parts, part)
	}
	for _, a := range in.audits {
		parts = append(parts, "audit "+subject(a, in))
	}
	if len(parts) == 0 {
		return ""
	}
	out := upperFirst(both(parts))
	if p.Name != "" && len(in.pages)+len(in.updates) > 0 {
		out += " on " + p.Name
	}
	return out + "."
}

func subject(a audit, in intent) string {
	switch {
	case a.own && len(in.pages) > 1:
		return "the new pages"
	case a.own:
		return "the page"
	case a.url != "":
		return a.url
	case a.page != "":
		return "the page " + a.page
	default:
		return "the front page"
	}
}

func title(in intent) string {
	switch names := titles(in.pages); {
	case len(names) > 0:
		return "Create " + both(names)
	case len(in.pages) > 0:
		return "Create a page"
	case len(in.updates) > 0:
		return strings.TrimSpace("Change " + in.updates[0].page)
	case len(in.tickets) > 0:
		return "Open a ticket"
	case len(in.audits) > 0:
		return "Audit " + subject(in.audits[0], in)
	default:
		return ""
	}
}

// forks offers layouts for a single page; for everything else there is one sensible way.
func forks(f llm.ForksFacts) llm.ForksReply {
	in := understand(f.Request)
	if len(in.pages) != 1 {
		return llm.ForksReply{Forks: []llm.ForkReply{}}
	}
	return llm.ForksReply{Forks: []llm.ForkReply{
		{Key: "simple", Title: "One simple page", Description: "An introduction, what is offered and why, in one flow. Good for a first version."},
		{Key: "sections", Title: "Sections by category", Description: "A section for every category with its own heading. Good when there is much to tell apart."},
		{Key: "contact", Title: "Simple page with a contact block", Description: "Like the simple page, with an invitation to get in touch. Good for winning enquiries."},
	}}
}
