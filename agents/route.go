package agents

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Context is what routing looks at.
type Context struct {
	Current assistant.AgentID // the agent the person selected; "" means the chief
	Text    string
}

// Decision says who answers, and why.
type Decision struct {
	Agent  assistant.AgentID
	Reason assistant.Sentence // finishes the sentence "Hans is choosing Dana: …", without a full stop
	By     string             // "rule", or [ByName]
}

// ByName says that a person called the agent by name.
const ByName = "person"

// rule gives requests that contain one of the words to an agent.
type rule struct {
	agent assistant.AgentID
	about assistant.Sentence
	words string
	order int
}

// ofPacks is where the rules of packs come among the trades of the staff: what the tools are about is asked after what the agents
// are for, and before what nobody is for in particular.
const ofPacks = 100

// rules are the agents' trades and the packs' topics in the order in which they are asked.
func (v Vocabulary) rules() []rule {
	var out []rule
	for _, a := range v.Agents() {
		for _, t := range a.Trades {
			about := assistant.Label(t.About)
			if t.Defined {
				about = assistant.Verbatim(t.About)
			}
			out = append(out, rule{a.ID, about, t.Words, t.Order})
		}
	}
	for _, t := range v.words.Topics {
		out = append(out, rule{t.Agent, assistant.Label(t.About), t.Words, ofPacks})
	}
	slices.SortStableFunc(out, func(a, b rule) int { return cmp.Compare(a.order, b.order) })
	return out
}

// Route decides who answers. An agent that is called by name or title wins; then the first rule with a word in the text;
// else the current agent stays.
func (v Vocabulary) Route(c Context) Decision {
	words := wordsOf(c.Text[:min(len(c.Text), maxRead)])
	if named := v.mentions(words); len(named) > 0 {
		return Decision{Agent: named[0], By: ByName, Reason: assistant.Say("%s was asked by name", v.Called(named[0]))}
	}
	for _, r := range v.rules() {
		if i := slices.IndexFunc(words, func(w string) bool { return oneOf(bare(w), r.words) }); i >= 0 {
			return Decision{Agent: r.agent, By: "rule", Reason: assistant.Say("the request is about %s (“%s”)", r.about, bare(words[i]))}
		}
	}
	return Decision{Agent: v.Agent(c.Current).ID, By: "rule", Reason: assistant.Say("nothing in the request calls for anybody else")}
}

// mentions returns the agents that are called by name or title, in the order they are called.
func (v Vocabulary) mentions(words []string) []assistant.AgentID {
	type place struct {
		at int
		id assistant.AgentID
	}
	var found []place
	for _, a := range v.Agents() {
		if at := v.mentioned(words, a); at >= 0 {
			found = append(found, place{at, a.ID})
		}
	}
	slices.SortStableFunc(found, func(a, b place) int { return a.at - b.at })
	var out []assistant.AgentID
	for _, p := range found {
		out = append(out, p.id)
	}
	return out
}

// mentioned returns where an agent is called: "@Dana", "ask Nico", "Dana, …", "… to Mak", or by its title anywhere. A
// name alone inside a sentence is not enough: clients have names too.
func (v Vocabulary) mentioned(words []string, a assistant.Agent) int {
	name, title := strings.ToLower(a.Name), strings.Fields(strings.ToLower(a.Title))
	for i, w := range words {
		switch {
		case w == "@"+name, w == "@"+strings.ToLower(string(a.ID)):
			return i
		case len(words) >= i+len(title) && slices.Equal(words[i:i+len(title)], title):
			return i
		case bare(w) != name:
		case i == 0, v.isGreeting(words[:i]), v.calls(words, i):
			return i
		}
	}
	return -1
}

// calls tells whether the name at i is called by the word before it, or comes after another name that is.
func (v Vocabulary) calls(words []string, i int) bool {
	before := words[i-1]
	if oneOf(before, "ask asks tell have let get want to with for by need hey") {
		return true
	}
	if !oneOf(before, "and or ,") || i < 2 {
		return false
	}
	return v.isName(bare(words[i-2]))
}

func (v Vocabulary) isGreeting(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		return !oneOf(w, "hi hello hey dear good morning afternoon evening ok okay so , please thanks thank you")
	})
}

// isName tells whether a word is the name of an agent.
func (v Vocabulary) isName(word string) bool {
	return oneOf(folded(strings.TrimPrefix(word, "@")), v.names)
}
