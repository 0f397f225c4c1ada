package bots

// Privately is a card as it stands in somebody's direct messages, which they can ask to be left alone by.
func Privately(c Card) Card {
	switch c := c.(type) { //nolint:gochecksumtype // nobody is sent the rest
	case PlanCard:
		c.Private = true
		return c
	case ApprovalCard:
		c.Private = true
		return c
	case StepCard:
		c.Private = true
		return c
	case ClarificationCard:
		c.Private = true
		return c
	}
	return c
}

// Private tells whether a card stands in somebody's direct messages and still waits there.
func Private(c Card) bool {
	switch c := c.(type) { //nolint:gochecksumtype // nobody is sent the rest
	case PlanCard:
		return c.Private && c.Open()
	case ApprovalCard:
		return c.Private && c.Open()
	case StepCard:
		return c.Private && c.Open()
	case ClarificationCard:
		return c.Private && c.Open()
	}
	return false
}
