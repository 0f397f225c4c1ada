package tickets

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var (
	ticketForm   = script.Pattern(`(?i)^(?:new|another|(?:create|make|add|open|file|raise|write|i need|we need|i want|i would like|i'd like)\s+(?:an?|the|one|another)?\s*(?:new)?)\s*((?:low|medium|high|critical|urgent)[ -]?(?:priority)?\s+)?(?:ticket|issue)\b(.*)$`)
	ticketTitle  = script.Pattern(`(?i)^[\s:,-]*(?:(?:called|named|titled|about|for|to|that says|saying|that)\s+)?(.*)$`)
	priority     = script.Pattern(`(?i)(?:,?\s*(?:with\s+|at\s+)?\b(low|medium|high|critical|urgent)\b(?:[ -]priority)?|,?\s*priority:?\s+(low|medium|high|critical|urgent))`)
	askedBesides = script.Pattern(`(?i)[\s,;.]+(?:and|then|and then)\s+(?:please\s+)?(?:tell|say|give|let|show|report|send)\s.*$`)
	urgencyForm  = script.Pattern(`(?i)\b(?:make|set|mark)\s+(?:it|that|this|the ticket)\s+(?:as\s+|to\s+)?(low|medium|high|critical|urgent)\b`)
	urgencyEnd   = script.Pattern(`(?i)[\s,;.]*(?:and\s+)?(?:please\s+)?(?:make|set|mark)\s+(?:it|that|this|the ticket)(?:\s+(?:as|to))?.*$`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{
		Verbs: []string{"open", "file", "raise", "new (?:ticket|issue)"},
		Begin: func() script.Part { return &asked{} },
		Sets: func(wish string) (parameter, value string, ok bool) {
			if m := urgencyForm().FindStringSubmatch(wish); m != nil {
				return "priority", m[1], true
			}
			return "", "", false
		},
		Called: map[string]string{"title": "title", "priority": "priority"},
		Value: func(_ assistant.TaskType, parameter, value string, _ bool) (string, bool) {
			if parameter == "priority" {
				value = urgency(value)
			}
			return value, true
		},
		Lists: []script.Listing{{
			Tool: TaskList, Words: []string{"ticket", "tickets"}, Name: "tickets", Columns: []string{"number", "title", "priority", "body"},
			Line: func(row map[string]string) string {
				return fmt.Sprintf("#%s %s (%s)", row["number"], row["title"], row["priority"])
			},
		}},
	}
}

type wanted struct{ title, priority, quoted string }

// asked is the tickets that a request asks for.
type asked struct {
	tickets []wanted
	before  []llm.SaidFact
}

// Hear is told what was said before the request, oldest first.
func (a *asked) Hear(before []llm.SaidFact) { a.before = before }

// Whole tells whether a request asks for a ticket about what was said before it, and for nothing else, in any of the languages.
func (*asked) Whole(request string) bool {
	_, asks := pointer(request)
	return asks
}

// Find implements [script.Part].
func (a *asked) Find(clause string) int {
	m := ticketForm().FindStringSubmatchIndex(clause)
	if m == nil {
		return -1
	}
	return m[4] // of what comes after the noun
}

// Take implements [script.Part].
func (a *asked) Take(clause string) {
	if _, asks := pointer(clause); asks {
		t := a.said()
		if p := priority().FindStringSubmatch(clause); p != nil {
			t.priority = urgency(p[1] + p[2])
		}
		a.tickets = append(a.tickets, t)
		return
	}
	m := ticketForm().FindStringSubmatch(clause)
	t, rest := wanted{}, m[1]+" "+m[2]
	if p := priority().FindStringSubmatch(rest); p != nil {
		t.priority = urgency(p[1] + p[2])
	}
	rest = askedBesides().ReplaceAllString(priority().ReplaceAllString(rest, ""), "")
	if q := script.Quotes(rest); len(q) > 0 {
		t.title = q[0]
	} else if points, _ := pointer(rest); points {
		of := a.said()
		t.title, t.quoted = of.title, of.quoted
	} else if m := ticketTitle().FindStringSubmatch(script.Trim(rest)); m != nil {
		t.title = script.UpperFirst(script.Trim(m[1]))
	}
	a.tickets = append(a.tickets, t)
}

// said is a ticket about what was said before the request: nothing is known of it where nobody has said anything.
func (a *asked) said() wanted { return wanted{title: subject(a.before), quoted: quoted(a.before)} }

// Wishes implements [script.Part].
func (a *asked) Wishes(request string, _ llm.ProjectFact) []script.Wish {
	if m := urgencyForm().FindStringSubmatch(request); m != nil {
		for i := range a.tickets {
			a.tickets[i].priority = script.First(a.tickets[i].priority, urgency(m[1]))
			a.tickets[i].title = script.Trim(urgencyEnd().ReplaceAllString(a.tickets[i].title, ""))
		}
	}
	var out []script.Wish
	for i, t := range a.tickets {
		goal := "open a ticket"
		if t.title != "" {
			goal += " about “" + t.title + "”"
		}
		out = append(out, script.Wish{
			Goal: goal, Title: "Open a ticket", Types: []assistant.TaskType{TaskCreate}, Agents: []assistant.AgentID{assistant.DeliveryLead},
			Needs: t.needs(), Acts: true, Draft: func(d *script.Draft) { t.draft(d, script.Key("ticket", i, len(a.tickets))) },
		})
	}
	return out
}

func (t wanted) needs() []llm.RequirementReply {
	return []llm.RequirementReply{
		{
			Key: "ticketTitle", Question: "What is the ticket about?", Required: true, Value: t.title,
			Reason: "Whoever takes it reads this line first.",
		},
		{
			Key: "priority", Question: "How urgent is it?", Value: t.priority, Default: "medium",
			Reason: "It decides what is worked on first.", Options: script.Options("low", "medium", "high", "critical"),
		},
	}
}

func (t wanted) draft(d *script.Draft, key string) {
	name := script.First(t.title, d.Values["ticketTitle"])
	d.Add(0, key, TaskCreate, assistant.DeliveryLead, "Open the ticket “"+script.Cut(name, 80)+"”",
		script.Text("title", name), script.Text("body", strings.TrimSpace(d.Facts.Request+"\n\n"+t.quoted)), script.Text("priority", script.First(t.priority, d.Values["priority"], "medium")))
}

// urgency is a ticket's priority for the word that people use.
func urgency(word string) string {
	word = strings.ToLower(strings.Trim(word, `"“”'«»`))
	if word == "urgent" {
		return "critical"
	}
	return word
}
