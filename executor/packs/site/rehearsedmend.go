package site

import (
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

// mendForm is what the button below an audit asks for, in the languages of the catalogue.
var mendForm = script.Pattern(`(?i)^\s*(?:fix what the audit of|beheben sie, was die prüfung(?: von)?|corrigez ce que l’audit de|corrija lo que la auditoría de) ` +
	`(?:(?:the page|der seite|la page|la página) (\S+) (?:at|unter|à|en) )?(\S+) (?:found|gefunden hat|a trouvé|ha encontrado)`)

// mend puts right what an audit found: a part of the page gets the words that a person gives, and the page is looked at again.
// Which words mend a finding is for a model to say, and a rehearsal has none; so it asks.
type mend struct{ page, url string }

// mendOf reads a request to mend what an audit found. A page that is not named is known by its address, where that tells it.
func mendOf(request string) (mend, bool) {
	m := mendForm().FindStringSubmatch(request)
	if m == nil {
		return mend{}, false
	}
	out := mend{page: m[1], url: strings.TrimRight(m[2], ":")}
	if at, err := url.Parse(out.url); out.page == "" && err == nil && at.RawQuery == "" {
		_, out.page, _ = cutLast(strings.Trim(at.Path, "/"), "/")
	}
	return out, true
}

// cutLast is [strings.Cut] at the last separator; without one, all of it stands after.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

func (m mend) wish() script.Wish {
	subject := script.First(m.page, m.url)
	return script.Wish{
		Goal: "mend what the audit of " + subject + " found", Title: "Mend " + subject, Here: true,
		Types: []assistant.TaskType{TaskUpdateBlock, TaskRunAudit}, Agents: []assistant.AgentID{assistant.WebEngineer, assistant.GrowthLead},
		Needs: m.needs(), Draft: m.draft,
	}
}

func (m mend) needs() []llm.RequirementReply {
	out := update{page: m.page}.needs()
	for i := range out {
		switch out[i].Key {
		case "block":
			out[i].Question, out[i].Default, out[i].Options = "Which part of the page do you want to change for it?", "", nil
			out[i].Reason = "Give the heading above it, or its kind and number, such as paragraph 2. Everything else on the page stays as it is."
		case "text":
			out[i].Question = "What is it to say then?"
			out[i].Reason = "I take these words as they are. With a link or a picture, give them as HTML, in an element such as <p>."
		}
	}
	return out
}

func (m mend) draft(d *script.Draft) {
	page := script.Slugged(script.First(m.page, d.Values["page"]))
	u := update{page: page}
	if words := strings.TrimSpace(d.Values["text"]); strings.HasPrefix(words, "<") {
		u.html = words
	}
	u.draft(d, "mend")
	d.Add(1, "again", TaskRunAudit, assistant.GrowthLead, "Audit the page "+page+" again", script.Text("slug", page))
}
