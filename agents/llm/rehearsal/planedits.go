package rehearsal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// What people want of a plan that single edits say.
const (
	editsDrop   assistant.TaskType = "edit_drop"
	editsGive   assistant.TaskType = "edit_give"
	editsRename assistant.TaskType = "edit_rename"
)

// edited are the forms of such wishes.
func edited() *examples.Book {
	what, who, name := examples.Slot{Name: "what"}, examples.Slot{Name: "who"}, examples.Slot{Name: "name", Kind: examples.Text}
	several := examples.Slot{Name: "what", Kind: examples.Text} // with commas in it
	return examples.New(
		phrase(editsDrop, []string{"drop|remove|delete|skip {what}", "leave out {what}", "leave {what} out"}, []string{"streich|streiche|entferne|lösche|überspringe {what}", "lass {what} weg"},
			[]string{"supprime|supprimez|enlève|enlevez|retire|retirez {what}"}, []string{"quita|quite|elimina|elimine|borra|omite {what}"}, several),
		phrase(editsGive, []string{"give|assign|hand {what} [over] to {who}", "let {who} do|take|handle|write|make {what}"}, []string{"gib {what} an {who}", "lass {who} {what} machen|übernehmen"},
			[]string{"donne|donnez|confie|confiez {what} à {who}"}, []string{"da|dale|asigna|asigne {what} a {who}"}, what, who),
		phrase(editsRename, []string{"rename {what} to|into|as {name}", "call page {name}"}, []string{"benenne {what} in {name} um"}, []string{"renomme|renommez {what} en {name}"}, []string{"renombra|renombre {what} a|como {name}"}, what, name),
	)
}

// edits are what a wish comes to in single edits; none where any part of it is something else, or what it means is not sure.
func (m *Model) edits(wish string, f llm.PlanFacts) []llm.EditReply {
	var out []llm.EditReply
	for _, w := range m.books.single.Find(wish) {
		what := first(w.Filled["what"])
		if w.Tool == editsRename {
			key, ok := titled(cmp.Or(what, "page"), f)
			if !ok {
				return nil
			}
			out = append(out, llm.EditReply{Do: llm.EditRename, Step: key, To: strings.Trim(first(w.Filled["name"]), `"“”'«»`)})
			continue
		}
		keys := stepsMeant(what, f.Steps)
		if len(keys) == 0 {
			return nil
		}
		for _, key := range keys {
			one := llm.EditReply{Do: llm.EditDrop, Step: key}
			if w.Tool == editsGive {
				one.Do, one.To = llm.EditGive, agentMeant(first(w.Filled["who"]), f.Agents)
			}
			out = append(out, one)
		}
	}
	return out
}

// stepsMeant are the keys of the steps that words mean: those of a group, or as [meantSteps] finds them. Words of which one fits no step
// mean none.
func stepsMeant(what string, steps []llm.StepReply) []string {
	named := wordsOf(what)
	if len(named) == 2 && named[0] == "group" {
		var out []string
		for _, s := range steps {
			if strings.EqualFold(s.Group, named[1]) {
				out = append(out, s.Key)
			}
		}
		return out
	}
	var facts []llm.RunStepFact
	for i, s := range steps {
		if s.Key == strings.ToLower(strings.TrimSpace(what)) {
			return []string{s.Key}
		}
		facts = append(facts, llm.RunStepFact{Number: i + 1, Key: s.Key, Does: s.Type, Summary: s.Summary})
	}
	const none = noName + last + "steps number nummer numéro número first second third "
	for _, w := range named {
		if len(w) == 1 || strings.Contains(none, " "+w+" ") || strings.Trim(w, "0123456789") == "" {
			continue
		}
		if !slices.ContainsFunc(facts, func(s llm.RunStepFact) bool { return surely(s, w) > 0 || hasWord(s.Key, w) }) {
			return nil
		}
	}
	return meantSteps(what, facts)
}

// titled is the step that makes what is called so, "" for the plan itself.
func titled(what string, f llm.PlanFacts) (key string, ok bool) {
	named := wordsOf(what)
	if slices.Contains(named, "plan") {
		return "", true
	}
	for _, s := range f.Steps {
		at := slices.IndexFunc(f.Tools, func(t llm.ToolFact) bool { return string(t.Type) == s.Type })
		if at < 0 || f.Tools[at].Effect == assistant.EffectNone || assistant.TextOf(parameters(s)["title"]) == "" {
			continue
		}
		does := strings.ReplaceAll(s.Type, "_", " ")
		if slices.ContainsFunc(named, func(w string) bool { return hasWord(does, w) || hasWord(s.Summary, w) }) {
			if ok {
				return "", false
			}
			key, ok = s.Key, true
		}
	}
	return key, ok
}

// agentMeant is the id of an agent that words name; the words themselves where none is called so.
func agentMeant(words string, all []llm.AgentFact) string {
	plain := func(s string) string { return strings.Join(wordsOf(s), " ") }
	for _, a := range all {
		for _, called := range []string{a.Name, a.Title, a.Title + " " + a.Name, string(a.ID)} {
			if plain(called) == plain(words) {
				return string(a.ID)
			}
		}
	}
	return words
}
