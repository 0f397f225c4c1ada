package menus

import (
	"regexp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var addForm = script.Pattern(`(?is)^(?:add|put)\s+the\s+(?:page\s+)?(.+?)(?:\s+page)?\s+(?:to|into)\s+the\s+(?:(.+?)\s+)?menu\s*(?:(?:below|under)\s+(.+))?$`)

var (
	removeForm = script.Pattern(`(?is)^(?:remove|delete)\s+(?:the\s+)?(?:page\s+|line\s+)?(.+?)(?:\s+page)?\s+from\s+(?:the|our|my)\s+(?:(.+?)\s+)?menu$`)
	renameForm = script.Pattern(`(?is)^rename\s+(?:the\s+)?(?:line\s+)?(.+?)\s+in\s+(?:the|our|my)\s+(?:(.+?)\s+)?menu\s+(?:to|as|into)\s+(.+)$`)
	moveForm   = script.Pattern(`(?is)^move\s+(?:the\s+)?(?:line\s+)?(.+?)\s+in\s+(?:the|our|my)\s+(?:(.+?)\s+)?menu\s+(?:to\s+)?(?:below|under)\s+(.+)$`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{Verbs: []string{"put", "remove", "delete", "rename", "move"}, Begin: func() script.Part { return &asked{} }, Called: map[string]string{"menu": "menu"}}
}

// line is what a request wants of a line of a menu.
type line struct {
	task                      assistant.TaskType
	called, menu, under, says string
}

// asked is the lines that a request asks for.
type asked struct{ lines []line }

// Find implements [script.Part].
func (a *asked) Find(clause string) int {
	if _, ok := read(clause); ok {
		return 0
	}
	return -1
}

// read reads a clause about a line of a menu.
func read(clause string) (line, bool) {
	for _, form := range []struct {
		task assistant.TaskType
		of   func() *regexp.Regexp
	}{{TaskAdd, addForm}, {TaskRemove, removeForm}, {TaskUpdate, renameForm}, {TaskUpdate, moveForm}} {
		m := form.of().FindStringSubmatch(clause)
		if m == nil {
			continue
		}
		l := line{task: form.task, called: script.Unquoted(m[1]), menu: script.Unquoted(m[2])}
		switch last := script.Unquoted(m[len(m)-1]); {
		case renameForm().MatchString(clause) && form.task == TaskUpdate:
			l.says = last
		case form.task != TaskRemove:
			l.under = last
		}
		if l.menu == "main" || l.menu == "site's" {
			l.menu = ""
		}
		return l, true
	}
	return line{}, false
}

// Take implements [script.Part].
func (a *asked) Take(clause string) {
	if l, ok := read(clause); ok {
		a.lines = append(a.lines, l)
	}
}

// words says in the plan what is done.
func (l line) words() (title, goal, step string) {
	called := script.Cut(l.called, 80)
	switch {
	case l.task == TaskAdd:
		return "Add to the menu", "add “" + l.called + "” to the menu", "Add “" + called + "” to the menu"
	case l.task == TaskRemove:
		return "Remove from the menu", "remove “" + l.called + "” from the menu", "Remove “" + called + "” from the menu"
	case l.says != "":
		return "Change the menu", "rename “" + l.called + "” in the menu", "Rename “" + called + "” in the menu to “" + script.Cut(l.says, 80) + "”"
	default:
		return "Change the menu", "move “" + l.called + "” in the menu", "Move “" + called + "” in the menu below “" + script.Cut(l.under, 80) + "”"
	}
}

// Wishes implements [script.Part].
func (a *asked) Wishes(string, llm.ProjectFact) []script.Wish {
	var out []script.Wish
	for i, l := range a.lines {
		title, goal, step := l.words()
		name := "line"
		if l.task == TaskAdd {
			name = "page"
		}
		out = append(out, script.Wish{
			Goal: goal, Title: title, Here: true, Types: []assistant.TaskType{l.task}, Agents: []assistant.AgentID{assistant.WebEngineer},
			Draft: func(d *script.Draft) {
				d.Add(0, script.Key("menu", i, len(a.lines)), l.task, assistant.WebEngineer, step,
					script.Text(name, l.called), script.Text("menu", l.menu), script.Text("title", l.says), script.Text("under", l.under))
			},
		})
	}
	return out
}
