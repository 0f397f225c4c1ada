package assistant

// EscalationReason is why an agent at work cannot go on without somebody's decision (seed 000 §6.3).
type EscalationReason string

// The reasons.
const (
	EscalatedBudget    EscalationReason = "budget"    // what one request may take is used up, or would be
	EscalatedStrategy  EscalationReason = "strategy"  // which way to go is not the agent's to choose
	EscalatedTechnical EscalationReason = "technical" // a tool or a system stands in the way, or the change is risky
	EscalatedClient    EscalationReason = "client"    // it is about what a client is told or has agreed to
)

// EscalationReasons are all of them.
func EscalationReasons() []EscalationReason {
	return []EscalationReason{EscalatedBudget, EscalatedStrategy, EscalatedTechnical, EscalatedClient}
}

// Says tells people what an agent needs, by the name they call it.
func (r EscalationReason) Says(who string) Sentence {
	switch r {
	case EscalatedBudget:
		return Say("%s needs a decision on the budget to go on.", who)
	case EscalatedStrategy:
		return Say("%s needs a decision on the strategy to go on.", who)
	case EscalatedTechnical:
		return Say("%s needs a technical decision to go on.", who)
	case EscalatedClient:
		return Say("%s needs a decision about the client to go on.", who)
	}
	return Say("%s needs an answer to go on.", who)
}

// The values of the options that people have where an agent has escalated something. Their own words are an answer, too.
const (
	EscalationGoOn  = "go_on"
	EscalationOther = "other_way"
	EscalationStop  = "stop"
)

// MayAnswer tells whether a person may answer a question that was asked of somebody. What was escalated lets work go on and spends a budget, so
// whoever may resume stopped work decides on it.
func MayAnswer(p Person, c Clarification, askedOf PersonID) bool {
	if c.Escalated != "" {
		return MayGoOn(p, askedOf)
	}
	return p.ID != "" && p.Role != RoleGuest
}

// WhoDecidesEscalated says in words who may decide on what was escalated.
const WhoDecidesEscalated = "Whoever asked for it, an approver or an admin may decide"
