package assistant

import "encoding/json"

// This file holds the decisions put to people, and what they decide.

// decisionsBody decodes decisions put to people and what they decide; nil for other names.
func decisionsBody(typ string) decoder {
	switch typ {
	case Briefed{}.Type():
		return decode[Briefed]
	case Asked{}.Type():
		return decode[Asked]
	case Answered{}.Type():
		return decode[Answered]
	case PlanProposed{}.Type():
		return decode[PlanProposed]
	case PlanDecided{}.Type():
		return decode[PlanDecided]
	case ApprovalRequested{}.Type():
		return decode[ApprovalRequested]
	case ApprovalDecided{}.Type():
		return decode[ApprovalDecided]
	case ApprovalBacked{}.Type():
		return decode[ApprovalBacked]
	case Reminded{}.Type():
		return decode[Reminded]
	}
	return nil
}

// Briefed keeps what planning knows so far. It is not shown.
type Briefed struct {
	Brief Brief `json:"brief"`
}

// Type implements [Body].
func (Briefed) Type() string { return "briefed" }

func (Briefed) facts(Message) Facts { return Facts{} }

// Asked puts questions to a person; the conversation waits without holding anything in memory.
type Asked struct {
	Clarification Clarification `json:"clarification"`
	Rehearsal     bool          `json:"rehearsal,omitempty"` // asked by the offline model
}

// Type implements [Body].
func (Asked) Type() string { return "asked" }

func (b Asked) facts(Message) Facts {
	return Facts{Slot: askSlot(b.Clarification.ID), Plan: b.Clarification.Plan}
}

// Answered settles a clarification. The first answer wins.
type Answered struct {
	Clarification ClarificationID   `json:"clarificationId"`
	Values        map[string]string `json:"values,omitempty"`    // by question key; "" is what a form left empty: its default stands
	Text          string            `json:"text,omitempty"`      // own words, where the answer came as a message
	Withdrawn     bool              `json:"withdrawn,omitempty"` // the answer is not needed any more
}

// Type implements [Body].
func (Answered) Type() string { return "answered" }

func (b Answered) facts(Message) Facts {
	return Facts{Slot: askSlot(b.Clarification), Mail: true, Acts: true, Subject: string(b.Clarification), Clarification: b.Clarification}
}

// PlanProposed shows a version of a plan. Nothing runs before it is approved, unless it starts at once.
type PlanProposed struct {
	Plan    Plan     `json:"plan"`
	AtOnce  bool     `json:"atOnce,omitempty"`  // it needs nobody's yes and starts with this message: [Plan.MayStartAtOnce]
	Changes []string `json:"changes,omitempty"` // what is different from the version before, a line each

	Rehearsal bool `json:"rehearsal,omitempty"` // planned by the offline model
}

// Type implements [Body].
func (PlanProposed) Type() string { return "plan_proposed" }

func (b PlanProposed) facts(Message) Facts {
	return Facts{Slot: planSlot(b.Plan.ID, b.Plan.Version), Plan: b.Plan.ID, People: []PersonID{b.Plan.RequestedBy}}
}

// PlanDecided settles a version of a plan. The first valid decision wins.
type PlanDecided struct {
	Plan    PlanID  `json:"planId"`
	Version int     `json:"version"`
	Verdict Verdict `json:"verdict"`
	Note    string  `json:"note,omitempty"`   // the wanted changes, in the person's words
	Hash    string  `json:"hash,omitempty"`   // of what was decided on: the plan's
	Unseen  bool    `json:"unseen,omitempty"` // what is written on the way is to be published without being shown first
	DryRun  bool    `json:"dryRun,omitempty"` // with changes: none is wanted, and the next version shows all that the plan would do

	For PersonID `json:"for,omitempty"` // in whose stead; code sets it
}

// Type implements [Body].
func (PlanDecided) Type() string { return "plan_decided" }

func (b PlanDecided) facts(Message) Facts {
	return Facts{Slot: planSlot(b.Plan, b.Version), Mail: true, Acts: true, Subject: string(b.Plan), Plan: b.Plan, People: stood(b.For)}
}

// ApprovalRequested asks the people who may decide on an action.
type ApprovalRequested struct {
	Approval  Approval `json:"approval"`
	Rehearsal bool     `json:"rehearsal,omitempty"` // the offline model served
}

// Type implements [Body].
func (ApprovalRequested) Type() string { return "approval_requested" }

func (b ApprovalRequested) facts(Message) Facts {
	people := append([]PersonID{b.Approval.RequestedBy}, b.Approval.Rule.Named()...)
	return Facts{Slot: b.Approval.Slot(), Run: b.Approval.Run, People: people}
}

// ApprovalDecided settles an approval. The first valid decision wins. As an act of a person it may name a card instead, or a direct
// message, whose open actions it decides together, with the [TogetherHash] of what stood there; in the log there is one for each.
type ApprovalDecided struct {
	Approval ApprovalID `json:"approvalId"`
	Verdict  Verdict    `json:"verdict"`
	Note     string     `json:"note,omitempty"`
	Hash     string     `json:"hash,omitempty"` // of what was decided on: the approval's
	Card     RunID      `json:"card,omitempty"` // the run whose card shows the approval, if it has none of its own
	Message  PlaceID    `json:"-"`              // of an act: the direct message whose actions it decides together

	As       *Capacity    `json:"as,omitempty"`       // by what right, where a rule says who decides; code sets it
	Always   bool         `json:"always,omitempty"`   // its like is approved, too, from now on
	Lasts    Lasts        `json:"lasts,omitempty"`    // for how long that is wanted
	Standing *StandingYes `json:"standing,omitempty"` // what comes of that; code sets it

	Arguments json.RawMessage `json:"arguments,omitempty"` // that the person wants instead of those that were shown
	Bound     string          `json:"bound,omitempty"`     // [ChangedHash] of these; "" where they are asked about once more
}

// Changed tells whether the person has approved other arguments than those that were shown.
func (b ApprovalDecided) Changed() bool {
	return b.Verdict == VerdictApproved && len(b.Arguments) > 0
}

// Type implements [Body].
func (ApprovalDecided) Type() string { return "approval_decided" }

func (b ApprovalDecided) facts(Message) Facts {
	f := Facts{Slot: approvalSlot(b.Approval, b.Card), Mail: true, Acts: true, Subject: string(b.Approval), People: b.As.people()}
	if b.Verdict == VerdictApproved {
		f.Releases = 1
	}
	return f
}

// ApprovalBacked is one yes of several that an action takes. The last one is an [ApprovalDecided]; a no ends it at any time.
type ApprovalBacked struct {
	Approval ApprovalID `json:"approvalId"`
	Hash     string     `json:"hash,omitempty"` // of what was approved: the approval's
	Card     RunID      `json:"card,omitempty"` // the approval's, as of an [ApprovalDecided]
	As       *Capacity  `json:"as,omitempty"`   // by what right; code sets it
}

// Type implements [Body].
func (ApprovalBacked) Type() string { return "approval_backed" }

func (b ApprovalBacked) facts(Message) Facts {
	return Facts{Slot: approvalSlot(b.Approval, b.Card), Acts: true, Subject: string(b.Approval), People: b.As.people()}
}
