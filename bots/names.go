package bots

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/deciders"
)

// Names resolves ids to display names. Unknown ids get a stand-in, so a fold never fails because of one.
type Names struct {
	Agents   map[assistant.AgentID]assistant.Agent
	People   map[assistant.PersonID]assistant.Person
	Settings assistant.Settings // of the tenant, which say who may decide
	Language assistant.Language // of the conversation
	Present  *Present           // who there is to decide; nil if nobody has looked
}

// NewNames returns names with the roster and the people given, and who of them may decide by the settings.
func NewNames(roster []assistant.Agent, people map[assistant.PersonID]assistant.Person, set assistant.Settings) Names {
	agents := make(map[assistant.AgentID]assistant.Agent, len(roster))
	for _, a := range roster {
		agents[a.ID] = a
	}
	return Names{Agents: agents, People: people, Settings: set}
}

// Words are what the cards' own words are in.
func (n Names) Words() wording.Words { return wording.In(n.Language) }

// Speaker resolves an agent. "" is the assistant itself.
func (n Names) Speaker(id assistant.AgentID) Speaker {
	a, ok := n.Agents[id]
	switch {
	case ok:
		return Speaker{ID: id, Called: a.Called(), Avatar: a.Avatar}
	case id == "":
		return Speaker{Called: n.Words().Say("The assistant")}
	default:
		return Speaker{ID: id, Called: string(id)}
	}
}

// Person resolves a person. "" stays "".
func (n Names) Person(id assistant.PersonID) string {
	if id == "" {
		return ""
	}
	if p := n.People[id]; p.Name != "" && p.Left {
		return n.Words().Say("%s (has left)", p.Name)
	} else if p.Name != "" {
		return p.Name
	}
	return n.Words().Say("someone")
}

// known returns the person that an id stands for now, even if they have become another.
func (n Names) known(id assistant.PersonID) assistant.PersonID { return cmp.Or(n.People[id].ID, id) }

// namedInDeciders bounds a name where it stands among others.
const namedInDeciders = 100

// Deciders says in words who may decide on a person's request, as of drawing the card.
func (n Names) Deciders(asker assistant.PersonID) string {
	p := n.People[asker]
	p.Name = Clip(OneLine(p.Name), namedInDeciders)
	if p.Name == "" || !assistant.MayDecide(p, n.Settings, p.ID) { // people are never told that they may, and then refused
		return n.Words().Say("An approver or an admin may decide")
	}
	return n.Words().Say("%s, an approver or an admin may decide", p.Name)
}

// DecidersBy says in words who may decide, taking a rule into account.
func (n Names) DecidersBy(r *assistant.ApprovalRule, asker assistant.PersonID) string {
	if r == nil {
		return n.Deciders(asker)
	}
	w, called := n.Words(), deciders.Names{Person: n.clipped}
	who := deciders.Of(w, r, called)
	if len(who) == 0 {
		who = append(who, deciders.Role(w, assistant.RoleApprover))
		if p := n.People[asker]; !r.NotRequester && p.Name != "" && assistant.MayDecide(p, n.Settings, p.ID) {
			who = slices.Insert(who, 0, n.clipped(asker))
		}
	}
	return strings.Join(append([]string{w.Say("May decide: %s", strings.Join(who, ", "))}, deciders.Besides(w, r, called)...), "; ")
}

// clipped is what a person is called where they stand among others.
func (n Names) clipped(id assistant.PersonID) string {
	return Clip(OneLine(n.Person(id)), namedInDeciders)
}

// Counted says how many of the required people have approved, and who; "" if one is enough.
func (n Names) Counted(r *assistant.ApprovalRule, yeses []string) string {
	if r.Count() < 2 {
		return ""
	}
	said := n.Words().Say("%d of %d approvals", len(yeses), r.Count())
	if len(yeses) > 0 {
		said += ": " + strings.Join(yeses, ", ")
	}
	return said
}

// inStead returns the name of a person who did something, with the person for whom they did it.
func (n Names) inStead(who, of assistant.PersonID) string {
	if of == "" || of == who {
		return n.Person(who)
	}
	return n.Words().Say("%s for %s", n.clipped(who), n.clipped(of))
}

// each is what these people are called where they stand among others.
func (n Names) each(people []assistant.PersonID) (out []string) {
	for _, id := range people {
		out = append(out, n.clipped(id))
	}
	return out
}

// decides tells whether a person may decide what they asked for.
func (n Names) decides(asker assistant.PersonID) bool {
	return assistant.MayDecide(n.People[asker], n.Settings, asker)
}

// People lists the persons whose names the cards of these messages may show, each once.
func People(ms []assistant.Message) []assistant.PersonID {
	var out []assistant.PersonID
	seen := map[assistant.PersonID]bool{"": true}
	add := func(id assistant.PersonID) {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	for _, m := range ms {
		add(m.Person)
		for _, id := range m.Facts().People {
			add(id)
		}
	}
	return out
}
