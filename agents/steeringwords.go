package agents

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// What people begin a message with to say what becomes of it while the team is at work, as [folded] writes it. A colon has to follow.
const (
	steering = "|steer|by the way|btw|meanwhile|ubrigens|ausserdem|dazu|au fait|d'ailleurs|por cierto|"
	queueing = "|queue|later|afterwards|after that|when you are done|when you're done|spater|danach|nachher|wenn du fertig bist|wenn sie fertig sind|" +
		"plus tard|apres|ensuite|quand tu as fini|quand vous avez fini|mas tarde|despues|luego|cuando termines|"
	interrupting = "|interrupt|now|right now|leave that|sofort|jetzt|lass das|maintenant|tout de suite|laisse ca|ahora|ahora mismo|deja eso|"
)

// Steers reads what a message says of itself: “later: and the prices” is “and the prices”, said to wait. how is "" where it says
// nothing of the kind. A yes, a no or a stop is never read so: what decides says nothing else.
func (v Vocabulary) Steers(text string) (how assistant.Steering, rest string) {
	const longest = 30 // bytes of the word, about
	head, rest, found := strings.Cut(text, ":")
	rest = strings.TrimSpace(rest)
	if head = strings.TrimSpace(head); !found || rest == "" || len(head) > longest || v.ReadReply(rest).Intent != ReplyWords {
		return "", text
	}
	word := "|" + strings.Join(strings.Fields(folded(head)), " ") + "|"
	switch {
	case strings.Contains(steering, word):
		return assistant.SteeringSteer, rest
	case strings.Contains(queueing, word):
		return assistant.SteeringQueue, rest
	case strings.Contains(interrupting, word):
		return assistant.SteeringInterrupt, rest
	default:
		return "", text
	}
}
