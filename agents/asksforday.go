package agents

import "github.com/aisteam/aisteam/agents/lazy"

// asksForDay finds the wish for a digest of the day, as [folded] writes it. It has to be all that is said.
var asksForDay = lazy.Pattern(`^\W*(?:(?:hey|hi|hello|hallo|hola|salut|bonjour|hans|ok|so|please|bitte|por favor|s'il te plait)\W+)*(?:` +
	`(?:(?:send|give|show|tell|write|post) (?:me|us) )?(?:a |the |my |our )?(?:daily |short |day's )*(?:digest|summary of the day|overview of the day)(?: of (?:the|my|our|this|today's) ?(?:last )?(?:day|work|team|agents)?)*|` +
	`what (?:did|have) (?:you|the team|the agents|everybody|they) (?:all )?(?:do|done|get done) (?:today|yesterday|in the last day|since yesterday|this week|lately|recently)|` +
	`what (?:is|'s|are you|is the team) (?:running|going on|happening|at work|working on|being done)(?: (?:right )?now| here| at the moment)*|is (?:anything|something) (?:running|happening)(?: (?:right )?now)?|was lauft (?:gerade|jetzt|im moment)|qu'est-ce qui est en cours(?: en ce moment| maintenant)?|que (?:esta|hay) en marcha(?: ahora| ahora mismo)?|` +
	`(?:(?:schick|schicke|gib|zeig|zeige|schreib) (?:mir|uns) )?(?:eine |die |meine )?(?:tagesubersicht|tageszusammenfassung|zusammenfassung des tages|ubersicht des tages)|was (?:habt ihr|hast du|hat das team) (?:heute|seit gestern) (?:gemacht|getan|erledigt|geschafft)|` +
	`(?:(?:envoie|envoyez|donne|donnez|montre)-(?:moi|nous) )?(?:un |le |mon )?(?:resume|bilan) (?:du jour|de la journee|quotidien)|qu'(?:avez-vous|as-tu|a) (?:l'equipe )?fait (?:aujourd'hui|depuis hier)|` +
	`(?:(?:enviame|envianos|dame|danos|muestrame) )?(?:un |el |mi )?(?:resumen (?:del dia|diario)|balance del dia)|que (?:has|habeis|han|ha) (?:hecho|hecho el equipo) (?:hoy|desde ayer)` +
	`)\W*$`)

// AsksForDay tells whether all of a message wants to know what the team did in the last day. That is known by code.
func AsksForDay(text string) bool {
	return len(text) <= 200 && asksForDay().MatchString(folded(text))
}
