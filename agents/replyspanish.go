package agents

// What people say in Spanish where something is open.
const (
	surelySpanish = "sí|si|sip|sipi|claro|claro que sí|sí claro|por supuesto|desde luego|naturalmente|cómo no|con gusto|" +
		"encantado|encantada|estoy de acuerdo"
	gladlySpanish = "vale|venga|de acuerdo|conforme|correcto|exacto|exactamente|eso es|todo correcto"
	actSpanish    = "aprobado|aprobada|lo apruebo|apruebo|apruebo el plan|apruébalo|queda aprobado|confirmado|confirmo|lo confirmo|aceptado|acepto|lo acepto|autorizado|autorizo|" +
		"dale|adelante|sigue|sigue adelante|siga|continúa|continúe|procede|proceda|hazlo|hazlo así|haz eso|hágalo|hágalo así|hacedlo|hacedlo así|empieza|empezad|empiece|" +
		"arranca|vamos|vamos allá|a por ello|lánzalo|ejecútalo|publícalo|puedes hacerlo|puede hacerlo|puedes empezar|puedes seguir|tienes mi aprobación|luz verde"
	praiseSpanish = "perfecto|genial|estupendo|excelente|fenomenal|me parece bien|me parece perfecto|me parece genial|me gusta|suena bien|suena genial|pinta bien|por mí bien|" +
		"listo|es perfecto|está perfecto|está genial|está aprobado"
	enoughSpanish = "muy bien|bien|está bien|todo bien|así está bien"

	pleaseSpanish = "por favor|porfa|porfi|porfavor"
	thanksSpanish = "gracias|muchas gracias|muchísimas gracias|mil gracias|gracias de antemano|gracias a ti|gracias a todos|gracias por todo|gracias por la ayuda|" +
		"gracias por tu ayuda|te lo agradezco|se agradece"
	greetSpanish  = "hola|buenas|buenos días|buenas tardes"
	calledSpanish = "equipo|chicos"
	doneSpanish   = "eso|esto|el plan|ahora|ahora mismo|ya|entonces|pues|así|en seguida|enseguida|con eso|con ello|con el plan|tal cual"
	leadsSpanish  = "entonces|pues"
	ownSpanish    = "para mí|por mí|por mi parte|de mi parte"
	wholeSpanish  = "todo|a todo|al plan|a eso|con todo"
	topicSpanish  = "el plan|eso|esto|todo|así"
	andSpanish    = "y"
	noSpanish     = "cancela|cancélalo|cancelar|cancele|cancela eso|cancela el plan|cancelad|claro que no|por supuesto que no|desde luego que no|no|no gracias|nop|qué va|mejor no|mejor que no|prefiero que no|al final no|de ninguna manera|ni hablar|en absoluto|para nada|nunca|rechazado|rechazada|lo rechazo|rechazo|" +
		"no lo apruebo|no aprobado|denegado|no estoy de acuerdo|no lo hagas|no lo haga|no lo hagáis|no hagas eso|no lo hagas así|déjalo|déjelo|dejadlo|déjalo estar|olvídalo|olvídelo|" +
		"olvidadlo|descártalo|descartado|no hace falta|no me interesa|no es necesario"
	stopSpanish = "para|para ya|para eso|para todo|páralo|páralo todo|pare|pare todo|parad|parad eso|parad todo|paren|stop|detente|deténgase|deténlo|detén eso|detén todo|detened|alto|basta|" +
		"cancela la ejecución|cancelar la ejecución|cancele la ejecución|detén la ejecución|interrumpe|interrúmpelo|aborta|abórtalo"
	undoSpanish = "deshazlo|deshaz eso|deshaz todo|deshaz|deshaz los cambios|deshaga|deshágalo|deshaga todo|deshacedlo|deshacer|deshacer todo|deshacer los cambios|revierte|revierte eso|reviértelo|" +
		"revierte todo|revierte los cambios|revierta los cambios|vuelve atrás|volver atrás|da marcha atrás|marcha atrás|déjalo como estaba|déjelo como estaba|dejadlo como estaba|" +
		"déjalo todo como estaba|ponlo como estaba|restaura|restáuralo"
	retrySpanish = "otra vez|de nuevo|una vez más|inténtalo otra vez|inténtalo de nuevo|inténtelo otra vez|inténtelo de nuevo|intentadlo de nuevo|vuelve a intentarlo|vuelva a intentarlo|" +
		"vuelve a probar|prueba otra vez|prueba de nuevo|pruébalo otra vez|reintenta|reintentar|reinténtalo|repítelo|repite"
	defaultSpanish = "como quieras|como quiera|como queráis|como prefieras|como veas|me da igual|da igual|me es igual|es igual|igual me da|elige tú|elija usted|elegid vosotros|elige|elija|tú eliges|" +
		"decide tú|decide|decida usted|tú decides|usted decide|lo que tú veas|lo que veas|lo que tú quieras|lo que quieras|lo que digas|lo que mejor te parezca|lo dejo en tus manos|" +
		"a tu gusto|a tu elección|cualquiera|cualquiera vale|lo que sea|sin preferencia|no tengo preferencia|ninguna preferencia|sorpréndeme|sorpréndame|por defecto|todo por defecto|escoge tú|escoge"
	idleSpanish = "por favor|porfa|porfi|porfavor|gracias|muchas gracias|ahora|ahora mismo|ya|entonces|pues|bueno|eso|esto|así|el plan|hola|para mí|por mí|todo|y|ay|oh|ups|perdón|equipo|en seguida|enseguida|ahorita"
)
