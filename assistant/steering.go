package assistant

// Steering is what becomes of words that somebody says while the team is at work on what was said before.
type Steering string

// What may become of them. Whichever it is, each word is heard once.
const (
	SteeringSteer     Steering = "steer"     // they reach whoever is at work with the next model call
	SteeringQueue     Steering = "queue"     // they wait until it is done
	SteeringInterrupt Steering = "interrupt" // it is left for them, where the same person had asked for it
)

// Steerings are all of them, the one that holds where nobody has said anything first.
func Steerings() []Steering {
	return []Steering{SteeringSteer, SteeringQueue, SteeringInterrupt}
}
