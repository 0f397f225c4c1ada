package orchestrator

import (
	"github.com/aisteam/aisteam/assistant"
)

// topics marks the last word of a turn as what its owner may be told elsewhere: the result of a background task's words, or of a run,
// whichever it was. Whether a run came of a background task storage knows. What waits for a decision is told by who is called for it.
func (t *turn) topics() {
	t.mu.Lock()
	defer t.mu.Unlock()
	topic, run, last := assistant.Topic(""), assistant.RunID(""), -1
	if unasked(t.cause().Body) {
		topic = assistant.TopicResults
	}
	for i, m := range t.final.Messages {
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest is no word and asks for none
		case assistant.RunFinished:
			run, topic = b.Run, topicOfRun(b.Status)
		case assistant.Said:
			last = i
		case assistant.Asked, assistant.PlanProposed, assistant.ApprovalRequested, assistant.Briefed, assistant.RunStarted:
			return
		}
	}
	if last < 0 || topic == "" {
		return
	}
	m := &t.final.Messages[last]
	if said, ok := m.Body.(assistant.Said); ok && said.Topic == "" {
		said.Topic = topic
		m.Body = said
	}
	if run != "" {
		m.Run = run
	}
}

// topicOfRun is what the end of a run is told as; "" where somebody stopped it.
func topicOfRun(s assistant.RunStatus) assistant.Topic {
	switch s {
	case assistant.RunCompleted:
		return assistant.TopicResults
	case assistant.RunFailed:
		return assistant.TopicFailures
	default:
		return ""
	}
}
