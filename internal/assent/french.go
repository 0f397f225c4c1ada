package assent

func french() pieces {
	return pieces{
		language: "fr",
		yeses:    list("oui|ok|d'accord|vas-y|parfait|c'est bon|approuvé|très bien|bien sûr|ça marche|je valide|allez"),
		numbered: list("oui au 2|2 : oui|oui à tous|oui au premier|oui aux deux|la deuxième oui|oui au numéro 1"),
		tails: map[string][]piece{
			"later":     list("une seconde|un moment|un instant|tout à l'heure|plus tard|demain|pas encore|pas maintenant|après le déjeuner|lundi|dans 5 minutes|attends|1 seconde|2 minutes|bientôt|seconde|tout de suite après"),
			"condition": list("si Mia est d'accord|sauf si ça coûte|dès que la boutique est ouverte|tant que c'est court|seulement si c'est moins cher|à condition que ce soit court"),
			"contrast":  list("mais d'abord|mais plus court|mais attends|sauf les prix|sans l'image|d'abord|premièrement|mais pas aujourd'hui|mais pas celui-là|par contre"),
			"count":     list("3 d'entre eux|2 d'abord|un seul|deux à la fois|les deux premières choses|une partie|2 sur 3|quelques-uns"),
			"negation":  list("pas vraiment|ou pas|je ne crois pas|jamais|pas comme ça|rien|personne"),
			"doubt":     list("je crois|peut-être|je pense|pas sûr|probablement|je suppose|hum|on verra"),
			"discourse": list("donc|et|parce que|au fait|enfin|quoi|bref|et aussi|désolé|ben"),
			"reported":  list("a-t-il dit|dit-elle|dit Mia|m'a-t-on dit|c'était sa réponse"),
			"other":     list("je vais regarder|c'était pour l'autre page|je lis encore|quelle journée|compris|je vois|c'était l'idée de qui"),
		},
		heads: map[string][]piece{
			"acknowledged": list("ah|oh|ah bon|bon|ben|eh bien|hum|bof|donc"),
			"reported":     list("il a dit|elle dit|Mia dit|personne n'a dit|je n'ai pas dit|le chef a écrit"),
			"negation":     list("pas|pas tout à fait|ce n'est pas|ne dis jamais|à peine"),
			"doubt":        list("peut-être|je crois que|je pense que|probablement|pas sûr, mais"),
			"other":        list("à première vue|encore une chose|chaque chose en son temps|c'était|avant de dire|si|quand je dis|contacter plus tard"),
		},
		whole: map[string][]piece{
			"acknowledged": list("oui oui|ok ok|c'est bon, merci|tout bon, merci|ah ok|oh ok|ah d'accord|bon, ok|ben oui|merci, ok|compris|très bien, merci|bien, merci|entendu, merci|je vois|merci|bon"),
			"number":       list("ok, une seconde|bien sûr, une seconde|ok merci, seconde|ok 1 seconde|oui, 2 d'abord|ok, premier|ok 3 d'entre eux|oui, 2|un|deux|seconde|la seconde|ok 2|premièrement|oui à la seconde moitié|oui au 2 mais pas maintenant"),
		},
		polite: list("%s, merci|s'il te plaît, %s|Hans, %s|%s 🙏|merci, %s|Bonjour, %s|%s 🤔|%s !"),
		plain:  list("oui|ok|d'accord|vas-y|parfait|approuvé|oui, vas-y|ça marche|ça me va|lance|je valide|bien sûr|allez-y|on y va|validé|très bien, lance|oui, parfait|j'approuve|faites-le|volontiers|fais comme ça|c'est parfait|👍|oui 👍|absolument|confirmé|avec plaisir"),
		please: list("s'il te plaît|stp|s'il vous plaît|svp"),
		thanks: list("merci|merci beaucoup|merci d'avance|et merci|merci à toi|merci bien"),
		greets: list("Bonjour Hans|Bonjour|Hans|Salut Hans|Lena"),
	}
}
