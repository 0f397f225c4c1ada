package own

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// noticesAsked are requests to hear of something elsewhere, no longer, alone, or again. Certain results, which somebody wants to have,
// are none of these.
func noticesAsked() []examples.Example {
	off, only, again := offered("off"), offered("only"), offered("again")
	told := examples.Slot{Name: "told", Kind: examples.Choice, Values: topicsSaid()}
	for words, topic := range told.Values {
		if topic == string(assistant.TopicResults) {
			delete(told.Values, words) // “send me the results on Slack” asks for certain ones
		}
	}
	where := examples.Slot{Name: "at", Kind: examples.Choice, Values: map[string]string{
		"slack": "slack", "discord": "discord", "panel": "panel", "panel's inbox": "panel", "inbox": "panel", "posteingang": "panel", "panneau": "panel", "bandeja": "panel",
		"boîte de réception du panneau": "panel", "boîte de réception": "panel", "bandeja de entrada": "panel", "posteingang des panels": "panel",
		"thread": asAsked, "conversation": asAsked, "gespräch": asAsked, "unterhaltung": asAsked, "fil": asAsked, "hilo": asAsked, "conversación": asAsked,
		"nowhere": "nowhere", "nirgendwohin": "nowhere", "nirgends": "nowhere", "nulle part": "nowhere", "ninguna parte": "nowhere",
	}}
	return []examples.Example{
		example(`{"topics": ["{off}", "{off2}"], "at": "nowhere", "again": ["{only}", "{only2}"]}`, slices.Concat(off, only), examples.Words{
			assistant.English: both("and|or|nor", "off", "don't|never show|send|tell|notify|message|ping|write|give [about|of|with] {off} [more|longer] [only|just {only}]",
				"do not show|send|tell|notify|message|ping|write|give [about|of|with] {off} [more|longer] [only|just {only}]",
				"stop sending|telling|giving|showing|notifying [about|of|with] {off} [only|just {only}]", "no more {off} [only|just {only}]", "mute {off} [only|just {only}]", "change|mute off {off}",
				"i don't want|need [to] [hear|know|read] [about|of] {off} [more]", "i do not want|need [to] [hear|know|read] [about|of] {off} [more]"),
			assistant.German: both("und|oder", "off", "schick|schicke|sende|zeige|melde|schreib|gib keine {off} [mehr] [nur|nur {only}]", "keine {off} mehr [nur|nur {only}]", "will|möchte|brauche keine {off} [mehr] [hören|sehen|bekommen]"),
			assistant.French: both("et|ou|ni", "off", "ne m'envoie plus|pas [de] {off} [seulement|seulement {only}]", "ne m'envoyez plus|pas [de] {off} [seulement|seulement {only}]", "n'envoie plus|pas [de] {off} [seulement|seulement {only}]",
				"arrête|arrêtez [de] m'envoyer {off}", "je ne veux plus|pas [recevoir] [de] {off}"),
			assistant.Spanish: both("y|o|ni", "off", "no envíes|envíe|mandes|mande|muestres [más] {off} [solo|solo {only}]", "no más {off} [solo|solo {only}]", "no quiero [más|recibir|ver] {off}", "deja [de] enviarme|mandarme {off}"),
		}),
		example(`{"only": ["{only}", "{only2}"]}`, only, examples.Words{
			assistant.English: both("and|or", "only", "show|send|tell|give only|just [about|of] {only}", "only|just show|send|tell|give|notify|message [about|of|on] {only}", "notify only|just about|of|on {only}",
				"i only|just want [to] [hear|know|read] [about|of] {only}", "want only|just {only}"),
			assistant.German:  both("und|oder", "only", "schick|schicke|schicken|sende|zeige|melde [sie] nur|nur {only}", "will|möchte nur|nur {only} [hören|sehen|bekommen]"),
			assistant.French:  both("et|ou", "only", "envoie|envoyez|montre|donne seulement|uniquement|que {only}", "ne m'envoie que {only}", "ne m'envoyez que {only}", "je [ne] veux que|seulement|uniquement {only}"),
			assistant.Spanish: both("y|o", "only", "envíame|mándame|muéstrame|envía|manda solo|solamente|únicamente {only}", "solo|solamente quiero {only}", "quiero solo|solamente {only}"),
		}),
		example(`{"topics": ["{off}", "{off2}"], "at": "{at}"}`, append(slices.Clone(off), where), examples.Words{
			assistant.English: both("and|or", "off", "send|put|give|post {off} [only|just] to|on|in|via|by|through [their] {at}", "{off} to [their] {at}", "send|put {off} {at}"),
			assistant.German:  both("und|oder", "off", "schick|schicke|sende|zeige|melde|schreib {off} [nur|nur] nach|an|auf|in|über|ins|im [ihr] {at}", "{off} nach|an {at}", "schick|schicke|sende {off} {at}"),
			assistant.French:  both("et|ou", "off", "envoie|envoyez|mets|mettez {off} [seulement|seulement] sur|à|dans|vers|par [leur] {at} [panneau]", "envoie|envoyez {off} {at}"),
			assistant.Spanish: both("y|o", "off", "envía|manda|pon|ponga {off} [solo|solo] a|en|por [su] {at}", "envía|manda {off} [a] {at}"),
		}),
		example(`{"topics": ["{told}"], "at": "{at}"}`, []examples.Slot{told, where}, examples.Words{
			assistant.English: {"show {told} on|to|in|via|by {at}"}, assistant.German: {"zeige {told} nach|an|in|im {at}"},
		}),
		example(`{"again": ["{again}", "{again2}"]}`, again, examples.Words{
			assistant.English: both("and|or", "again", "show|send|tell|give [about] {again} again|again"),
			assistant.German:  both("und|oder", "again", "schick|schicke|sende|zeige wieder {again}", "schick|schicke|sende|zeige {again} wieder"),
			assistant.French:  both("et|ou", "again", "recommence|recommencez à|a m'envoyer {again}", "envoie|envoyez de|à nouveau {again}", "envoie|envoyez {again} de|à nouveau"),
			assistant.Spanish: both("y|o", "again", "vuelve a enviarme|mandarme {again}", "envíame|mándame otra vez {again}", "envíame|mándame de nuevo {again}", "envíame|mándame {again} otra vez", "envíame|mándame {again} de nuevo"),
		}),
	}
}

// offered are the slots of a topic and of a second one beside it.
func offered(name string) []examples.Slot {
	return []examples.Slot{{Name: name, Kind: examples.Choice, Values: topicsSaid()}, {Name: name + "2", Kind: examples.Choice, Values: topicsSaid()}}
}

// both are forms with one topic, and the same with two and what joins them.
func both(and, slot string, forms ...string) (out []string) {
	for _, form := range forms {
		out = append(out, form, strings.Replace(form, "{"+slot+"}", "{"+slot+"} "+and+" {"+slot+"2}", 1))
	}
	return out
}

// topicsSaid returns the topics under the names that people use.
func topicsSaid() map[string]string {
	out := map[string]string{}
	for topic, said := range map[assistant.Topic][]string{
		assistant.TopicResults:   {"result", "results", "ergebnis", "ergebnisse", "ergebnissen", "résultat", "résultats", "resultado", "resultados"},
		assistant.TopicFailures:  {"failure", "failures", "error", "errors", "fehler", "fehlschläge", "échec", "échecs", "erreurs", "fallo", "fallos", "errores", "fracasos"},
		assistant.TopicDecisions: {"decision", "decisions", "approvals", "entscheidungen", "freigaben", "genehmigungen", "approbations", "décisions", "decisiones", "aprobaciones"},
		assistant.TopicDigests: {
			"digest", "digests", "daily digest", "daily digests", "tagesübersicht", "tagesübersichten", "tageszusammenfassungen", "résumé du jour", "résumés du jour", "bilans du jour",
			"resumen del día", "resúmenes del día", "resumen diario", "resúmenes diarios",
		},
	} {
		for _, words := range said {
			out[words] = string(topic)
		}
	}
	return out
}
