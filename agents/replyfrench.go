package agents

// What people say in French where something is open.
const (
	surelyFrench = "oui|ouais|ouep|mais oui|bien sûr|oui bien sûr|évidemment|carrément|absolument|volontiers|avec plaisir|je suis d'accord"
	gladlyFrench = "d'accord|d'acc|dac|exact|exactement|tout à fait|correct|allez"
	actFrench    = "approuvé|j'approuve|j'approuve le plan|je valide|je valide le plan|je le valide|validé|valide|c'est validé|accepté|j'accepte|confirmé|je confirme|accordé|" +
		"vas-y|vas y|allez-y|allez y|on y va|allons-y|go|lance|lance-le|lance ça|lancez|lancez-le|on lance|fais-le|fais le|faites-le|faites le|fais ça|fais comme ça|" +
		"faites-le comme ça|faites comme ça|fais-le comme ça|on fait comme ça|continue|continuez|exécute|procède|procédez|tu peux y aller|vous pouvez y aller|" +
		"tu peux lancer|vous pouvez lancer|feu vert"
	praiseFrench = "parfait|c'est parfait|super|génial|excellent|nickel|impeccable|c'est super|ça marche|ça roule|ça me va|ça me convient|ça me plaît|ça me semble bien|" +
		"me va|me convient|me plaît|me semble bien|est parfait|est super|est validé|est approuvé"
	enoughFrench = "bien|c'est bien|c'est bon|c'est ok|tout bon|très bien|pour moi c'est bon|c'est bon pour moi|entendu|est bien|est bon|est ok"

	pleaseFrench = "s'il te plaît|s'il vous plaît|stp|svp"
	thanksFrench = "merci|merci beaucoup|merci bien|merci d'avance|mille mercis|merci à toi|merci à vous|merci à tous|merci encore|grand merci|un grand merci|" +
		"merci pour ton aide|merci pour votre aide"
	greetFrench  = "bonjour|bonsoir|salut|coucou"
	calledFrench = "équipe|l'équipe"
	doneFrench   = "ça|cela|le plan|ce plan|maintenant|alors|tout de suite|immédiatement|comme ça|comme prévu|comme proposé|avec ça|avec le plan"
	leadsFrench  = "alors|donc"
	ownFrench    = "pour moi|de mon côté"
	wholeFrench  = "tout|pour tout|à tout|pour le plan|au plan|à ça"
	topicFrench  = "le plan|ça|tout|cela|ce plan"
	andFrench    = "et"
	noFrench     = "annule le plan|annulez le plan|bien sûr que non|certainement pas|mais non|non|nan|nan merci|non merci|surtout pas|pas question|hors de question|jamais|plutôt pas|mieux vaut pas|je préfère pas|je ne préfère pas|je préfère que non|" +
		"finalement non|en fait non|refusé|je refuse|rejeté|je rejette|pas d'accord|je ne suis pas d'accord|pas approuvé|pas validé|ne le fais pas|ne le faites pas|le fais pas|" +
		"ne fais pas ça|ne faites pas ça|fais pas ça|laisse tomber|laissez tomber|laisse|oublie|oublie ça|oubliez|oubliez ça|pas la peine|pas intéressé|abandonne|abandonnez"
	stopFrench = "stop|stoppe|stoppe ça|stoppe tout|stoppez|stoppez tout|stoppez ça|arrête|arrête ça|arrête tout|arrêtez|arrêtez ça|arrêtez tout|on arrête|on arrête tout|halte|" +
		"interromps|interromps ça|interrompez|annule l'exécution|annulez l'exécution|arrête l'exécution|arrêtez l'exécution|arrête le travail|cesse|cessez"
	undoFrench = "annule|annule ça|annule tout|annule-le|annulez|annulez ça|annulez tout|annule les modifications|annule les changements|annulez les modifications|annulez les changements|" +
		"annuler|annuler les modifications|annuler les changements|d'annuler|d'annuler les modifications|d'annuler ça|d'annuler tout|défais|défais ça|défais tout|défaites|défaites tout|défaites ça|" +
		"reviens en arrière|revenez en arrière|revenir en arrière|on revient en arrière|retour en arrière|remets comme avant|remettez comme avant|remets tout comme avant|remets ça comme avant|" +
		"rétablis|rétablis tout|restaure"
	retryFrench = "réessaie|réessaye|réessayez|réessayer|essaie encore|essaye encore|essaie à nouveau|essaye à nouveau|essayez à nouveau|essaie de nouveau|essaie encore une fois|" +
		"encore|encore une fois|encore un essai|une fois encore|recommence|recommencez|relance|relance-le|relancez|refais|refais-le|retente"
	defaultFrench = "comme tu veux|comme vous voulez|comme tu le sens|comme bon te semble|ça m'est égal|peu importe|peu m'importe|n'importe|n'importe lequel|n'importe laquelle|n'importe quoi|" +
		"à toi de choisir|à vous de choisir|à toi de voir|à vous de voir|à toi de décider|à vous de décider|choisis|choisis toi-même|choisissez|choisis pour moi|choisissez pour moi|" +
		"décide|décidez|tu choisis|vous choisissez|tu décides|vous décidez|c'est toi qui vois|c'est vous qui voyez|fais au mieux|faites au mieux|pas de préférence|" +
		"je n'ai pas de préférence|aucune préférence|j'ai pas de préférence|surprends-moi|surprenez-moi|je te laisse choisir|je vous laisse choisir|par défaut|tout par défaut"
	idleFrench = "s'il te plaît|s'il vous plaît|stp|svp|merci|merci beaucoup|merci de|tout de suite|maintenant|alors|donc|ça|cela|le plan|ce plan|c'est|comme ça|juste|bonjour|salut|pour moi|" +
		"pour tout|pour le reste|bon|ben|eh bien|et|tous|équipe|ah|oh|oups|désolé|immédiatement|le|tout"
)
