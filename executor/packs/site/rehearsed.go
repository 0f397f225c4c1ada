package site

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

// What the pages' words come from: tools that give them to a step of ours.
const (
	taskDraftContent assistant.TaskType = "draft_content"
	taskDraftSEO     assistant.TaskType = "draft_seo"
)

// rehearsal is the pack's part where there is no model: it plans pages, from their drafts to an audit of what came of them.
func rehearsal() script.Script {
	return script.Script{
		Verbs: []string{"audit", "check", "run", "analyse", "analyze", "test"}, Anywhere: []string{"audit", "analyse", "analyze"},
		Begin: func() script.Part { return &asked{} },
		Use:   use,
		Looks: func(request string) bool { _, ok := lookOf(request); return ok },
		Answer: func(key, words string) string {
			switch key {
			case "audience":
				if m := audienceForm().FindStringSubmatch(words); m != nil {
					return script.Trim(m[1])
				}
			case "language":
				if m := languageForm().FindStringSubmatch(words); m != nil {
					return script.LanguageName(m[1])
				}
			}
			return ""
		},
		Called: map[string]string{
			"title": "title", "slug": "slug", "address": "slug", "audience": "audience", "language": "language", "keywords": "keywords",
			"focus": "focus", "layout": "layout", "text": "text", "tone": "tone",
		},
		Value:  stepValue,
		Revise: revise,
	}
}

// Wishes implements [script.Part].
func (i *asked) Wishes(request string, p llm.ProjectFact) []script.Wish {
	if m := languageForm().FindStringSubmatch(request); m != nil {
		i.language = script.LanguageName(m[1])
	}
	if m := focusForm().FindStringSubmatch(request); m != nil && len(i.pages) > 0 {
		i.focus = script.Trim(m[1])
	}
	if m, ok := mendOf(request); ok {
		return []script.Wish{m.wish()}
	}
	var out []script.Wish
	if len(i.pages) > 0 {
		out = append(out, i.newPages(p))
	}
	for n, u := range i.updates {
		w := script.Wish{
			Goal: u.goal(), Title: strings.TrimSpace("Change " + u.page), Here: true, Project: i.project, Types: []assistant.TaskType{TaskUpdateBlock},
			Needs: u.needs(), Draft: func(d *script.Draft) { u.draft(d, script.Key("update", n, len(i.updates))) },
		}
		if len(i.pages) == 0 {
			w.Agents = []assistant.AgentID{assistant.WebEngineer}
		}
		out = append(out, w)
	}
	for n, a := range i.audits {
		w := script.Wish{
			Goal: "audit " + a.subject(len(i.pages)), Title: "Audit " + a.subject(len(i.pages)), Looks: true, Types: []assistant.TaskType{TaskRunAudit},
			Draft: func(d *script.Draft) { i.look(d, a, n) },
		}
		if len(i.pages) == 0 {
			w.Agents = []assistant.AgentID{assistant.GrowthLead}
		}
		out = append(out, w)
	}
	return out
}

func (i *asked) newPages(p llm.ProjectFact) script.Wish {
	names := titles(i.pages)
	w := script.Wish{
		Goal: "create a new page", Title: "Create a page", Here: true, Project: i.project, Types: []assistant.TaskType{taskDraftContent, TaskCreatePage},
		Agents: []assistant.AgentID{assistant.CreativeLead, assistant.GrowthLead, assistant.WebEngineer}, Needs: i.pageNeeds(p),
		Draft: func(d *script.Draft) {
			i.draftPages(d, i.named(d), slices.ContainsFunc(i.audits, func(a audit) bool { return a.own }) || len(i.audits) == 0)
		},
	}
	if len(names) > 0 {
		w.Title = "Create " + script.Both(names)
		w.Goal = "create the pages " + script.Both(names)
	}
	if len(names) == 1 {
		w.Goal = "create a page called " + names[0]
	}
	if len(i.pages) == 1 { // for everything else there is one sensible way
		w.Forks = []llm.ForkReply{
			{Key: "simple", Title: "One simple page", Description: "An introduction, what is offered and why, in one flow. Good for a first version."},
			{Key: "sections", Title: "Sections by category", Description: "A section for every category with its own heading. Good when there is much to tell apart."},
			{Key: "contact", Title: "Simple page with a contact block", Description: "Like the simple page, with an invitation to get in touch. Good for winning enquiries."},
		}
	}
	return w
}

func (u update) goal() string {
	part := "change "
	if u.block == "h1" || u.block == "" {
		part += map[string]string{"h1": "the main heading", "": "a part"}[u.block]
	} else {
		part += "“" + u.block + "”"
	}
	if u.page != "" {
		part += " of the page " + u.page
	}
	return part
}

func (a audit) subject(pages int) string {
	switch {
	case a.own && pages > 1:
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

func titles(pages []newPage) []string {
	var out []string
	for _, p := range pages {
		if p.title != "" {
			out = append(out, p.title)
		}
	}
	return out
}

func (i *asked) pageNeeds(p llm.ProjectFact) []llm.RequirementReply {
	var out []llm.RequirementReply
	add := func(r llm.RequirementReply) { out = append(out, r) }
	add(llm.RequirementReply{
		Key: "title", Question: "What is the page to be called?", Required: true, Value: script.Both(titles(i.pages)),
		Reason: "It is the page's heading, and its address is made from it.",
	})
	language := i.language
	if language == "" {
		language = script.LanguageName(p.Language)
	}
	add(llm.RequirementReply{
		Key: "language", Question: "Which language is it to be in?", Required: true, Value: language, Default: "English",
		Reason: "The words, and what search engines are told, follow from it.", Options: script.Options("English", "French", "German", "Spanish"),
	})
	add(llm.RequirementReply{
		Key: "audience", Question: "Who is it for?", Required: true, Value: i.audience, Default: "New visitors",
		Reason: "The words and the examples are chosen for them.",
		Options: []llm.OptionReply{
			{Value: "New visitors", Label: "New visitors", Description: "People who do not know the company yet"},
			{Value: "Existing customers", Label: "Existing customers", Description: "People who know it and want more"},
			{Value: "Businesses", Label: "Businesses", Description: "People who decide for a company"},
		},
	})
	subject := script.Both(titles(i.pages))
	if subject == "" {
		subject = "What the page is called"
	}
	add(llm.RequirementReply{
		Key: "focus", Question: "What should people search for to find it?", Required: true, Value: i.focus, Default: subject,
		Reason: "The title and the description for search engines are written around it.",
	})
	return out
}

func (u update) needs() []llm.RequirementReply {
	var out []llm.RequirementReply
	add := func(r llm.RequirementReply) { out = append(out, r) }
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
	return out
}
