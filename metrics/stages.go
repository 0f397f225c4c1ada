package metrics

// Stage is a part of a turn that is measured. The set is closed.
type Stage string

// The stages.
const (
	StageAck     Stage = "ack"
	StageWait    Stage = "wait"
	StageHandle  Stage = "handle" // all that the supervisor does about one mail
	StageRoute   Stage = "route"
	StagePlan    Stage = "plan"
	StageExecute Stage = "execute"
	StageDeliver Stage = "deliver"
)

// Stages are all of them.
func Stages() []Stage {
	return []Stage{StageAck, StageWait, StageHandle, StageRoute, StagePlan, StageExecute, StageDeliver}
}

// Queue is a kind of work that waits for somebody to take it. The set is closed.
type Queue string

// The queues.
const (
	QueueTurns      Queue = "turns"
	QueueTasks      Queue = "tasks"
	QueueDeliveries Queue = "deliveries"
)

// Queues are all of them.
func Queues() []Queue { return []Queue{QueueTurns, QueueTasks, QueueDeliveries} }

// Held is what a claim is on. The set is closed.
type Held string

// What claims are on.
const (
	HeldConversation Held = "conversation"
	HeldTask         Held = "task"
	HeldDelivery     Held = "delivery"
)

// Helds are all of them.
func Helds() []Held { return []Held{HeldConversation, HeldTask, HeldDelivery} }

func texts[W ~string](all []W) []string {
	out := make([]string, len(all))
	for i, w := range all {
		out[i] = string(w)
	}
	return out
}
