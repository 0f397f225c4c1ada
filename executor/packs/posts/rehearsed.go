package posts

import (
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

// taskDraftContent gives a post its words.
const taskDraftContent assistant.TaskType = "draft_content"

var (
	createForm = script.Pattern(`(?is)^(?:create|make|add|write|publish|prepare|draft|i need|we need|i want|i would like|i'd like)\s+(?:me\s+|us\s+)?(?:an?\s+|the\s+|one\s+|another\s+|our\s+)?(?:(?:new|short|long)\s+)*(draft\s+)?(?:of\s+an?\s+)?(?:blog\s*|news\s+)?(post|article)\b(.*)$`)
	changeForm = script.Pattern(`(?is)^(?:change|set|update|replace|rewrite)\s+the\s+(title|excerpt|category|categories|tag|tags|text|content|picture|featured picture)\s+of\s+(?:the\s+|our\s+)?(?:blog\s*|news\s+)?(?:post|article)\s+(.+?)\s+to\s*:?\s+(.+)$`)
	stateForm  = script.Pattern(`(?is)^(publish|unpublish)\s+the\s+(?:blog\s*|news\s+)?(?:draft\s+of\s+the\s+)?(?:post|article)\s+(.+)$`)
	timeForm   = script.Pattern(`(?is)^(?:schedule|publish)\s+the\s+(?:blog\s*|news\s+)?(?:post|article)\s+(.+?)\s+(?:for|on|at)\s+(\d{4}-\d\d-\d\d[ T]\d\d:\d\d)`)
	addForm    = script.Pattern(`(?is)^(?:add|put)\s+the\s+(tag|tags|category|categories)\s+(.+?)\s+to\s+the\s+(?:blog\s*|news\s+)?(?:post|article)\s+(.+)$`)

	draftEnd    = script.Pattern(`(?i)\s*,?\s*\bas\s+an?\s+draft\b`)
	tagsEnd     = script.Pattern(`(?is)\s*,?\s*(?:\btagged(?:\s+with)?|\bwith\s+the\s+tags?)\s+(.+)$`)
	categoryEnd = script.Pattern(`(?is)\s*,?\s*\bin\s+the\s+category\s+(.+?)(?:\s*,\s*|$)`)
	laterEnd    = script.Pattern(`(?i)\s*,?\s*\b(?:for|on|at)\s+(\d{4}-\d\d-\d\d[ T]\d\d:\d\d)`)
	titleCue    = script.Pattern(`(?is)^[\s:,-]*(?:called|titled|named|with\s+the\s+title)\s*:?\s*(.+)$`)
	aboutCue    = script.Pattern(`(?is)^[\s:,-]*(?:about|on|for)\s+(.+)$`)
	projectEnd  = script.Pattern(`(?i)\s+(?:on|for)\s+(?:the\s+|our\s+)?(?:blog|site|website)\b.*$`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{
		Verbs:  []string{"schedule", "unpublish", "draft"},
		Begin:  func() script.Part { return &asked{} },
		Called: map[string]string{"excerpt": "excerpt", "categories": "categories", "category": "categories", "tags": "tags", "state": "status", "status": "status"},
		Lists: []script.Listing{{
			Tool: TaskList, Words: []string{"post", "posts", "article", "articles", "pages"}, Name: "posts and pages", Columns: []string{"kind", "title", "url", "status"},
			Line: func(row map[string]string) string {
				return row["title"] + " (" + row["kind"] + ", " + row["status"] + ")"
			},
		}},
	}
}

type newPost struct{ title, subject, tags, category, at, status string }

type change struct {
	post string
	what string // an argument of update_post
	to   string
}

// asked is what a request asks for of posts.
type asked struct {
	posts   []newPost
	changes []change
}

// Find implements [script.Part].
func (a *asked) Find(clause string) int {
	if _, ok := changed(clause); ok {
		return 0
	}
	if m := createForm().FindStringSubmatchIndex(clause); m != nil {
		return m[4] // the noun
	}
	return -1
}

// Take implements [script.Part].
func (a *asked) Take(clause string) {
	if c, ok := changed(clause); ok {
		a.changes = append(a.changes, c)
		return
	}
	a.posts = append(a.posts, made(clause))
}

func changed(clause string) (change, bool) {
	if m := timeForm().FindStringSubmatch(clause); m != nil {
		return change{script.Unquoted(m[1]), "publishAt", strings.Replace(m[2], " ", "T", 1)}, true
	}
	if m := changeForm().FindStringSubmatch(clause); m != nil {
		to := script.Trim(m[3])
		if q := script.Quotes(to); len(q) == 1 {
			to = q[0]
		}
		return change{script.Unquoted(m[2]), argument(m[1]), to}, true
	}
	if m := addForm().FindStringSubmatch(clause); m != nil {
		what := "addTags"
		if strings.HasPrefix(strings.ToLower(m[1]), "cat") {
			what = "addCategories"
		}
		return change{script.Unquoted(m[3]), what, script.Unquoted(m[2])}, true
	}
	if m := stateForm().FindStringSubmatch(clause); m != nil {
		status := "publish"
		if strings.EqualFold(m[1], "unpublish") {
			status = "draft"
		}
		return change{script.Unquoted(m[2]), "status", status}, true
	}
	return change{}, false
}

// argument is what update_post calls what people call so.
func argument(word string) string {
	switch strings.ToLower(word) {
	case "category", "categories":
		return "categories"
	case "tag", "tags":
		return "tags"
	case "text", "content":
		return "contentHtml"
	case "picture", "featured picture":
		return "picture"
	}
	return strings.ToLower(word)
}

func made(clause string) newPost {
	m := createForm().FindStringSubmatch(clause)
	out, rest := newPost{}, m[3]
	if m[1] != "" || draftEnd().MatchString(rest) || strings.HasPrefix(strings.ToLower(clause), "draft") {
		out.status = "draft"
	}
	rest = draftEnd().ReplaceAllString(rest, "")
	out.at, rest = cutOff(laterEnd().FindStringSubmatchIndex(rest), rest)
	out.category, rest = cutOff(categoryEnd().FindStringSubmatchIndex(rest), rest)
	out.tags, rest = cutOff(tagsEnd().FindStringSubmatchIndex(rest), rest)
	out.at, out.category = strings.Replace(out.at, " ", "T", 1), script.Unquoted(out.category)
	out.tags = script.Unquoted(strings.ReplaceAll(out.tags, " and ", ", "))
	rest = projectEnd().ReplaceAllString(rest, "")
	switch {
	case titleCue().MatchString(rest):
		out.title = script.UpperFirst(first(titleCue().FindStringSubmatch(rest)[1]))
	case aboutCue().MatchString(rest):
		out.subject = first(aboutCue().FindStringSubmatch(rest)[1])
		out.title = script.UpperFirst(out.subject)
	}
	return out
}

// first is the quoted words of a text where it begins with some, else all of it.
func first(text string) string {
	text = strings.TrimSpace(text)
	if m := script.QuoteForm().FindStringIndex(text); m != nil && m[0] == 0 {
		return script.Quotes(text)[0]
	}
	return script.Unquoted(text)
}

// cutOff takes what a form has found out of a text.
func cutOff(at []int, text string) (found, rest string) {
	if at == nil {
		return "", text
	}
	return script.Trim(text[at[2]:at[3]]), text[:at[0]] + " " + text[at[1]:]
}

// words says the change as a step of a plan.
func (c change) words() string {
	post, to := "the post “"+script.Cut(c.post, 60)+"”", script.Cut(c.to, 60)
	switch c.what {
	case "status":
		if c.to == "draft" {
			return "Make " + post + " a draft"
		}
		return "Publish " + post
	case "publishAt":
		return "Schedule " + post + " for " + strings.Replace(to, "T", " ", 1)
	case "addTags":
		return "Add the tag " + to + " to " + post
	case "addCategories":
		return "Add the category " + to + " to " + post
	case "contentHtml":
		return "Change the content of " + post
	}
	return "Set the " + c.what + " of " + post + " to " + to
}

// Wishes implements [script.Part].
func (a *asked) Wishes(_ string, p llm.ProjectFact) []script.Wish {
	var out []script.Wish
	for i, post := range a.posts {
		goal := "write a post"
		if post.title != "" {
			goal += " called “" + post.title + "”"
		}
		out = append(out, script.Wish{
			Goal: goal, Title: "Write a post", Here: true, Types: []assistant.TaskType{taskDraftContent, TaskCreate},
			Agents: []assistant.AgentID{assistant.CreativeLead, assistant.WebEngineer},
			Needs: []llm.RequirementReply{
				{Key: "postTitle", Question: "What is the post to be called?", Required: true, Value: post.title, Reason: "It is the post's heading, and its address is made from it."},
				{
					Key: "language", Question: "Which language is it to be in?", Value: script.LanguageName(p.Language), Default: "English",
					Reason: "The words follow from it.", Options: script.Options("English", "French", "German", "Spanish"),
				},
			},
			Draft: func(d *script.Draft) { post.draft(d, i, len(a.posts)) },
		})
	}
	for i, c := range a.changes {
		out = append(out, script.Wish{
			Goal: "change the post “" + c.post + "”", Title: "Change a post", Here: true, Types: []assistant.TaskType{TaskUpdate},
			Agents: []assistant.AgentID{assistant.WebEngineer},
			Draft: func(d *script.Draft) {
				d.Add(0, script.Key("post-change", i, len(a.changes)), TaskUpdate, assistant.WebEngineer, c.words(),
					script.Text("post", c.post), script.Text(c.what, c.to))
			},
		})
	}
	return out
}

func (p newPost) draft(d *script.Draft, i, n int) {
	name := script.First(p.title, d.Values["postTitle"])
	words, post := script.Key("post-draft", i, n), script.Key("post", i, n)
	d.Add(0, words, taskDraftContent, assistant.CreativeLead, "Draft the words of the post “"+script.Cut(name, 80)+"”",
		script.Text("title", name), script.Text("language", d.Values["language"]), script.Text("layout", "A post of a blog"), script.Text("keywords", p.subject),
		script.Text("goal", d.Facts.Goal))
	d.Add(1, post, TaskCreate, assistant.WebEngineer, "Write the post “"+script.Cut(name, 80)+"” from the draft",
		script.Text("title", name), script.Text("slug", script.Slugged(name)), script.From("contentHtml", words, "html"), script.Text("categories", p.category),
		script.Text("tags", p.tags), script.Text("status", p.status), script.Text("publishAt", p.at))
}
