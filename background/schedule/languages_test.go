package schedule_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/background/schedule"
)

func TestSchedulesAreReadInTheLanguagesThatPeopleAreAnsweredIn(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for words, want := range map[string]string{
		"jeden Werktag um 9": "0 9 * * 1-5", "werktags um 9 Uhr": "0 9 * * 1-5", "täglich um 7:30 Uhr": "30 7 * * *", "Jeden Tag um 9 Uhr 15": "15 9 * * *",
		"montags um 17:30": "30 17 * * 1", "jeden Montag und Donnerstag um 9": "0 9 * * 1,4", "alle 15 Minuten": "*/15 * * * *", "alle zwei Stunden": "0 */2 * * *",
		"am 1. jedes Monats um 8": "0 8 1 * *", "am letzten Tag jedes Monats um 18 Uhr": "0 18 L * *", "stündlich": "0 * * * *",
		"jeden Morgen um acht": "0 8 * * *", "werktags um halb acht": "30 7 * * 1-5", "täglich um halb eins Uhr": "30 12 * * *", "montags um zwölf Uhr": "0 12 * * 1", "jeden Tag um ein Uhr": "0 1 * * *",
		"tous les matins à huit heures": "0 8 * * *", "chaque lundi à sept heures et demie": "30 7 * * 1", "tous les jours à une heure": "0 1 * * *",
		"cada mañana a las ocho": "0 8 * * *", "cada lunes a las siete y media": "30 7 * * 1", "todos los días a la una": "0 1 * * *",
		"tous les jours à 9h": "0 9 * * *", "chaque jour ouvré à 9h30": "30 9 * * 1-5", "du lundi au vendredi à 8 heures": "0 8 * * 1-5", "chaque lundi à 17:30": "30 17 * * 1",
		"toutes les 2 heures": "0 */2 * * *", "le 1er de chaque mois à 8h": "0 8 1 * *", "le dernier jour de chaque mois à 18h": "0 18 L * *",
		"cada día a las 9": "0 9 * * *", "todos los días laborables a las 9:30": "30 9 * * 1-5", "de lunes a viernes a las 8": "0 8 * * 1-5", "cada lunes y jueves a las 9": "0 9 * * 1,4",
		"cada 2 horas": "0 */2 * * *", "el día 1 de cada mes a las 8": "0 8 1 * *", "el último día de cada mes a las 18": "0 18 L * *",
	} {
		s, err := schedule.New(words, "Europe/Berlin", now)
		if err != nil || s.Cron() != want {
			t.Errorf("%q is %q, not %q: %v", words, s.Cron(), want, err)
		}
	}
	for _, words := range []string{"jeden zweiten Tag um 9", "jeden Werktag um 27", "chaque lune à 9h", "cada vez que puedas", "alle Jubeljahre", "every jour at 9"} {
		if s, err := schedule.New(words, "", now); err == nil {
			t.Errorf("%q is taken for %q", words, s.Cron())
		}
	}
}

func TestTimesAreReadInTheLanguagesThatPeopleAreAnsweredIn(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) // a Monday, 13:00 in Berlin
	for words, want := range map[string]string{
		"morgen um 9": "2026-11-24T08:00:00Z", "in zwei Stunden": "2026-11-23T14:00:00Z", "in 30 Minuten": "2026-11-23T12:30:00Z", "übermorgen": "2026-11-25T12:00:00Z", "in einer Stunde": "2026-11-23T13:00:00Z",
		"demain à 9h": "2026-11-24T08:00:00Z", "dans deux heures": "2026-11-23T14:00:00Z", "dans 3 jours": "2026-11-26T12:00:00Z",
		"jetzt": "2026-11-23T12:00:00Z", "sofort": "2026-11-23T12:00:00Z", "in 30 Sekunden": "2026-11-23T12:00:30Z",
		"maintenant": "2026-11-23T12:00:00Z", "tout de suite": "2026-11-23T12:00:00Z", "dans 30 secondes": "2026-11-23T12:00:30Z",
		"ahora mismo": "2026-11-23T12:00:00Z", "de inmediato": "2026-11-23T12:00:00Z", "dentro de treinta segundos": "2026-11-23T12:00:30Z",
		"mañana a las 9": "2026-11-24T08:00:00Z", "en dos horas": "2026-11-23T14:00:00Z", "dentro de una semana": "2026-11-30T12:00:00Z",
	} {
		at, err := schedule.Once(words, "Europe/Berlin", now)
		if err != nil || at.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q is %s, not %s: %v", words, at.UTC().Format(time.RFC3339), want, err)
		}
	}
}

func TestARequestInAnotherLanguageIsFoundByItsTime(t *testing.T) {
	for request, want := range map[string]schedule.Found{
		"Jeden Werktag um 9 prüfe die Seite und gib Bescheid":  {When: "Jeden Werktag um 9", What: "prüfe die Seite und gib Bescheid", Recurring: true},
		"Bitte jeden Montag um 17:30: schreib mir die Tickets": {When: "jeden Montag um 17:30", What: "schreib mir die Tickets", Recurring: true},
		"Tous les jours à 9h vérifie la page d'accueil":        {When: "Tous les jours à 9h", What: "vérifie la page d'accueil", Recurring: true},
		"Cada día a las 9 revisa la página de inicio":          {When: "Cada día a las 9", What: "revisa la página de inicio", Recurring: true},
		"Jeden Morgen um acht liste meine Tickets auf":         {When: "Jeden Morgen um acht", What: "liste meine Tickets auf", Recurring: true},
		"In 30 Sekunden erstelle ein Ticket":                   {When: "In 30 Sekunden", What: "erstelle ein Ticket"},
		"Dans deux heures crée un ticket":                      {When: "Dans deux heures", What: "crée un ticket"},
		"En 30 segundos crea un ticket":                        {When: "En 30 segundos", What: "crea un ticket"},

		"Erinnere mich in zwei Stunden daran, Anna anzurufen.":         {When: "in zwei Stunden", What: "Erinnere mich: Anna anzurufen"},
		"Bitte erinnern Sie uns morgen um 9, dass die Kasse leer ist":  {When: "morgen um 9", What: "Erinnere mich: dass die Kasse leer ist"},
		"In zwei Stunden erinnere mich daran, die Website anzusehen":   {When: "In zwei Stunden", What: "Erinnere mich: die Website anzusehen"},
		"Erinner mich jeden Montag um 9 daran, dass Post kommt":        {When: "jeden Montag um 9", What: "Erinnere mich: Post kommt", Recurring: true},
		"Rappelle-moi dans deux heures d'appeler Anna":                 {When: "dans deux heures", What: "Rappelle-moi : appeler Anna"},
		"Dans deux heures, rappelle-moi de regarder le site":           {When: "Dans deux heures", What: "Rappelle-moi : regarder le site"},
		"Rappelez-nous chaque lundi à 9h d’arroser le jardin":          {When: "chaque lundi à 9h", What: "Rappelle-moi : arroser le jardin", Recurring: true},
		"Recuérdame en dos horas llamar a Anna":                        {When: "en dos horas", What: "Recuérdame: llamar a Anna"},
		"Por favor, recuérdame mañana a las 9 que la caja está vacía!": {When: "mañana a las 9", What: "Recuérdame: la caja está vacía"},
		"Dentro de dos horas recuérdame mirar el sitio":                {When: "Dentro de dos horas", What: "Recuérdame: mirar el sitio"},
	} {
		if got, ok := schedule.Find(request); !ok || got != want {
			t.Errorf("%q: %+v, %v", request, got, ok)
		}
	}
	for _, request := range []string{"Jeder weiß, dass die Seite alt ist", "Le prix de la page", "En la página falta un título", "Am Montag war die Seite weg", "Erinnere mich an Anna", "Rappelle-moi qui est Nico", "Recuérdame la clave"} {
		if got, ok := schedule.Find(request); ok {
			t.Errorf("%q is taken for %+v", request, got)
		}
	}
}
