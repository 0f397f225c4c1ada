package assent

// The pieces that are held back. They were written after the rule, and the rule was not looked at with them.

func englishHeld() pieces {
	return pieces{
		yeses:    list("yup|absolutely|go for it|that works|I approve|great|of course|proceed"),
		numbered: list("approve the second one|1 and 3: yes|number 2: ok|yes to all of them|go ahead with 1"),
		tails: map[string][]piece{
			"later":     list("when I am home|by Friday|tonight|next week|a bit later|in two hours|just a tick|bear with me|not so fast|after the call|in the afternoon"),
			"condition": list("assuming the price holds|in case nobody objects|subject to Mia|given that it is free|until Mia objects"),
			"contrast":  list("yet not this one|only not the footer|minus the map|apart from the form|rather the old one|second thoughts"),
			"count":     list("two of those|the last three|a couple|one at a time|1.5|50 percent|every second one"),
			"negation":  list("nope|as if|no way|forget it|hardly|neither"),
			"doubt":     list("perhaps|if you say so|so they say|I hope|fingers crossed|more or less"),
			"discourse": list("then again|plus|which reminds me|speaking of which|while we are at it|oops"),
			"reported":  list("quoth the raven|wrote the client|according to Mia|as my boss puts it"),
			"other":     list("nice weather|where do I click|you are funny|lol|long day|that is what it says"),
		},
		heads: map[string][]piece{
			"acknowledged": list("uh|er|mhm|ooh|huh|well well"),
			"reported":     list("the client wrote|I only quoted|somebody said|the button says"),
			"negation":     list("don't just say|far from|anything but|no longer"),
			"doubt":        list("possibly|supposedly|I would say"),
			"other":        list("instead of|rather than|the word is|type|half a|remind me to say"),
		},
		whole: map[string][]piece{
			"acknowledged": list("noted|will do|thanks, noted|okay okay|great, great|uh ok|aha, ok|fair enough|cool|good to know|ok I see|ok got it|thanks, all good|no worries|ok whatever"),
			"number":       list("ok, sec|yes, 1st|the other two|2nd|ok 2 more|number 9|yes to 12|one and only|yes 2 times|2x yes|ok, two secs|all of a sudden|all in all ok|second to none|yes, in 2"),
		},
		polite: list("%s, cheers|Dear Hans, %s|%s 😅"),
		plain:  list("yup|absolutely|definitely|agreed|sounds great|looks great|yes, that's fine|good to go|ship it|let's do it|certainly|I agree|please do|works for me|yes, proceed|make it so"),
		please: list("plz"),
		thanks: list("thank you so much|cheers|thanks in advance|thanks again"),
		greets: list("Good morning Hans|Hi there|Hey"),
	}
}

func germanHeld() pieces {
	return pieces{
		yeses:    list("jo|natürlich|mach es so|freigegeben|sieht gut aus|super|auf jeden Fall|ja, mach das"),
		numbered: list("das erste und das dritte ja|1 und 3: ja|ja zu allem|ja zum zweiten|Nummer 2: ok"),
		tails: map[string][]piece{
			"later":     list("wenn ich zuhause bin|bis Freitag|heute Abend|nächste Woche|etwas später|in zwei Stunden|Sekündchen|nicht so schnell|nach dem Telefonat|nachmittags"),
			"condition": list("vorausgesetzt der Preis stimmt|sofern keiner widerspricht|unter der Bedingung dass Mia will|bis Mia widerspricht"),
			"contrast":  list("jedoch nicht dieses|nur ohne Fußzeile|bis auf die Karte|abgesehen vom Formular|lieber das alte|andererseits"),
			"count":     list("zwei von denen|die letzten drei|ein paar davon|eins nach dem anderen|jedes zweite|50 Prozent"),
			"negation":  list("nee|von wegen|auf keinen Fall|vergiss es|kaum|weder noch"),
			"doubt":     list("eventuell|wenn du meinst|hoffe ich|mehr oder weniger|irgendwann"),
			"discourse": list("obwohl|außerdem|apropos|wobei|nur so|ups"),
			"reported":  list("schrieb der Kunde|laut Mia|wie mein Chef sagt|steht da"),
			"other":     list("schönes Wetter|wo klicke ich|du bist lustig|lol|langer Tag"),
		},
		heads: map[string][]piece{
			"acknowledged": list("äh|öh|mhm|hui|nun|nun ja"),
			"reported":     list("der Kunde schrieb|ich zitiere nur|jemand meinte|auf dem Knopf steht"),
			"negation":     list("sag bloß nicht|alles andere als|nicht mehr"),
			"doubt":        list("möglicherweise|angeblich|ich würde sagen"),
			"other":        list("anstatt|das Wort ist|halb|erinnere mich an"),
		},
		whole: map[string][]piece{
			"acknowledged": list("notiert|mache ich|danke, notiert|super, super|äh ok|aha, ok|von mir aus später|gut zu wissen|ok verstehe|danke, alles gut|kein Problem|ja nun|jaja"),
			"number":       list("ok, Sekunde|ja, erstens|die anderen zwei|ok 2 noch|Nummer 9|ja zur 12|2x ja|alles in allem ok|ja, in 2|zweitens ja"),
		},
		polite: list("%s, merci|Lieber Hans, %s|%s 😅"),
		plain:  list("jep|na klar|selbstverständlich|passt|sehr gerne|klingt super|ja, leg los|mach weiter|ich bin einverstanden|geht klar|ja klar|genau so|setz es um|super, mach das|jawohl|los"),
		please: list("bitte schön"),
		thanks: list("tausend Dank|danke euch|herzlichen Dank|danke im Voraus"),
		greets: list("Guten Tag Hans|Moin|Servus Hans"),
	}
}

func frenchHeld() pieces {
	return pieces{
		yeses:    list("ouais|absolument|on y va|validé|ça me va|super|avec plaisir|fais-le"),
		numbered: list("le premier et le troisième oui|1 et 3 : oui|oui au deuxième|numéro 2 : ok|oui pour tous"),
		tails: map[string][]piece{
			"later":     list("quand je rentre|d'ici vendredi|ce soir|la semaine prochaine|un peu plus tard|dans deux heures|une petite seconde|pas si vite|après l'appel|cet après-midi"),
			"condition": list("en supposant que le prix tienne|au cas où|sous réserve de Mia|pourvu que ce soit gratuit|tant que Mia ne dit rien"),
			"contrast":  list("toutefois pas celui-ci|hormis la carte|à part le formulaire|plutôt l'ancien|cependant|or"),
			"count":     list("deux de ceux-là|les trois derniers|un à la fois|une sur deux|50 pour cent"),
			"negation":  list("nan|tu parles|laisse tomber|guère|ni l'un ni l'autre"),
			"doubt":     list("éventuellement|si tu le dis|j'espère|plus ou moins|un jour"),
			"discourse": list("cela dit|en plus|à propos|d'ailleurs|oups|voilà"),
			"reported":  list("a écrit le client|selon Mia|comme dit mon chef|c'est écrit là"),
			"other":     list("beau temps|où je clique|tu es drôle|mdr|longue journée"),
		},
		heads: map[string][]piece{
			"acknowledged": list("euh|hein|mouais|tiens|eh"),
			"reported":     list("le client a écrit|je ne fais que citer|quelqu'un a dit|le bouton dit"),
			"negation":     list("tout sauf|ne réponds pas|plus du tout"),
			"doubt":        list("sans doute|soi-disant|je dirais"),
			"other":        list("au lieu de|le mot est|à moitié|rappelle-moi de dire"),
		},
		whole: map[string][]piece{
			"acknowledged": list("noté|je m'en occupe|merci, noté|super, super|euh ok|aha, ok|bon à savoir|ok je vois|merci, tout va bien|pas de souci|mouais|ben d'accord|ouais ouais"),
			"number":       list("ok, sec|oui, 1er|les deux autres|ok 2 de plus|numéro 9|oui au 12|2x oui|tout compte fait ok|oui, dans 2|deuxièmement oui"),
		},
		polite: list("%s, à plus|Cher Hans, %s|%s 😅"),
		plain:  list("ouais|mais oui|tout à fait|d'accord, vas-y|génial|excellent, lance|ça me convient|oui, ça me va|je confirme|continue|c'est validé|impeccable|allons-y|oui, faites-le|nickel|exact"),
		please: list("s'il vous plaît"),
		thanks: list("mille mercis|merci à vous|grand merci|merci encore"),
		greets: list("Bonsoir Hans|Coucou|Salut"),
	}
}

func spanishHeld() pieces {
	return pieces{
		yeses:    list("dale|por supuesto|sigue adelante|confirmado|me parece bien|genial|con gusto|sí, hazlo"),
		numbered: list("el primero y el tercero sí|1 y 3: sí|sí al segundo|número 2: ok|sí a todas"),
		tails: map[string][]piece{
			"later":     list("cuando llegue a casa|para el viernes|esta noche|la semana que viene|un poco más tarde|en dos horas|un segundito|no tan rápido|después de la llamada|por la tarde"),
			"condition": list("suponiendo que el precio aguante|por si acaso|sujeto a Mia|con tal de que sea gratis|mientras Mia calle"),
			"contrast":  list("sin embargo ese no|menos el mapa|aparte del formulario|mejor el antiguo|aunque|más bien otro"),
			"count":     list("dos de esos|los últimos tres|uno por vez|uno sí y uno no|50 por ciento"),
			"negation":  list("nop|ni hablar|olvídalo|apenas|ni uno ni otro"),
			"doubt":     list("a lo mejor|si tú lo dices|espero|más o menos|algún día"),
			"discourse": list("dicho esto|además|a propósito|ay|uy|total"),
			"reported":  list("escribió el cliente|según Mia|como dice mi jefe|ahí pone"),
			"other":     list("qué buen tiempo|dónde pincho|qué gracioso|jaja|día largo"),
		},
		heads: map[string][]piece{
			"acknowledged": list("eh|este|ajá|uy|vaya|mmm"),
			"reported":     list("el cliente escribió|solo cito|alguien dijo|el botón dice"),
			"negation":     list("todo menos|ya no|no respondas"),
			"doubt":        list("posiblemente|dizque|yo diría"),
			"other":        list("en lugar de|la palabra es|medio|recuérdame decir"),
		},
		whole: map[string][]piece{
			"acknowledged": list("anotado|lo haré|gracias, anotado|genial, genial|eh ok|ajá, ok|bueno es saberlo|ok ya veo|gracias, todo bien|sin problema|vale vale|ya ya|ah bueno"),
			"number":       list("ok, seg|sí, 1º|los otros dos|ok 2 más|número 9|sí al 12|2x sí|ante todo ok|sí, en 2|segundo sí"),
		},
		polite: list("%s, saludos|Querido Hans, %s|%s 😅"),
		plain:  list("sip|desde luego|con gusto|vale, hazlo|estupendo|sigue adelante|me gusta|sí, me parece bien|lo confirmo|dale, adelante|apruebo|excelente|vamos allá|sí, claro|autorizado|correcto"),
		please: list("porfi"),
		thanks: list("gracias a ti|muchísimas gracias|se agradece|gracias por todo"),
		greets: list("Buenas tardes Hans|Buenas|Hola equipo"),
	}
}
