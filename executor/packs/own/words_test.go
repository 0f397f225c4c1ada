package own_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/internal/packkit"
)

// TestWithoutALanguageModelPeopleAreUnderstood who say in their language what they want for themselves.
func TestWithoutALanguageModelPeopleAreUnderstood(t *testing.T) {
	for request, want := range map[string]string{
		"Speak German with me":                   `choose_language{"language":"de"}`,
		"Hans, please speak French with me":      `choose_language{"language":"fr"}`,
		"talk to me in Spanish from now on":      `choose_language{"language":"es"}`,
		"my language is English":                 `choose_language{"language":"en"}`,
		"Sprich Deutsch mit mir":                 `choose_language{"language":"de"}`,
		"sprich bitte ab jetzt Englisch mit mir": `choose_language{"language":"en"}`,
		"rede mit mir auf Französisch":           `choose_language{"language":"fr"}`,
		"Meine Sprache ist Spanisch":             `choose_language{"language":"es"}`, //nolint:misspell // it is German
		"Parle français avec moi, s’il te plaît": `choose_language{"language":"fr"}`,
		"parle-moi en allemand":                  `choose_language{"language":"de"}`,
		"ma langue est l'espagnol":               `choose_language{"language":"es"}`,
		"Habla español conmigo":                  `choose_language{"language":"es"}`,
		"háblame en inglés":                      `choose_language{"language":"en"}`,
		"mi idioma es el francés":                `choose_language{"language":"fr"}`,
		"forget my language":                     `choose_language{"language":"automatic"}`,
		"vergiss meine Sprache":                  `choose_language{"language":"automatic"}`,

		"my time zone is Toronto":                 `choose_time_zone{"place":"Toronto"}`,
		"Hans, my timezone is New York, please":   `choose_time_zone{"place":"New York"}`,
		"set my time zone to America/Toronto.":    `choose_time_zone{"place":"America/Toronto"}`,
		"Meine Zeitzone ist jetzt Zürich":         `choose_time_zone{"place":"Zürich"}`,
		"stelle meine Zeitzone auf Wien":          `choose_time_zone{"place":"Wien"}`,
		"Mon fuseau horaire est celui de Paris":   `choose_time_zone{"place":"celui de Paris"}`,
		"mets mon fuseau horaire sur Montréal":    `choose_time_zone{"place":"Montréal"}`,
		"Mi zona horaria es la de Madrid":         `choose_time_zone{"place":"la de Madrid"}`,
		"pon mi zona horaria en Ciudad de México": `choose_time_zone{"place":"Ciudad de México"}`,
		"my time zone is UTC+2":                   `choose_time_zone{"place":"UTC+2"}`,
		"my time zone is St. John's":              `choose_time_zone{"place":"St. John's"}`,
		"use my browser's time zone":              `choose_time_zone{"automatic":true}`,
		"forget my time zone":                     `choose_time_zone{"automatic":true}`,
		"What is my time zone?":                   `show_my_settings{}`,
		"In welcher Zeitzone bin ich?":            `show_my_settings{}`,
		"¿cuál es mi zona horaria?":               `show_my_settings{}`,
		"quel est mon fuseau horaire ?":           `show_my_settings{}`,

		"mute this until Monday":                   `snooze_notices{"until":"Monday"}`,
		"Mute this until Wednesday at 14":          `snooze_notices{"until":"Wednesday at 14"}`,
		"snooze 2 hours":                           `snooze_notices{"until":"2 hours"}`,
		"snooze this for 30 minutes":               `snooze_notices{"until":"30 minutes"}`,
		"don't disturb me until 17:30":             `snooze_notices{"until":"17:30"}`,
		"mute":                                     `snooze_notices{}`,
		"snooze":                                   `snooze_notices{}`,
		"mute everything until tomorrow":           `snooze_notices{"until":"tomorrow"}`,
		"leave me alone until tomorrow":            `snooze_notices{"until":"tomorrow"}`,
		"stör mich nicht bis morgen um 10":         `snooze_notices{"until":"morgen um 10"}`,
		"keine Direktnachrichten für 3 Stunden":    `snooze_notices{"until":"3 Stunden"}`,
		"ne me dérange pas jusqu'à demain à 9h":    `snooze_notices{"until":"demain à 9h"}`,
		"pas de messages directs pendant 2 heures": `snooze_notices{"until":"2 heures"}`,
		"no me molestes hasta mañana a las 9":      `snooze_notices{"until":"mañana a las 9"}`,
		"no me molestes durante dos horas":         `snooze_notices{"until":"dos horas"}`,
		"unmute":                                   `snooze_notices{"over":true}`,
		"Unmute me.":                               `snooze_notices{"over":true}`,
		"call me again":                            `snooze_notices{"over":true}`,
		"du darfst mich wieder stören":             `snooze_notices{"over":true}`,

		"don't send me results, only failures":                     `choose_notices{"again":["failures"],"at":"nowhere","topics":["results"]}`,
		"Don’t send me any results any more.":                      `choose_notices{"at":"nowhere","topics":["results"]}`,
		"please do not send me digests or results":                 `choose_notices{"at":"nowhere","topics":["digests","results"]}`,
		"stop sending me the daily digest":                         `choose_notices{"at":"nowhere","topics":["digests"]}`,
		"no more results":                                          `choose_notices{"at":"nowhere","topics":["results"]}`,
		"I don't want to hear about decisions":                     `choose_notices{"at":"nowhere","topics":["decisions"]}`,
		"send me only failures":                                    `choose_notices{"only":["failures"]}`,
		"Hans, only tell me about failures, please":                `choose_notices{"only":["failures"]}`,
		"I only want failures":                                     `choose_notices{"only":["failures"]}`,
		"only send me failures and decisions":                      `choose_notices{"only":["failures","decisions"]}`,
		"send failures to Discord":                                 `choose_notices{"at":"discord","topics":["failures"]}`,
		"Send me failures on Slack":                                `choose_notices{"at":"slack","topics":["failures"]}`,
		"failures and digests to discord":                          `choose_notices{"at":"discord","topics":["failures","digests"]}`,
		"put results only in the panel's inbox":                    `choose_notices{"at":"panel","topics":["results"]}`,
		"send decisions to the panel":                              `choose_notices{"at":"panel","topics":["decisions"]}`,
		"send failures to their thread":                            `choose_notices{"at":"where_it_was_asked","topics":["failures"]}`,
		"send results nowhere":                                     `choose_notices{"at":"nowhere","topics":["results"]}`,
		"send me results again":                                    `choose_notices{"again":["results"]}`,
		"schick mir nur Fehler":                                    `choose_notices{"only":["failures"]}`,
		"Schick mir bitte nur noch Fehler!":                        `choose_notices{"only":["failures"]}`,
		"ich möchte nur Fehler sehen":                              `choose_notices{"only":["failures"]}`,
		"schick mir keine Ergebnisse, nur Fehler":                  `choose_notices{"again":["failures"],"at":"nowhere","topics":["results"]}`,
		"keine Ergebnisse mehr, bitte":                             `choose_notices{"at":"nowhere","topics":["results"]}`,
		"schick mir keine Tagesübersichten mehr":                   `choose_notices{"at":"nowhere","topics":["digests"]}`,
		"schick Fehler nach Discord":                               `choose_notices{"at":"discord","topics":["failures"]}`,
		"Schick mir die Freigaben nur im Panel":                    `choose_notices{"at":"panel","topics":["decisions"]}`,
		"schick mir wieder Ergebnisse":                             `choose_notices{"again":["results"]}`,
		"envoie-moi seulement les échecs":                          `choose_notices{"only":["failures"]}`,
		"Ne m'envoie que les échecs":                               `choose_notices{"only":["failures"]}`,
		"ne m’envoie pas les résultats, seulement les échecs":      `choose_notices{"again":["failures"],"at":"nowhere","topics":["results"]}`,
		"ne m'envoie plus de résultats":                            `choose_notices{"at":"nowhere","topics":["results"]}`,
		"arrête de m'envoyer les résumés du jour":                  `choose_notices{"at":"nowhere","topics":["digests"]}`,
		"envoie les échecs sur Discord":                            `choose_notices{"at":"discord","topics":["failures"]}`,
		"mets les résultats dans la boîte de réception du panneau": `choose_notices{"at":"panel","topics":["results"]}`,
		"recommence à m'envoyer les résultats":                     `choose_notices{"again":["results"]}`,
		"envíame solo fallos":                                      `choose_notices{"only":["failures"]}`,
		"solo quiero los fallos":                                   `choose_notices{"only":["failures"]}`,
		"no me envíes resultados, solo fallos":                     `choose_notices{"again":["failures"],"at":"nowhere","topics":["results"]}`,
		"no más resultados, por favor":                             `choose_notices{"at":"nowhere","topics":["results"]}`,
		"manda los fallos a Discord":                               `choose_notices{"at":"discord","topics":["failures"]}`,
		"pon las aprobaciones en el panel":                         `choose_notices{"at":"panel","topics":["decisions"]}`,
		"vuelve a enviarme resultados":                             `choose_notices{"again":["results"]}`,
		"deja de enviarme los resúmenes del día y los resultados":  `choose_notices{"at":"nowhere","topics":["digests","results"]}`,

		"Ben decides for me until Friday":                             `name_deputy{"person":"Ben","until":"Friday"}`,
		"Hans, please let @Ben Brown decide for me until 3 December.": `name_deputy{"person":"@Ben Brown","until":"3 December"}`,
		"Until Friday at 17:30, Ben decides in my place":              `name_deputy{"person":"Ben","until":"Friday at 17:30"}`,
		"Ben decides until Friday for me":                             `name_deputy{"person":"Ben","until":"Friday"}`,
		"ben approves for me till 2026-12-24!":                        `name_deputy{"person":"ben","until":"2026-12-24"}`,
		"Ben decides for me":                                          `name_deputy{"person":"Ben"}`,
		"Ben entscheidet bis Freitag für mich":                        `name_deputy{"person":"Ben","until":"Freitag"}`,
		"Ben entscheidet für mich bis zum 3. Dezember":                `name_deputy{"person":"Ben","until":"3. Dezember"}`,
		"Bis Freitag entscheidet Jörg Maßmann für mich":               `name_deputy{"person":"Jörg Maßmann","until":"Freitag"}`,
		"Ben darf bis morgen für mich entscheiden":                    `name_deputy{"person":"Ben","until":"morgen"}`,
		"Ben décide pour moi jusqu'à vendredi":                        `name_deputy{"person":"Ben","until":"vendredi"}`,
		"Jusqu’au 3 décembre, c'est Chloé qui décide pour moi":        `name_deputy{"person":"Chloé","until":"3 décembre"}`,
		"Ben decide por mí hasta el viernes":                          `name_deputy{"person":"Ben","until":"el viernes"}`,
		"Hasta el viernes decide Íñigo por mí":                        `name_deputy{"person":"Íñigo","until":"el viernes"}`,
		"Ben no longer decides for me":                                `name_deputy{"nobody":true,"person":"Ben"}`,
		"Ben doesn't decide for me any more":                          `name_deputy{"nobody":true,"person":"Ben"}`,
		"Stop letting Ben decide for me":                              `name_deputy{"nobody":true,"person":"Ben"}`,
		"Nobody decides for me any more":                              `name_deputy{"nobody":true}`,
		"I decide myself again":                                       `name_deputy{"nobody":true}`,
		"Ben entscheidet nicht mehr für mich":                         `name_deputy{"nobody":true,"person":"Ben"}`,
		"Ich entscheide wieder selbst":                                `name_deputy{"nobody":true}`,
		"Ben ne décide plus pour moi":                                 `name_deputy{"nobody":true,"person":"Ben"}`,
		"Je décide de nouveau moi-même":                               `name_deputy{"nobody":true}`,
		"Ben ya no decide por mí":                                     `name_deputy{"nobody":true,"person":"Ben"}`,
		"Vuelvo a decidir yo":                                         `name_deputy{"nobody":true}`,
		"Who decides for me?":                                         `show_my_settings{}`,
		"who approves for me":                                         `show_my_settings{}`,
		"Wer entscheidet für mich?":                                   `show_my_settings{}`,
		"Qui décide pour moi ?":                                       `show_my_settings{}`,
		"¿Quién decide por mí?":                                       `show_my_settings{}`,
		"For whom do I decide?":                                       `show_my_settings{}`,

		"what is waiting?": `what_waits{}`, "What's waiting for me?": `what_waits{}`, "whats pending": `what_waits{}`, "What is waiting for my approval?": `what_waits{}`, "what needs my approval?": `what_waits{}`,
		"anything waiting?": `what_waits{}`, "pending approvals": `what_waits{}`, "show me what is waiting": `what_waits{}`, "hey hans, what is waiting?": `what_waits{}`, "What do I have to decide?": `what_waits{}`,
		"what's still open?": `what_waits{}`, "Is there anything waiting for me?": `what_waits{}`, "what is running?": `what_waits{}`,
		"Was wartet?": `what_waits{}`, "was wartet auf mich": `what_waits{}`, "Was steht noch an?": `what_waits{}`, "was ist offen?": `what_waits{}`, "Was muss ich noch freigeben?": `what_waits{}`, "worauf wartest du?": `what_waits{}`,
		"wartet was auf mich?": `what_waits{}`, "offene Freigaben": `what_waits{}`, "was läuft gerade?": `what_waits{}`,
		"Qu'est-ce qui attend ?": `what_waits{}`, "qu’est-ce qui m’attend": `what_waits{}`, "Qu'est-ce qui est en attente ?": `what_waits{}`, "que dois-je valider ?": `what_waits{}`,
		"¿Qué está pendiente?": `what_waits{}`, "que hay pendiente": `what_waits{}`, "¿Qué tengo pendiente?": `what_waits{}`, "pendientes": `what_waits{}`, "¿Qué espera por mí?": `what_waits{}`,

		"send me a digest": `digest_of_the_day{}`, "Send me a digest of the day": `digest_of_the_day{}`, "daily digest": `digest_of_the_day{}`, "What did the team do today?": `digest_of_the_day{}`,
		"please give us a summary of the day": `digest_of_the_day{}`, "Schick mir eine Tagesübersicht": `digest_of_the_day{}`, "Was habt ihr heute gemacht?": `digest_of_the_day{}`,
		"envoie-moi le résumé du jour": `digest_of_the_day{}`, "Dame un resumen del día": `digest_of_the_day{}`,

		"This channel is about the project Shop.":          `choose_channel_project{"project":"Shop"}`,
		"this channel is for Aqua Verter":                  `choose_channel_project{"project":"Aqua Verter"}`,
		"In diesem Kanal geht es um das Projekt „Blumen“.": `choose_channel_project{"project":"Blumen"}`,
		"Dieser Kanal ist für Blumen":                      `choose_channel_project{"project":"Blumen"}`,
		"Ce canal concerne le projet Fleurs":               `choose_channel_project{"project":"Fleurs"}`,
		"Este canal es sobre el proyecto Flores!":          `choose_channel_project{"project":"Flores"}`,
		"This channel is about no project any more.":       `choose_channel_project{"none":true}`,
		"Dieser Kanal gehört zu keinem Projekt mehr.":      `choose_channel_project{"none":true}`,
		"Ce canal ne concerne plus aucun projet":           `choose_channel_project{"none":true}`,
		"Este canal ya no trata de ningún proyecto":        `choose_channel_project{"none":true}`,

		"What happens here may start tasks.":                     `let_channel_start_automations{}`,
		"allow events in this channel to start background tasks": `let_channel_start_automations{}`,
		"Was hier passiert, darf Aufgaben starten":               `let_channel_start_automations{}`,
		"Ce qui se passe ici peut lancer des tâches":             `let_channel_start_automations{}`,
		"Lo que pasa en este canal puede iniciar tareas":         `let_channel_start_automations{}`,
		"what happens here may not start tasks":                  `let_channel_start_none{}`,
		"Do not let events in this channel start tasks any more": `let_channel_start_none{}`,
		"Was hier passiert, darf keine Aufgaben mehr starten":    `let_channel_start_none{}`,
		"ce qui se passe ici ne peut plus lancer de tâches":      `let_channel_start_none{}`,
		"lo que pasa aquí no puede iniciar tareas":               `let_channel_start_none{}`,
	} {
		if got := understood(t, request); got != want {
			t.Errorf("%q: %s, not %s", request, got, want)
		}
		name, _, _ := strings.Cut(want, "{")
		offered := packkit.Team(t).Offer([]string{request}, nil, func(one tools.Tool) bool { return one.Answers || one.Direct })
		if !slices.ContainsFunc(offered, func(one tools.Tool) bool { return one.Name == name }) {
			t.Errorf("%q: %s is not offered", request, name)
		}
	}
}

// TestOtherWordsChooseNothing: they are about a text, about somebody else, about certain results, or ask something.
func TestOtherWordsChooseNothing(t *testing.T) {
	for _, request := range []string{
		"write the page in German", "answer in French", "Do you speak German?", "speak to the German client", "speak Italian with me", "translate it into Spanish",
		"our customers speak English", "schreib die Seite auf Deutsch", "sprich mit dem Kunden über Englisch", "parle de la page en anglais", "habla con el cliente", "my language is important",
		"remind me tomorrow at 9", "is my time zone Toronto?", "what time zone is the server in?", "write on the page that our time zone is Toronto",
		"mute the video on the home page", "mute the task Audit", "silence is golden", "be quiet about the price on the home page",
		"send me results", "what were the results?", "send failures of the shop to Anna", "don't send me results of the audit unless something is new", "no results", "plus de résultats",
		"don't send the newsletter to customers with errors", "schick mir die Ergebnisse", "put results on the services page", "fix the errors to the panel",
		"Ben decides", "decide for me", "Who decides about the shop?", "Ask me again before you update pages", "Ben decides for Cleo until Friday", "Ben entscheidet für Cleo bis Freitag", "yes",
		"what is waiting room music?", "Create a page about what is waiting for you", "open", "what is open source?", "Was wartet der Kunde so lange?", "What is the status?", "who is waiting?", "what is on the page?", "pending", "waiting",
		"Create a page called What is waiting?", "is it open?", "Create a page called Daily digest", "send me a digest of the news about water", "what did the customer do today?", "digest this article", "What is the summary of the page?",
		"What is this channel about?", "Write that this channel is about the project Shop", "Create a page about the project Shop", "May what happens here start tasks?", "start tasks",
	} {
		if got := understood(t, request); got != "" {
			t.Errorf("%q: %s", request, got)
		}
	}
}
