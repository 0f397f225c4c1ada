package assistant

import "strconv"

// Body is the meaning of a message. The set is sealed: each file of bodies lists its own for [DecodeBody]. A body states what all
// code needs to know of it; only code that treats it specially names its type.
//
//sumtype:decl
type Body interface {
	// Type is the body's name in storage and on the wire.
	Type() string
	// facts says what holds of the body in the message that carries it.
	facts(m Message) Facts
}

// Facts is what everybody has to know of a message, whatever its body means.
type Facts struct {
	Slot          Slot            // the visible thing it belongs to; "" if nothing is drawn
	Mail          bool            // the supervisor takes it in hand, unless it said it itself
	Acts          bool            // a person acts with it, on the Subject
	Subject       string          // the id of what is acted on
	Run           RunID           // that it is about
	Plan          PlanID          // that it is about
	Clarification ClarificationID // the one it is about, if not determined by the plan
	People        []PersonID      // whose names its card shows, besides its author
	Releases      int             // how many tasks may start by it
}

// Facts returns what the message's body says of itself.
func (m Message) Facts() Facts {
	if m.Body == nil {
		return Facts{}
	}
	return m.Body.facts(m)
}

// ofRun is what all bodies have in common that tell of a run.
func ofRun(run RunID) Facts { return Facts{Slot: Slot("run:" + run), Run: run} }

// mailed is the facts of what the supervisor takes in hand.
func (f Facts) mailed() Facts {
	f.Mail = true
	return f
}

// asked is the facts of what a person asks of a run.
func (f Facts) asked() Facts {
	f.Mail, f.Acts, f.Subject = true, true, string(f.Run)
	return f
}

// Slot names a visible thing that one or more messages draw: "run:<id>", "plan:<id>/2", "said:<id>".
type Slot string

// SlotOf returns the slot a message belongs to. "" means that nothing is drawn.
func SlotOf(m Message) Slot { return m.Facts().Slot }

func saidSlot(id MessageID) Slot { return Slot("said:" + id) }

func askSlot(id ClarificationID) Slot { return Slot("ask:" + id) }

// approvalSlot is the card of an approval: its own, or that of the run whose actions stand on one.
func approvalSlot(id ApprovalID, card RunID) Slot {
	if card != "" {
		return Slot("approval:" + card)
	}
	return Slot("approval:" + id)
}

func planSlot(id PlanID, version int) Slot {
	return Slot("plan:" + string(id) + "/" + strconv.Itoa(version))
}

// workSlot is the thinking of one turn, or of a run once there is one.
func workSlot(m Message, run RunID) Slot {
	if run == "" {
		run = m.Run
	}
	if run != "" {
		return ofRun(run).Slot
	}
	return Slot("thinking:" + m.Cause)
}
