package background

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// NextTelling is the next step to tell somebody something that they want to hear of elsewhere than in its conversation: by direct
// message, where they want it first and by their other accounts where that is refused. What nobody takes, what they want to be sent
// nowhere, and what somebody wants of them, the panel's inbox lists. It waits for the end of their quiet hours, unless what waits for their decision would end before.
func NextTelling(a assistant.Telling, now time.Time) assistant.TellStep {
	at := a.To.Hearing.Where[a.Topic]
	if at == assistant.HearThere && !a.Beside {
		return assistant.TellStep{}
	}
	waits := a.Topic == assistant.TopicDecisions // which the inbox lists by itself
	out := assistant.TellStep{Keep: (at != assistant.HearThere || a.Topic == assistant.TopicPeople) && !waits}
	reached, pending := stateOf(a.Calls, a.To)
	to, more := a.To.Next(a.Topic, a.Slot, a.Calls)
	switch {
	case reached:
	case pending(now):
		out.Next = now.Add(callLooked)
	case !more:
		out.Keep = !waits
	default:
		if later := a.To.Awake(now); now.Before(later) && (a.Until.IsZero() || later.Before(a.Until.Add(-callLast))) {
			out.Next = later
			return out
		}
		out.Call, out.Next = &to, now.Add(callLooked)
	}
	return out
}
