package own

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// languages are requests to speak a language with the person who asks. "Write" or "answer" may be meant for one text; only "speak
// with me" is meant for all.
func languages() []examples.Example {
	slot := []examples.Slot{{Name: "language", Kind: examples.Choice, Values: map[string]string{
		"english": "en", "englisch": "en", "anglais": "en", "inglés": "en", "german": "de", "deutsch": "de", "allemand": "de", "alemán": "de",
		"french": "fr", "französisch": "fr", "français": "fr", "francés": "fr", "spanish": "es", "spanisch": "es", "espagnol": "es", "español": "es",
	}}}
	return []examples.Example{
		example(`{"language": "{language}"}`, slot, examples.Words{
			assistant.English: {"speak|talk [in] {language} [with|to] [from on]", "speak|talk [in] {language} [with|to] always|default", "speak|talk with|to in {language} [from on]", "language is {language}"},
			assistant.German: {
				"sprich|sprecht|sprechen|rede|redet|reden [sie] [mit] [auf|ab|künftig] {language} [mit]", "sprich|sprecht|rede|redet [mit] ab sofort {language}", "sprache ist {language}",
			},
			assistant.French:  {"parle|parlez [avec] [toujours|désormais] [en] {language} [avec]", "langue est {language}"},
			assistant.Spanish: {"habla|hable|háblame|hábleme [conmigo] [siempre] [en] {language} [conmigo]", "idioma|lengua es {language}"},
		}),
		example(`{"language": "automatic"}`, nil, examples.Words{
			assistant.English: {"forget|reset language"}, assistant.German: {"vergiss sprache"}, assistant.French: {"oublie langue"}, assistant.Spanish: {"olvida idioma"},
		}),
	}
}

// zones are requests that say somebody's time zone, or give up what they chose.
func zones() []examples.Example {
	place := []examples.Slot{{Name: "place", Kind: examples.Text}}
	return []examples.Example{
		example(`{"place": "{place}"}`, place, examples.Words{
			assistant.English: {"time zone|timezone is|: {place}", "timezone|clock is|: {place}", "change|put time zone to|as|on {place}", "change|put timezone|clock to|as|on {place}"},
			assistant.German:  {"zeitzone|uhr ist|: {place}", "stell|stelle|stellen|ändere [sie] zeitzone|uhr auf|in {place}"},
			assistant.French:  {"fuseau [horaire] est|: {place}", "mets|mettez|change|règle|réglez fuseau [horaire] sur|à|a|en|pour {place}"},
			assistant.Spanish: {"zona horaria es|: {place}", "huso horario es|: {place}", "cambia|ponga zona horaria en|a|por {place}", "cambia|ponga huso horario en|a|por {place}"},
		}),
		example(`{"automatic": true}`, nil, examples.Words{
			assistant.English: {"forget|remove|reset|clear time zone|timezone", "forget|remove|reset|clear timezone", "use|take browser's|device's|computer's|phone's time zone", "use|take time zone of browser|device|computer|phone"},
			assistant.German:  {"vergiss zeitzone"}, assistant.French: {"oublie fuseau [horaire]"}, assistant.Spanish: {"olvida zona horaria"},
		}),
	}
}

// snoozes are requests to be left alone, or to be called again.
func snoozes() []examples.Example {
	units := map[string]string{}
	for unit, said := range map[string][]string{
		"minutes": {"minute", "minutes", "minuten", "minuto", "minutos"}, "hours": {"hour", "hours", "stunde", "stunden", "heure", "heures", "hora", "horas"},
		"days": {"day", "days", "tag", "tage", "tagen", "jour", "jours", "día", "días"}, "weeks": {"week", "weeks", "woche", "wochen", "semaine", "semaines", "semana", "semanas"},
	} {
		for _, words := range said {
			units[words] = unit
		}
	}
	until := []examples.Slot{{Name: "until", Kind: examples.Text}, {Name: "n", Kind: examples.Number}, {Name: "unit", Kind: examples.Choice, Values: units}}
	return []examples.Example{
		example(`{"until": "[{n} {unit}|{until}]"}`, until, examples.Words{
			assistant.English: {
				"mute|snooze|silence [this] [everything|notifications|messages] until|till {until}", "mute|snooze|silence [this] [everything|notifications|messages] for {until}", "mute|snooze|silence [this] [everything|notifications|messages] [for] {n} {unit}",
				"mute|snooze [this] [everything|notifications|messages]", "don't call|disturb|ping|notify|bother until|till {until}", "don't call|disturb|ping|notify|bother for {until}",
				"do not call|disturb|ping|notify|bother until|till {until}", "do not call|disturb|ping|notify|bother for {until}", "be|stay quiet until|till|for {until}", "leave alone until|till|for {until}", "no [more] direct messages until|till|for {until}",
			},
			assistant.German: {
				"stör|störe|stört [mich] nicht bis {until}", "stör|störe|stört [mich] nicht für {until}", "ruf|rufe [mich] nicht an bis {until}", "keine direktnachrichten bis|für {until}", "ruhe bis {until}", "lass [mich] in ruhe bis|für {until}",
			},
			assistant.French:  {"ne [me] dérange|dérangez pas jusqu'à {until}", "ne [me] dérange|dérangez pas jusqu'au {until}", "ne [me] dérange|dérangez pas pendant {until}", "pas [de] messages directs jusqu'à {until}", "pas [de] messages directs pendant {until}", "silence jusqu'à {until}"},
			assistant.Spanish: {"no molestes|moleste hasta {until}", "no molestes|moleste durante|por {until}", "sin mensajes directos hasta|durante {until}", "silencio hasta|durante {until}"},
		}),
		example(`{"over": true}`, nil, examples.Words{
			assistant.English: {"unmute|unsnooze", "[you] [may|can] call|disturb|notify|ping again|again", "direct messages again|again"},
			assistant.German:  {"du darfst mich wieder stören|anrufen", "nicht mehr stumm"},
			assistant.French:  {"tu peux me déranger de nouveau", "dérange de nouveau"}, assistant.Spanish: {"puedes molestar|molestarme de nuevo", "molestar|molestarme de nuevo"},
		}),
	}
}

// deputiesAsked are requests that somebody decide in one's place, or nobody any more.
func deputiesAsked() []examples.Example {
	slots := []examples.Slot{{Name: "who"}, {Name: "until", Kind: examples.Text}}
	return []examples.Example{
		example(`{"nobody": true, "person": "{who}"}`, slots, examples.Words{
			assistant.English: {
				"{who} no longer decides for|for", "{who} doesn't|don't decide for|for [more|longer]", "{who} does|shall|must not decide for|for [more|longer]", "stop letting {who} decide for|for",
				"nobody|noone [else] decides for|for [more|longer]", "no one [else] decides for|for [more|longer]", "i decide|will [decide] [for|for] myself again|again", "i decide again|again [myself]",
			},
			assistant.German: {
				"{who} entscheidet [ab] nicht mehr|länger für|für", "niemand entscheidet [mehr] für|für", "entscheide [ab] wieder selbst",
			},
			assistant.French:  {"{who} ne décide plus pour|pour", "personne ne décide [plus] pour|pour", "plus personne ne décide pour|pour", "je décide [de|à] même"},
			assistant.Spanish: {"{who} no decide por|para", "nadie decide por|para", "vuelvo a decidir yo [mismo|misma]"},
		}),
		example(`{"person": "{who}", "until": "{until}"}`, slots, examples.Words{
			assistant.English: {
				"[let] {who} [may|can|will|shall|should] decides|decide|approves|approve for|for [until|till|through {until}]", "[let] {who} [may|can|will|shall|should] decides|decide|approves|approve until|till|through {until}",
				"[let] {who} decides|decide in place|stead [until|till|through {until}]", "[let] {who} decides|decide instead of [until|till|through {until}]", "until|till|through {until} [let] {who} decides|decide|approves|approve for|for",
				"until|till|through {until} [let] {who} decides|decide in place|stead",
			},
			assistant.German: {
				"{who} entscheidet für|für [bis {until}]", "{who} entscheidet für|für bis [zum|am] {until}", "{who} entscheidet bis [zum|am] {until} für|für", "bis [zum|am] {until} entscheidet {who} für|für",
				"{who} darf|soll|kann für|für entscheiden", "{who} darf|soll|kann [bis {until}] für|für entscheiden", "{who} darf|soll|kann für|für bis [zum|am] {until} entscheiden", "{who} entscheidet an stelle [bis {until}]",
			},
			assistant.French: {
				"{who} décide pour|pour", "{who} décide pour|pour jusqu'à {until}", "{who} décide pour|pour jusqu'au {until}", "c'est {who} qui décide pour|pour", "c'est {who} qui décide pour|pour jusqu'à {until}", "c'est {who} qui décide pour|pour jusqu'au {until}",
				"jusqu'à {until} c'est {who} qui décide pour|pour", "jusqu'au {until} c'est {who} qui décide pour|pour", "jusqu'au {until} {who} décide pour|pour", "jusqu'à {until} {who} décide pour|pour",
			},
			assistant.Spanish: {"{who} decide por|para [hasta {until}]", "{who} decide en lugar [hasta {until}]", "hasta {until} {who} decide por|para", "hasta {until} decide {who} por|para"},
		}),
	}
}
