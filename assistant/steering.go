package assistant

// Steering is what becomes of words that somebody says while the team is at work on what was said before.
type Steering string

// What may become of them. Whichever it is, each word is heard once.
const (
	SteeringSteer     Steering = "steer"     // they reach the agent at work with its next model call
	SteeringQueue     Steering = "queue"     // they wait until it is done
	SteeringInterrupt Steering = "interrupt" // it is left for them, where the same person had asked for it
)

// Steerings returns all of them, the default first.
func Steerings() []Steering {
	return []Steering{SteeringSteer, SteeringQueue, SteeringInterrupt}
}
