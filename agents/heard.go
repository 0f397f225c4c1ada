package agents

import (
	"slices"

	"github.com/aisteam/aisteam/agents/lazy"
)

// Open is what stands open where words are said.
type Open string

// What may stand open.
const (
	OpenPlan     Open = "plan"
	OpenApproval Open = "approval"
	OpenQuestion Open = "question"
	OpenRun      Open = "run" // at work, or done and to be taken back
)

// Heard is what words are to what stands open, as far as code alone can surely tell.
type Heard string

// What words can be. A yes or no decides only by the law of consent, whoever has heard it.
const (
	HeardYes     Heard = "yes"
	HeardNo      Heard = "no"
	HeardStop    Heard = "stop"
	HeardUndo    Heard = "undo"
	HeardRetry   Heard = "retry"
	HeardDefault Heard = "default" // the choice is left to us
	HeardPick    Heard = "pick"    // one of the options, by its number
	HeardRevise  Heard = "revise"  // something is to be different
	HeardReply   Heard = "reply"   // own words that may answer the question
	HeardAside   Heard = "aside"   // a question, thanks or a word of patience beside it: what is open stays open
	HeardUnsure  Heard = ""        // the rules do not say
)

// mostOptions bounds what a pick is read for where nobody says how many options there are.
const mostOptions = 10

// putOff finds words that ask for patience: nobody has decided yet.
var putOff = lazy.Pattern(`\b(?:let me (?:think|check|ask|see|talk|look|sleep)|i (?:have|need|must|want) to (?:ask|check|think|talk|discuss|look)|i(?:'ll| will) (?:ask|check|think|look|have a look|get back|come back|let you know)|` +
	`(?:will|gonna) (?:look at|check|think about|read|review) (?:it|this|that)|need to (?:ask|check|think|talk)|get back to you|think about it|sleep on it|give me (?:a|some|five|ten|\d+) ?(?:min|minute|minutes|moment|second|sec|time|day)?|` +
	`(?:one|a|just a) (?:moment|second|sec|minute)|not yet|not now|in a meeting|talk to my|ask my|check with|discuss (?:it|this) with|` +
	`(?:muss|musst|mussen|mochte|will|wurde) (?:ich |wir |das |es |erst |noch |mal |kurz |vorher )*(?:meine[nrm]? |mit |den |die |das )?[a-z ]{0,30}(?:fragen|klaren|besprechen|abklaren|absprechen|nachfragen|uberlegen|prufen|nachdenken)|` +
	`lass mich (?:kurz |mal |noch |erst |daruber )*(?:uberlegen|nachdenken|schauen|prufen|fragen)|(?:schaue?|sehe|gucke?) (?:ich |wir )?(?:mir )?(?:das |es )?(?:nachher|spater|gleich|morgen|dann|noch|nach|an\b|mal)|` +
	`noch nicht|moment\b|bin (?:grade?|gerade) (?:in|im|unterwegs|beim)|im termin|in einem termin|in einer besprechung|im meeting|melde mich|gib mir (?:kurz|noch|einen|eine|ein paar|zeit)|denke? (?:noch )?(?:mal )?daruber nach|spater\b|` +
	`je dois (?:d'abord |encore |avant )?(?:demander|voir|verifier|reflechir|en parler)|je (?:vais|veux) (?:d'abord |encore )?(?:demander|reflechir|verifier|regarder|en parler|y reflechir)|laissez?-moi (?:reflechir|regarder|voir|verifier|le temps)|` +
	`je (?:regarde|verifie|reflechis|reviens|te redis|vous redis|te dis|demande)|une (?:minute|seconde)|un (?:instant|moment)|pas encore|pas maintenant|en reunion|plus tard|j'en parle|il faut que (?:je|j'en)|` +
	`tengo que (?:preguntar|hablar|consultar|pensar|mirar|ver|comprobar)[a-z]*|dejame (?:pensar|ver|mirar|preguntar|consultar)[a-z]*|dejeme|lo (?:miro|pienso|consulto|veo|hablo|reviso)|voy a (?:preguntar|pensar|consultar|mirar|hablar)[a-z]*|` +
	`un (?:segundo|minuto|momentito)|dame (?:un|una|tiempo)|todavia no|aun no|ahora no|mas tarde|luego te|estoy en (?:una )?(?:reunion|junta)|te (?:digo|aviso|confirmo))`)

// Hear reads words as what they are to what stands open. It is strict, as [ReadReply] is: what could be something else, or two
// things at once, is nothing that it is sure of.
func (v Vocabulary) Hear(text string, open Open) Heard {
	reply := v.ReadReply(text)
	if open != OpenRun && v.Cancels(reply) {
		return HeardNo
	}
	if heard := intended(reply.Intent, open); heard != HeardUnsure {
		return heard
	}
	if _, picks := Picked(text, mostOptions); picks && open == OpenQuestion {
		return HeardPick
	}
	aside := v.acknowledges(text) || v.aside(text)
	switch {
	case reply.Intent != ReplyWords:
		return HeardUnsure
	case open == OpenPlan && reply.Edits && !aside:
		return HeardRevise
	case aside && !reply.Edits:
		return HeardAside
	case open == OpenQuestion && !aside && !asks(text):
		return HeardReply
	default:
		return HeardUnsure
	}
}

// intended is what an intent is to what stands open, where it can be anything to it.
func intended(i Intent, open Open) Heard {
	decides := open == OpenPlan || open == OpenApproval || open == OpenQuestion
	switch {
	case i == ReplyYes && decides:
		return HeardYes
	case i == ReplyNo && decides:
		return HeardNo
	case i == ReplyStop:
		return HeardStop
	case i == ReplyUndo && open == OpenRun:
		return HeardUndo
	case i == ReplyRetry && open != OpenApproval:
		return HeardRetry
	case i == ReplyDefault && open == OpenQuestion:
		return HeardDefault
	default:
		return HeardUnsure
	}
}

// aside tells whether words are surely beside what is open: they ask for patience, ask a question, or are mere politeness.
func (v Vocabulary) aside(text string) bool {
	all := sentences(text)
	if len(all) == 0 {
		return false
	}
	return !slices.ContainsFunc(all, func(s sentence) bool {
		return !v.isSocial(s.words) && !asksForPatience(s.words) && !v.wantsToKnow(s)
	})
}
