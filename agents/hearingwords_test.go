package agents_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

func TestPeopleSayWhatTheyWantToHearWhere(t *testing.T) {
	const decisions, results, failures, digests = assistant.TopicDecisions, assistant.TopicResults, assistant.TopicFailures, assistant.TopicDigests
	type topics = []assistant.Topic
	off := func(of, on topics) agents.HearingWords {
		return agents.HearingWords{To: of, At: assistant.HearNowhere, On: on}
	}
	only := off(topics{results, digests}, topics{failures})
	to := func(at assistant.HearAt, of ...assistant.Topic) agents.HearingWords {
		return agents.HearingWords{To: of, At: at}
	}
	on := func(of ...assistant.Topic) agents.HearingWords { return agents.HearingWords{On: of} }
	for words, want := range map[string]agents.HearingWords{
		"don't send me results, only failures":                       off(topics{results}, topics{failures}),
		"Don’t send me any results any more.":                        off(topics{results}, nil),
		"please do not send me digests or results":                   off(topics{results, digests}, nil),
		"stop sending me the daily digest":                           off(topics{digests}, nil),
		"no more results":                                            off(topics{results}, nil),
		"I don't want to hear about decisions":                       off(topics{decisions}, nil),
		"send me only failures":                                      only,
		"Hans, only tell me about failures, please":                  only,
		"I only want failures":                                       only,
		"only send me failures and decisions":                        off(topics{results, digests}, topics{decisions, failures}),
		"send failures to Discord":                                   to(assistant.HearDiscord, failures),
		"Send me failures on Slack":                                  to(assistant.HearSlack, failures),
		"failures and digests to discord":                            to(assistant.HearDiscord, failures, digests),
		"put results only in the panel's inbox":                      to(assistant.HearPanel, results),
		"send decisions to the panel":                                to(assistant.HearPanel, decisions),
		"send failures to their thread":                              to(assistant.HearThere, failures),
		"send results nowhere":                                       to(assistant.HearNowhere, results),
		"send me results again":                                      on(results),
		"schick mir nur Fehler":                                      only,
		"Schick mir bitte nur noch Fehler!":                          only,
		"ich möchte nur Fehler sehen":                                only,
		"schick mir keine Ergebnisse, nur Fehler":                    off(topics{results}, topics{failures}),
		"keine Ergebnisse mehr, bitte":                               off(topics{results}, nil),
		"schick mir keine Tagesübersichten mehr":                     off(topics{digests}, nil),
		"schick Fehler nach Discord":                                 to(assistant.HearDiscord, failures),
		"Schick mir die Freigaben nur im Panel":                      to(assistant.HearPanel, decisions),
		"schick mir wieder Ergebnisse":                               on(results),
		"envoie-moi seulement les échecs":                            only,
		"Ne m'envoie que les échecs":                                 only,
		"ne m’envoie pas les résultats, seulement les échecs":        off(topics{results}, topics{failures}),
		"ne m'envoie plus de résultats":                              off(topics{results}, nil),
		"arrête de m'envoyer les résumés du jour":                    off(topics{digests}, nil),
		"envoie les échecs sur Discord":                              to(assistant.HearDiscord, failures),
		"mets les résultats dans la boîte de réception du panneau":   to(assistant.HearPanel, results),
		"recommence à m'envoyer les résultats":                       on(results),
		"envíame solo fallos":                                        only,
		"solo quiero los fallos":                                     only,
		"no me envíes resultados, solo fallos":                       off(topics{results}, topics{failures}),
		"no más resultados, por favor":                               off(topics{results}, nil),
		"manda los fallos a Discord":                                 to(assistant.HearDiscord, failures),
		"pon las aprobaciones en el panel":                           to(assistant.HearPanel, decisions),
		"vuelve a enviarme resultados":                               on(results),
		"deja de enviarme los resúmenes del día y los resultados":    off(topics{results, digests}, nil),
		"don't send me failures, but only failures":                  {},
		"send me the results on Slack":                               {},
		"send me the results again":                                  {},
		"send me results":                                            {},
		"what were the results?":                                     {},
		"send failures to Discord?":                                  {},
		"send failures of the shop to Anna":                          {},
		"don't send me results of the audit unless something is new": {},
		"no results":        {},
		"plus de résultats": {},
		"every weekday at 9 send me only failures":                     {},
		"don't send the newsletter to customers with errors":           {},
		"schick mir die Ergebnisse":                                    {},
		"schick mir die Ergebnisse nach Discord":                       {},
		"put results on the services page":                             {},
		"fix the errors to the panel":                                  {},
		"send me only failures\nand then check the audit of the page.": {},
	} {
		got, ok := agents.ReadHearing(words)
		if ok != (len(want.To)+len(want.On) > 0) {
			t.Errorf("%q: %v, %+v", words, ok, got)
		} else if d := cmp.Diff(want, got); ok && d != "" {
			t.Errorf("%q: %s", words, d)
		}
	}
}
