package menus

import (
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var addForm = script.Pattern(`(?is)^(?:add|put)\s+the\s+(?:page\s+)?(.+?)(?:\s+page)?\s+(?:to|into)\s+the\s+(?:(.+?)\s+)?menu\s*(?:(?:below|under)\s+(.+))?$`)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{Verbs: []string{"put"}, Begin: func() script.Part { return &asked{} }, Called: map[string]string{"menu": "menu"}}
}

type line struct{ page, menu, under string }

// asked is the lines that a request asks for.
type asked struct{ lines []line }

// Find implements [script.Part].
func (a *asked) Find(clause string) int {
	if addForm().MatchString(clause) {
		return 0
	}
	return -1
}

// Take implements [script.Part].
func (a *asked) Take(clause string) {
	m := addForm().FindStringSubmatch(clause)
	l := line{script.Unquoted(m[1]), script.Unquoted(m[2]), script.Unquoted(m[3])}
	if l.menu == "main" || l.menu == "site's" {
		l.menu = ""
	}
	a.lines = append(a.lines, l)
}

// Wishes implements [script.Part].
func (a *asked) Wishes(string, llm.ProjectFact) []script.Wish {
	var out []script.Wish
	for i, l := range a.lines {
		out = append(out, script.Wish{
			Goal: "add “" + l.page + "” to the menu", Title: "Add to the menu", Here: true, Types: []assistant.TaskType{TaskAdd},
			Agents: []assistant.AgentID{assistant.WebEngineer},
			Draft: func(d *script.Draft) {
				d.Add(0, script.Key("menu", i, len(a.lines)), TaskAdd, assistant.WebEngineer, "Add “"+script.Cut(l.page, 80)+"” to the menu",
					script.Text("page", l.page), script.Text("menu", l.menu), script.Text("under", l.under))
			},
		})
	}
	return out
}
