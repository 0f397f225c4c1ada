package bots

import "slices"

// Known tells whether the word is one of [Outcomes].
func (o Outcome) Known() bool { return slices.Contains(Outcomes(), o) }

// String implements [fmt.Stringer].
func (o Outcome) String() string { return string(o) }

// Route is by which way a platform sent something, for metrics. The set is closed.
type Route string

// The routes.
const (
	RouteEvents       Route = "events"
	RouteInteractions Route = "interactions"
	RouteCommands     Route = "commands"
	RouteGateway      Route = "gateway" // a connection that waits for no answer
	RouteUnknown      Route = "unknown" // over a socket, of a kind that we do not know
)

// Routes are all of them.
func Routes() []Route {
	return []Route{RouteEvents, RouteInteractions, RouteCommands, RouteGateway, RouteUnknown}
}

// Known tells whether the word is one of [Routes].
func (r Route) Known() bool { return slices.Contains(Routes(), r) }

// String implements [fmt.Stringer].
func (r Route) String() string { return string(r) }

// Ack is what became of something that a platform sent, for metrics. The set is closed.
type Ack string

// The acks.
const (
	AckTaken       Ack = "taken"
	AckRepeated    Ack = "repeated"
	AckIgnored     Ack = "ignored"
	AckRefused     Ack = "refused"
	AckMalformed   Ack = "malformed"
	AckUnavailable Ack = "unavailable"
	AckChallenge   Ack = "challenge"
)

// Acks are all of them.
func Acks() []Ack {
	return []Ack{AckTaken, AckRepeated, AckIgnored, AckRefused, AckMalformed, AckUnavailable, AckChallenge}
}

// Known tells whether the word is one of [Acks].
func (a Ack) Known() bool { return slices.Contains(Acks(), a) }

// String implements [fmt.Stringer].
func (a Ack) String() string { return string(a) }
