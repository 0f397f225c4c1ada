package assent

func spanish() pieces {
	return pieces{
		language: "es",
		yeses:    list("sí|ok|vale|adelante|perfecto|está bien|aprobado|muy bien|claro|hazlo|de acuerdo|venga"),
		numbered: list("sí al 2|2: sí|sí a todos|sí al primero|sí a los dos|el segundo sí|sí al número 1"),
		tails: map[string][]piece{
			"later":     list("un segundo|un momento|un minuto|ahora no|luego|más tarde|mañana|todavía no|después de comer|el lunes|en 5 minutos|espera|1 segundo|2 minutos|pronto|segundo|ahorita vuelvo"),
			"condition": list("si Mia quiere|a menos que cueste dinero|cuando abra la tienda|siempre que sea corto|solo si es barato|en cuanto pueda"),
			"contrast":  list("pero primero|pero más corto|pero espera|salvo los precios|sin la foto|primero|ante todo|pero hoy no|pero ese no|en vez del otro"),
			"count":     list("3 de ellos|2 primero|uno de ellos|dos a la vez|las dos primeras cosas|una parte|2 de 3|unos cuantos"),
			"negation":  list("no mucho|o no|no creo|nunca|así no|nada|nadie"),
			"doubt":     list("creo|quizás|supongo|no estoy seguro|probablemente|tal vez|hum|ya veremos"),
			"discourse": list("pues nada|y|porque|por cierto|bueno|o sea|y también|perdón|en fin"),
			"reported":  list("dijo él|dice ella|dice Mia|me dijeron|fue su respuesta"),
			"other":     list("lo miro|eso era de la otra página|lo estoy leyendo|vaya día|entendido|ya veo|de quién fue la idea"),
		},
		heads: map[string][]piece{
			"acknowledged": list("ah|oh|ya|bueno|pues|aha|hum|a ver"),
			"reported":     list("él dijo|ella dice|Mia dice|nadie dijo|yo no dije|el jefe escribió"),
			"negation":     list("no|no del todo|no es|nunca digas|apenas"),
			"doubt":        list("quizás|creo que|supongo que|probablemente|no estoy seguro, pero"),
			"other":        list("a primera vista|una cosa más|era|antes de decir|cuando diga|contactar más tarde|hasta que diga"),
		},
		whole: map[string][]piece{
			"acknowledged": list("sí sí|ok ok|claro, claro|todo bien, gracias|está bien, gracias|ah ok|oh ok|ah vale|bueno, ok|ya, claro|venga ya|gracias, ok|entendido|muy bien, gracias|bien, gracias|ya|ya veo|gracias|si todo está bien|si está bien, adelante|si adelante|si vale|si hazlo|si lo apruebo|si me parece bien|si perfecto|sí, ahorita"),
			"number":       list("ok, un segundo|claro, un segundo|ok gracias, segundo|ok 1 segundo|sí, 2 primero|ok, primero|ok 3 de ellos|sí, 2|uno|dos|segundo|el segundo|ok 2|primero|sí a la segunda mitad|sí al 2 pero ahora no"),
		},
		polite: list("%s, gracias|por favor, %s|Hans, %s|%s 🙏|gracias, %s|Hola, %s|%s 🤔|¡%s!"),
		plain:  list("sí|ok|vale|adelante|perfecto|aprobado|sí, adelante|hazlo|de acuerdo|claro|claro que sí|dale|lo apruebo|suena bien|me parece bien|por supuesto|sí, hazlo|vale, adelante|confirmado|hazlo así|vamos|genial|👍|sí 👍|sí claro|si|estoy de acuerdo|acepto"),
		please: list("por favor|porfa"),
		thanks: list("gracias|muchas gracias|mil gracias|y gracias|gracias de antemano|y muchas gracias"),
		greets: list("Hola Hans|Hola|Hans|Buenos días|Lena"),
	}
}
