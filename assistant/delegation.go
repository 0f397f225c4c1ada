package assistant

import "time"

// Delegation is that a person has named another who decides for them until a moment. It gives the delegate nothing that the person
// does not have at the moment of a decision, and nothing of what others have given that person.
type Delegation struct {
	ID        DelegationID `json:"id"`
	Person    PersonID     `json:"personId"` // who decides otherwise
	Name      string       `json:"person,omitempty"`
	Role      Role         `json:"-"` // the person's own today; nobody's role where they have left
	Delegate  PersonID     `json:"delegateId"`
	Called    string       `json:"delegate,omitempty"`
	Until     time.Time    `json:"until"`
	CreatedAt time.Time    `json:"createdAt,omitzero"`
}

// Holds tells whether it is one of two people, and not over.
func (d Delegation) Holds(now time.Time) bool {
	return d.Person != "" && d.Delegate != "" && d.Person != d.Delegate && now.Before(d.Until)
}

// stood returns the person for whom something was decided, if any.
func stood(of PersonID) []PersonID {
	if of == "" {
		return nil
	}
	return []PersonID{of}
}

// people are those whom a card names for a capacity.
func (c *Capacity) people() []PersonID {
	if c == nil {
		return nil
	}
	return stood(c.For)
}

// MaxDelegation is for how long somebody may decide for another person.
const MaxDelegation = 92 * 24 * time.Hour

// These refuse people who name a deputy.
var (
	ErrDeputy = refusal(Say("That person cannot decide for you."), Say("Name another member of this team who is no guest."))
	ErrLapse  = refusal(Say("Somebody decides for you until a day to come, three months ahead at most."), Say("Name another day."))
)
