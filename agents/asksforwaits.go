package agents

import "github.com/aisteam/aisteam/agents/lazy"

// asksForWaits finds the question of what waits for a person, as [folded] writes it. It has to be all that is said: a question
// that goes on is about something else.
var asksForWaits = lazy.Pattern(`^\W*(?:(?:hey|hi|hello|hallo|hola|salut|bonjour|hans|ok|so|und|and|et|y|please|bitte|sag mal|dime|dis-moi|tell me|show me|zeig mir|zeige mir|montre-moi|muestrame|can you tell me|could you tell me)\W+)*(?:` +
	`what(?:'s| is| are|s)?(?: there| still| currently| all)* (?:waiting|pending|waits|open|outstanding|undecided|left to decide|to decide|to approve)(?: still)?(?: (?:for|on) (?:me|us|my|our|approval|a decision|my decision|my approval))?(?: approval| decision)?|` +
	`what (?:needs|wants|awaits) (?:me|us|my (?:decision|approval|attention|answer)|a decision|approval|an answer|deciding)|` +
	`what (?:do|must|should|can) (?:i|we) (?:have to |need to |still )*(?:decide|approve|answer)|` +
	`(?:is|are)(?: there)? (?:anything|something|any (?:plans?|approvals?|decisions?|actions?)) (?:waiting|pending|open|to (?:decide|approve))(?: (?:for|on) (?:me|us|approval|a decision))?|` +
	`(?:anything|something) (?:waiting|pending|to decide|to approve)(?: (?:for|on) (?:me|us))?|` +
	`(?:list |show |the |all |my |our )*(?:pending|open|waiting) (?:approvals?|decisions?|plans?|actions?|items?)|(?:my )?(?:inbox|to-?do)|` +
	`was (?:wartet|ist offen|ist noch offen|steht an|steht noch an|steht aus|liegt an|liegt noch an|ist zu entscheiden|gibt es zu entscheiden|gibt's zu entscheiden)(?: denn| noch| jetzt| gerade| alles| auf (?:mich|uns)| fur mich)*|` +
	`was (?:muss|soll|kann|darf) ich (?:noch |alles )*(?:entscheiden|freigeben|genehmigen|beantworten)|worauf wartest du(?: noch| denn)*|worauf wartet ihr(?: noch)?|` +
	`(?:wartet|steht|liegt) (?:noch |da |hier )*(?:was|etwas|irgendwas)(?: auf mich| an| aus| offen)*|ist (?:noch )?(?:was|etwas) offen|(?:offene|ausstehende) (?:freigaben|plane|fragen|entscheidungen|sachen)|` +
	`qu'est-ce qui (?:m'|nous |vous )?(?:attend|est en attente|est en suspens|reste a (?:decider|valider|approuver))(?: de moi| ma decision| encore)*|` +
	`qu'y a-t-il en attente|quoi en attente|(?:que|qu'est-ce que) (?:dois-je|je dois) (?:encore )?(?:decider|valider|approuver)|y a-t-il (?:quelque chose|des plans|des actions) en attente|` +
	`(?:il y a )?quelque chose (?:qui )?(?:m'attend|en attente)|` +
	`que (?:hay |esta |queda |tengo |sigue |me )*(?:pendiente|pendientes|esperando|por decidir|por aprobar|que aprobar|que decidir|espera)(?: de mi| por mi| aun| todavia| decision| mi decision)*|` +
	`(?:hay |tengo )(?:algo|alguna cosa) (?:pendiente|esperando|que (?:aprobar|decidir))|(?:lo )?pendientes?` +
	`)(?: right now| now| today| here| please| bitte| svp| s'il te plait| s'il vous plait| por favor| heute| aqui| ici| hier)*\W*$`)

// AsksWhatWaits tells whether all of a message asks what waits for whoever writes it. That is known by code, and nobody has to be
// asked for it.
func AsksWhatWaits(text string) bool {
	return len(text) <= 200 && asksForWaits().MatchString(folded(text))
}
