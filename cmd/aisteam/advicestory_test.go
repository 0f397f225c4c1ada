package main

import "testing"

// What people say where an agent asks for advice, puts a decision before Hans, and says more than was done.
const (
	saysAdvised   = "Have somebody find the marketing ticket that is meant by “the big one”, and tell me its title"
	saysEscalated = "Make a ticket about the broken checkout, and see to it that the client agrees"

	whichIsBig = "Q4 is about the sale, Site about a page. Which one is the big one?"
)

// advised are those stories. The advisor's opens with the question, which stands in what its executor is asked from then on: so the executor's
// report is the third line of it.
var advised = map[string]string{
	saysAdvised: `calls delegate {"agent":"researchAgent","task":"Find the ticket that is called the big one","expects":"title"}
says The big one is “Marketing Q4”.`,
	"Find the ticket that is called the big one": `calls list_tickets {}
calls ask_advisor {"question":"` + whichIsBig + `"}`,
	whichIsBig: `says The sale: more depends on it.
says Nobody asks this.
calls report {"summary":"“Marketing Q4” is the big one.","data":{"title":"Marketing Q4"}}`,

	saysEscalated: `calls create_ticket {"title":"The checkout is broken","priority":"high"}
calls escalate {"reason":"client","question":"The shop has to be closed for an hour. Does the client agree?"}
says The ticket is made, and the client has agreed to the hour.
says The ticket is made. Whether the client agrees is for you to find out.`,
	"the client has agreed to the hour": `replies claims {"claims":[{"says":"the client has agreed to the hour","receipt":""}]}`,
}

// TestAdviceAndWhatIsEscalated: on Slack, on Discord and in the panel, an executor asks the strong model; and an agent puts a decision before
// Hans, goes on with what a person presses, and is sent back where it says more than was done.
func TestAdviceAndWhatIsEscalated(t *testing.T) {
	t.Parallel()
	m := newScriptedModel(t)
	m.meters = true
	for opening, story := range advised {
		if err := m.learn(opening, story); err != nil {
			t.Fatal(err)
		}
	}
	h := newStoryHouse(t, m.env()...)
	h.starts()
	marketing(t, h.child)
	for flow, tell := range map[string]func(*testing.T, storyRoom){"advice": asksForAdvice, "what is escalated": escalates} {
		for name, r := range h.rooms(t) {
			t.Run(flow+" on "+name, func(t *testing.T) { tell(t, r) })
		}
	}
	h.lawful(t)
}

func asksForAdvice(t *testing.T, r storyRoom) {
	t.Helper()
	r.opens(saysAdvised)
	r.reads("The big one is “Marketing Q4”.")
	if p, onPanel := r.(*panelRoom); onPanel {
		unfolds(p.panel) // the run is over
	}
	r.reads("asked for advice: “" + whichIsBig + "”")
}

func escalates(t *testing.T, r storyRoom) {
	t.Helper()
	r.opens(saysEscalated)
	r.presses("Approve")
	r.reads("needs a decision about the client to go on.")
	r.reads("Does the client agree?")
	if _, onPanel := r.(*panelRoom); onPanel {
		r.waits("Answer")
		r.says("Go on")
	} else {
		r.presses("Go on")
	}
	r.reads("Whether the client agrees is for you to find out.") // what it said first, no receipt has shown
}
