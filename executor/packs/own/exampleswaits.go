package own

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// waitsAsked are questions of what waits for whoever asks, and of what is at work.
func waitsAsked() []examples.Example {
	return []examples.Example{example("", nil, examples.Words{
		assistant.English: {
			"what is [still|there] waiting|pending|open|outstanding|undecided [for|on|to] [approval|decision|decide|approve]", "what's|whats [still] waiting|pending|open|outstanding|undecided [for|on] [approval|decision]",
			"what waits [for|on] [approval|decision]", "[show] what is waiting|pending", "what needs|wants|awaits [approval|decision|attention|answer|deciding]", "what do|must|should i|we [have] [to] decide|approve|answer", "what do|to decide|approve|answer",
			"[show] [is] anything|something waiting|pending|open [for|on|to] [approval|decision|decide|approve]", "[show] anything|something to decide|approve", "[show] pending|open|waiting approvals|approval|decisions|decision|plans|actions|items", "[show] inbox",
			"what is running|happening|going|working [on] [right]", "what is at work", "[show] [is] anything|something running|happening",
		},
		assistant.German: {
			"was wartet|ansteht [auf] [mich|uns] [denn|gerade|hier]", "was ist [gerade] offen|ausstehend", "was steht|liegt [gerade] an|aus|offen", "was ist zu entscheiden", "was gibt es zu entscheiden|genehmigen",
			"was muss|soll|kann|darf entscheiden|freigeben|genehmigen|beantworten", "worauf wartest|wartet [du|ihr] [denn]", "wartet|steht|liegt etwas|irgendwas|was [auf] [mich|uns] [an|aus|offen]", "ist etwas|was offen",
			"[zeige] offene|ausstehende freigaben|pläne|fragen|entscheidungen|sachen", "was läuft [gerade] [moment]",
		},
		assistant.French: {
			"qu'est-ce qui attend [décision]", "qu'est-ce qui m'attend", "qu'est-ce qui est en attente|suspens", "qu'est-ce qui reste à décider|valider|approuver", "qu'y a-t-il en attente", "quoi en attente",
			"que dois-je décider|valider|approuver", "y a-t-il quelque chose en attente", "quelque chose [qui] m'attend", "quelque chose en attente", "[montre] approbations|plans|décisions|actions en attente", "qu'est-ce qui est en cours", "qu'est-ce qui est en cours en ce moment",
		},
		assistant.Spanish: {
			"qué está|queda|sigue|me pendiente|pendientes|esperando", "qué hay|tengo pendiente|pendientes|esperando", "qué espera [por] [mí|decisión]", "qué hay|queda por decidir|aprobar", "qué hay|tengo que decidir|aprobar",
			"[hay|tengo] algo pendiente|esperando", "[hay|tengo] algo que decidir|aprobar", "pendiente|pendientes", "qué está en marcha [mismo]",
		},
	})}
}

// dayAsked are requests for a digest of the day.
func dayAsked() []examples.Example {
	return []examples.Example{example("", nil, examples.Words{
		assistant.English: {
			"[send|give|write|post|show] [daily|short] digest [of] [day|today|work]", "[send|give|write|post|show] summary|overview [of] day|today",
			"what did|have|has you|team|agents|everybody|they [get] do|done [since|in] today|yesterday|lately|recently", "what did|have|has you|team|agents|everybody|they do|done in last day", "what was|got|is|has [been] done|finished|achieved [since|in] today|yesterday|lately", "what happened today|yesterday",
		},
		assistant.German: {
			"[schick|schicke|gib|schreib|zeige] tagesübersicht|tageszusammenfassung", "[schick|schicke|gib|schreib|zeige] zusammenfassung|übersicht tages", "was habt|hast|hat ihr|du|team [seit] heute|gestern gemacht|getan|erledigt|geschafft", "was wurde|ist [seit] heute|gestern gemacht|getan|erledigt|geschafft", "was ist heute|gestern passiert",
		},
		assistant.French: {
			"[envoie|envoyez|donne|donnez|montre] résumé|bilan jour|journée|quotidien", "qu'avez-vous fait [depuis] aujourd'hui|hier", "qu'as-tu fait [depuis] aujourd'hui|hier", "qu'a équipe fait [depuis] aujourd'hui|hier", "qu'est-ce qui a été fait [depuis] aujourd'hui|hier",
		},
		assistant.Spanish: {"[envíame|envíanos|dame|danos|muestra] resumen|balance día|diario", "qué has|habéis|han|ha hecho [equipo] [desde] hoy|ayer", "qué se ha|hizo [hecho] [desde] hoy|ayer"},
	})}
}
