package assent

func german() pieces {
	return pieces{
		language: "de",
		yeses:    list("ja|ok|klar|gut|passt|mach das|genehmigt|gerne|perfekt|einverstanden|in Ordnung|leg los"),
		numbered: list("ja zu 2|2: ja|ja zu allen|ja zum ersten|ja zu beiden|das zweite ja|ja zu Nummer 1"),
		tails: map[string][]piece{
			"later":     list("eine Sekunde|einen Moment|gleich|später|morgen|noch nicht|jetzt nicht|nach dem Mittag|am Montag|in 5 Minuten|warte|Moment|1 Sekunde|2 Minuten|bald|nachher"),
			"condition": list("wenn Mia zustimmt|falls es nichts kostet|sobald der Laden offen ist|solange es kurz ist|nur wenn es billig ist|außer es kostet Geld"),
			"contrast":  list("aber zuerst|aber kürzer|aber warte|außer den Preisen|ohne das Bild|erst mal|zuerst|nur nicht heute|aber nicht das|statt dem anderen|allerdings"),
			"count":     list("3 davon|2 zuerst|eins davon|zwei auf einmal|die ersten zwei Sachen|ein Teil davon|2 von 3|Nummer zwei auf meiner Liste|ein paar"),
			"negation":  list("nicht wirklich|oder nicht|glaube ich nicht|nie|so nicht|nichts|keiner"),
			"doubt":     list("glaube ich|vielleicht|denke ich|nicht sicher|wahrscheinlich|irgendwie|hm|oder so|mal sehen"),
			"discourse": list("also|so|und|weil|übrigens|naja|halt|ne|und dann|sorry|doch"),
			"reported":  list("hat er gesagt|sagt sie|sagt Mia|sagten sie mir|war seine Antwort"),
			"other":     list("ich schaue es mir an|das war zur anderen Seite|ich lese noch|was für ein Tag|verstanden|schon klar|wessen Idee war das"),
		},
		heads: map[string][]piece{
			"acknowledged": list("ach|ah|oh|aha|ach so|also|na|naja|hm|tja|so"),
			"reported":     list("er hat gesagt|sie sagt|Mia sagt|niemand sagte|ich sagte nicht|der Chef schrieb"),
			"negation":     list("nicht|nicht ganz|kein|ich sage nie|kaum"),
			"doubt":        list("vielleicht|ich glaube|ich denke|wahrscheinlich|nicht sicher, aber"),
			"other":        list("auf den ersten Blick|noch etwas|eins nach dem anderen|es war|bevor ich sage|wenn|falls|später melden|sobald ich sage"),
		},
		whole: map[string][]piece{
			"acknowledged": list("ja ja|ok ok|klar, klar|alles gut, danke|passt schon, danke|ach ok|ach so, ok|ah ja|oh ok|also ok|na ja|naja, ok|schon gut|danke, ok|verstanden|gut, danke|alles klar, danke|ja gleich|ja, sofort|ok dann|danke"),
			"number":       list("ok, eine Sekunde|klar, eine Sekunde|ok danke, zweite|ok 1 Sekunde|ja, 2 zuerst|ok, erste|ok 3 davon|ja, 2|eins|zwei|zweite|das zweite|ok 2|erstens|ja zuerst|ja zur zweiten Hälfte|ja zu 2, aber nicht jetzt"),
		},
		polite: list("%s, danke|bitte, %s|Hans, %s|%s 🙏|danke, %s|Hallo, %s|%s 🤔|%s!"),
		plain:  list("ja|ok|klar|gerne|mach das|genehmigt|ja, mach das|klingt gut|sieht gut aus|leg los|jo|einverstanden|natürlich|perfekt|freigegeben|ok, leg los|ich genehmige|in Ordnung|los geht's|machen wir so|ja, gerne|auf jeden Fall|nur zu|weiter|👍|ja 👍|bestätigt|mach es so"),
		please: list("bitte"),
		thanks: list("danke|vielen Dank|danke dir|danke schön|und danke|besten Dank|und vielen Dank"),
		greets: list("Hallo Hans|Hallo|Hans|Guten Morgen|Lena"),
	}
}
