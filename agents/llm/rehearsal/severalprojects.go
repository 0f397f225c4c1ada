package rehearsal

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// several cuts what a request says of the projects that it is for out of its words, where these are more than one: “on both sites”, “on
// Alpha and Beta”. It returns the words as they are, and no projects, where they are not.
func several(words string, projects []string) (rest string, on []string) {
	for _, said := range allOfThem(len(projects)) {
		if rest, cut := without(words, said); cut {
			return rest, projects
		}
	}
	for i, one := range projects {
		for _, other := range append(append([]string{}, projects[:i]...), projects[i+1:]...) {
			for _, at := range []string{"on", "for", "auf", "für", "sur", "pour", "en", "para"} {
				for _, and := range []string{"and", "und", "et", "y"} {
					if rest, cut := without(words, at+" "+one+" "+and+" "+other); cut {
						return rest, []string{one, other}
					}
				}
			}
		}
	}
	return words, nil
}

// allOfThem are the ways of saying that something is for all of so many projects.
func allOfThem(n int) []string {
	switch {
	case n < 2:
		return nil
	case n == 2:
		return []string{
			"on both sites", "on both projects", "for both sites", "for both projects", "auf beiden Websites", "auf beiden Projekten", "für beide Projekte",
			"sur les deux sites", "pour les deux projets", "en ambos sitios", "para ambos proyectos",
		}
	default:
		return []string{
			"on all sites", "on all projects", "for all projects", "auf allen Websites", "für alle Projekte", "sur tous les sites", "pour tous les projets",
			"en todos los sitios", "para todos los proyectos",
		}
	}
}

// without is a text without a phrase, which stands in it between other words.
func without(text, phrase string) (string, bool) {
	at := strings.Index(strings.ToLower(text), strings.ToLower(phrase))
	if at < 0 || at+len(phrase) > len(text) {
		return text, false
	}
	before, after := text[:at], text[at+len(phrase):]
	if before != "" && strings.TrimSpace(before[len(before)-1:]) != "" || after != "" && !strings.ContainsAny(after[:1], " ,.;:!?") {
		return text, false
	}
	return strings.TrimSpace(strings.TrimRight(before, " \n") + after), true
}

func namesOf(projects []llm.ProjectFact) []string {
	out := make([]string, 0, len(projects))
	for _, p := range projects {
		out = append(out, p.Name)
	}
	return out
}

// onEach repeats the steps of a plan for each of several projects. What was a step of the plan keeps its key in the first of them.
func onEach(steps []llm.StepReply, projects []string) []llm.StepReply {
	if len(projects) < 2 {
		return steps
	}
	var out []llm.StepReply
	for i, name := range projects {
		for _, s := range steps {
			given := parameters(s)
			for at, raw := range given {
				given[at] = referringTo(raw, i)
			}
			s.Key, s.Project, s.Parameters = keyOn(s.Key, i), name, object(given)
			out = append(out, s)
		}
	}
	return out
}

func keyOn(key string, project int) string {
	if project == 0 {
		return key
	}
	return key + "-" + strconv.Itoa(project+1)
}

// referringTo is a parameter whose reference, if it is one, leads to the step of the same project.
func referringTo(raw json.RawMessage, project int) json.RawMessage {
	if r, refers := assistant.ReferenceOf(raw); refers {
		return asJSON(assistant.Reference{From: keyOn(r.From, project), Field: r.Field})
	}
	return raw
}
