package team

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Words are what routing and prompts know of a team's work: what people call its agents and what the packs bring. Lists of
// words are in small letters, with blanks between them.
type Words struct {
	Names      string   // of the agents
	Team, Work string   // what the packs say of themselves, joined
	Topics     []Topic  // of the packs' tools
	Changing   []string // requests that people can make for a change
	Looking    []string // requests that look at something
	Offers     []Offer  // all of them, with their tools
}

// Topic gives requests that contain one of its words to an agent.
type Topic struct {
	Agent assistant.AgentID
	About string
	Words string
}

// Offer is a request that people can make, and the tool that does it.
type Offer struct {
	Request string
	Tool    tools.Tool
}

// wordsOf gathers what the agents are called and what the packs bring.
func wordsOf(agents []assistant.Agent, packs []tools.Pack) Words {
	var w Words
	var briefs, works []string
	var changing, looking [][]string // by pack
	for _, p := range packs {
		briefs, works = appendWords(briefs, p.Brief), appendWords(works, p.Work)
		var does, looks []string
		for _, t := range p.Sourced() {
			w.learn(t)
			if t.Class == assistant.ClassAction {
				does = append(does, examples.Offers(t.Examples)...)
			} else {
				looks = append(looks, examples.Offers(t.Examples)...)
			}
		}
		changing, looking = append(changing, does), append(looking, looks)
	}
	w.Team, w.Work = strings.Join(briefs, " and "), strings.Join(works, " or ")
	w.Changing, w.Looking = inTurn(changing, maxExamples), inTurn(looking, 2)
	return w.calling(agents)
}

// calling are the words with the names of these agents.
func (w *Words) calling(agents []assistant.Agent) Words {
	out := *w
	names := make([]string, 0, len(agents))
	for _, a := range agents {
		names = append(names, strings.ToLower(a.Name))
	}
	out.Names = strings.Join(names, " ")
	return out
}

// learn takes a tool's words over.
func (w *Words) learn(t tools.Tool) {
	for _, request := range examples.Offers(t.Examples) {
		w.Offers = append(w.Offers, Offer{request, t})
	}
	if t.Topic.About != "" {
		w.Topics = append(w.Topics, Topic{t.Topic.Agent, t.Topic.About, strings.Join(t.Topic.Words, " ")})
	}
}

// maxExamples of changes are named: more than that nobody reads.
const maxExamples = 6

// inTurn takes the first of each list, then the second of each, and so on, most of them in all.
func inTurn(lists [][]string, most int) (out []string) {
	for i, more := 0, true; more; i++ {
		more = false
		for _, l := range lists {
			if i < len(l) && len(out) < most {
				out, more = append(out, l[i]), true
			}
		}
	}
	return out
}

func appendWords(to []string, words string) []string {
	if words == "" {
		return to
	}
	return append(to, words)
}

// Requests are what people can ask for: first what changes something, then what looks at something.
func (w *Words) Requests() []string { return slices.Concat(w.Changing, w.Looking) }

// Who says in a prompt who the team is: "a team of AI agents that works on websites".
func (t *Team) Who(of string) string {
	if t.words.Team == "" {
		return "a team of " + of
	}
	return "a team of " + of + " that " + t.words.Team
}
