package schedule

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// tongue is how a language says times, as rules that turn its words into the English ones that the grammar reads.
type tongue struct {
	opens *regexp.Regexp // what only this language begins a time with
	rules []rule
}

type rule struct {
	from *regexp.Regexp
	to   string
}

// tongues are German, French and Spanish. What their rules leave behind the grammar does not know, and refuses.
var tongues = sync.OnceValue(func() []tongue {
	return []tongue{
		newTongue(`jede[nrsm]?|alle|täglich|wöchentlich|stündlich|monatlich|werktags|wochentags|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?|am|morgen|übermorgen|heute|in|um|von`, german()),
		newTongue(`chaque|tous|toutes|quotidiennement|du|le|demain|après-demain|aujourd'hui|dans|à|ce|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche`, french()),
		newTongue(`cada|todos|todas|diariamente|de|el|los|mañana|pasado|hoy|en|dentro|a|lunes|martes|miércoles|jueves|viernes|sábado|domingo`, spanish()),
	}
})

func newTongue(opens string, rules [][2]string) tongue {
	t := tongue{opens: regexp.MustCompile(`^(?:` + opens + `)(?:\s|$)`)}
	for _, r := range rules {
		t.rules = append(t.rules, rule{regexp.MustCompile(`(?P<before>^|[\s,])(?:` + r[0] + `)(?P<behind>$|[\s,])`), "${before}" + r[1] + "${behind}"})
	}
	return t
}

// The hours by their names, from one, in the languages besides English.
const (
	hoursGerman  = "eins? zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
	hoursFrench  = "une deux trois quatre cinq six sept huit neuf dix onze douze"
	hoursSpanish = "una dos tres cuatro cinco seis siete ocho nueve diez once doce"
	hoursAbroad  = "halb " + hoursGerman + " " + hoursFrench + " " + hoursSpanish
)

// hours are the rules for times of day that are said in words: "um acht Uhr", "um halb neun". exact and half hold the hour's name as %s;
// half is an hour's half before it where before is true, and else after it.
func hours(exact, half string, before bool, names string) (out [][2]string) {
	for i, name := range strings.Fields(names) {
		hour, late := i+1, i+1
		if before {
			late = (i+11)%12 + 1
		}
		out = append(out, [2]string{strings.ReplaceAll(half, "%s", name), fmt.Sprintf("at %d:30", late)}, [2]string{strings.ReplaceAll(exact, "%s", name), fmt.Sprintf("at %d", hour)})
	}
	return out
}

func german() [][2]string {
	return append(append(hours(`um %s(?: uhr)?`, `um halb %s(?: uhr)?`, true, hoursGerman), [][2]string{
		{`(?:jeden|an jedem) (?:werktag|arbeitstag|wochentag)|werktags|wochentags|von montag bis freitag|montag bis freitag`, "every weekday"},
		{`jedes wochenende|am wochenende`, "every weekend"},
		{`jeden tag|täglich`, "every day"},
		{`jede woche|wöchentlich`, "every week"},
		{`alle (\d+) monate am (\d{1,2})\.?`, "on day ${3} of every ${2} months"},
		{`alle (\d+) monate am letzten tag`, "on the last day of every ${2} months"},
		{`jedes jahr am (\d{1,2})\.? (\p{L}+)`, "every year on day ${2} of ${3}"},
		{`jedes jahr am letzten tag im (\p{L}+)`, "every year on the last day of ${2}"},
		{`jeden monat|monatlich`, "every month"},
		{`jede stunde|stündlich`, "every hour"},
		{`jede minute`, "every minute"},
		{`jedes jahr|jährlich`, "every year"},
		{`jeden morgen`, "every morning"},
		{`jeden nachmittag`, "every afternoon"},
		{`jeden abend`, "every evening"},
		{`alle (\d+|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf|fünfzehn|zwanzig|dreißig)`, "every ${2}"},
		{`am (\d{1,2})\.? (?:jedes|jeden|des) monats?`, "on the ${2} of every month"},
		{`am ersten(?: tag)? (?:jedes|jeden|des) monats?`, "on the first day of every month"},
		{`am letzten(?: tag)? (?:jedes|jeden|des) monats?`, "on the last day of every month"},
		{`(?:jeden|am|an)? ?montags?`, "every monday"},
		{`(?:jeden|am|an)? ?dienstags?`, "every tuesday"},
		{`(?:jeden|am|an)? ?mittwochs?`, "every wednesday"},
		{`(?:jeden|am|an)? ?donnerstags?`, "every thursday"},
		{`(?:jeden|am|an)? ?freitags?`, "every friday"},
		{`(?:jeden|am|an)? ?(?:samstags?|sonnabends?)`, "every saturday"},
		{`(?:jeden|am|an)? ?sonntags?`, "every sunday"},
		{`übermorgen`, "in 2 days"},
		{`morgen früh`, "tomorrow morning"},
		{`morgen`, "tomorrow"},
		{`heute abend`, "tonight"},
		{`heute`, "today"},
		{`um (\d{1,2}) uhr (\d{2})`, "at ${2}:${3}"},
		{`um (\d{1,2}[:.]\d{2})(?: uhr)?`, "at ${2}"},
		{`um (\d{1,2})(?: uhr)?`, "at ${2}"},
		{`mittags|um mittag`, "at noon"},
		{`um mitternacht`, "at midnight"},
		{`in einer`, "in 1"},
		{`in einem`, "in 1"},
		{`einer halben`, "half an"},
		{`zwei`, "2"},
		{`drei`, "3"},
		{`vier`, "4"},
		{`fünf`, "5"},
		{`sechs`, "6"},
		{`acht`, "8"},
		{`zehn`, "10"},
		{`zwölf`, "12"},
		{`fünfzehn`, "15"},
		{`zwanzig`, "20"},
		{`dreißig`, "30"},
		{`sekunden?`, "seconds"},
		{`minuten?`, "minutes"},
		{`stunden?`, "hours"},
		{`tage?n?`, "days"},
		{`wochen?`, "weeks"},
		{`monate?`, "months"},
		{`und`, "and"},
	}...), months("januar februar märz april mai juni juli august september oktober november dezember")...)
}

func french() [][2]string {
	return append(append(hours(`à %s heures?`, `à %s heures? et demie`, false, hoursFrench), [][2]string{
		{`(?:tous les|chaque) jours? (?:ouvrés?|ouvrables?)|du lundi au vendredi`, "every weekday"},
		{`(?:tous les|chaque) week-ends?|le week-end`, "every weekend"},
		{`tous les jours|chaque jour|quotidiennement`, "every day"},
		{`toutes les semaines|chaque semaine`, "every week"},
		{`tous les (\d+) mois,? le (\d{1,2})(?:er)?,?`, "on day ${3} of every ${2} months"},
		{`tous les (\d+) mois,? le dernier jour,?`, "on the last day of every ${2} months"},
		{`chaque année,? le (\d{1,2})(?:er)? (\p{L}+)`, "every year on day ${2} of ${3}"},
		{`chaque année en (\p{L}+),? le dernier jour,?`, "every year on the last day of ${2}"},
		{`tous les mois|chaque mois`, "every month"},
		{`toutes les heures|chaque heure`, "every hour"},
		{`toutes les minutes|chaque minute`, "every minute"},
		{`tous les ans|chaque année`, "every year"},
		{`tous les matins|chaque matin`, "every morning"},
		{`(?:tous|toutes) les après-midis?|chaque après-midi`, "every afternoon"},
		{`tous les soirs|chaque soir`, "every evening"},
		{`(?:toutes|tous) les (\d+|deux|trois|quatre|cinq|six|huit|dix|douze|quinze|vingt|trente)`, "every ${2}"},
		{`le (\d{1,2})(?:er)? (?:de|du) every month`, "on the ${2} of every month"},
		{`le premier jour (?:de|du) every month`, "on the first day of every month"},
		{`le dernier jour (?:de|du) every month`, "on the last day of every month"},
		{`(?:tous les|chaque|le)? ?lundis?`, "every monday"},
		{`(?:tous les|chaque|le)? ?mardis?`, "every tuesday"},
		{`(?:tous les|chaque|le)? ?mercredis?`, "every wednesday"},
		{`(?:tous les|chaque|le)? ?jeudis?`, "every thursday"},
		{`(?:tous les|chaque|le)? ?vendredis?`, "every friday"},
		{`(?:tous les|chaque|le)? ?samedis?`, "every saturday"},
		{`(?:tous les|chaque|le)? ?dimanches?`, "every sunday"},
		{`après-demain`, "in 2 days"},
		{`demain matin`, "tomorrow morning"},
		{`demain`, "tomorrow"},
		{`ce soir`, "tonight"},
		{`aujourd'hui`, "today"},
		{`à (\d{1,2}) ?h(?:eures?)?`, "at ${2}"},
		{`à (\d{1,2}) ?h(?:eures?)? ?(\d{2})`, "at ${2}:${3}"},
		{`à (\d{1,2}:\d{2})`, "at ${2}"},
		{`à midi`, "at noon"},
		{`à minuit`, "at midnight"},
		{`dans une`, "in 1"},
		{`dans un`, "in 1"},
		{`dans`, "in"},
		{`deux`, "2"},
		{`trois`, "3"},
		{`quatre`, "4"},
		{`cinq`, "5"},
		{`huit`, "8"},
		{`dix`, "10"},
		{`douze`, "12"},
		{`quinze`, "15"},
		{`vingt`, "20"},
		{`trente`, "30"},
		{`secondes?`, "seconds"},
		{`minutes?`, "minutes"},
		{`heures?`, "hours"},
		{`jours?`, "days"},
		{`semaines?`, "weeks"},
		{`mois`, "months"},
		{`et`, "and"},
	}...), months("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")...)
}

func spanish() [][2]string {
	return append(append(hours(`a las? %s`, `a las? %s y media`, false, hoursSpanish), [][2]string{
		{`(?:todos los|cada) días? (?:laborables?|hábil(?:es)?)|de lunes a viernes`, "every weekday"},
		{`(?:todos los|cada) (?:fines|fin) de semana`, "every weekend"},
		{`todos los días|cada día|diariamente`, "every day"},
		{`todas las semanas|cada semana`, "every week"},
		{`cada (\d+) meses,? el (?:día )?(\d{1,2}),?`, "on day ${3} of every ${2} months"},
		{`cada (\d+) meses,? el último día,?`, "on the last day of every ${2} months"},
		{`cada año,? el (?:día )?(\d{1,2}) de (\p{L}+)`, "every year on day ${2} of ${3}"},
		{`cada año,? el último día de (\p{L}+)`, "every year on the last day of ${2}"},
		{`todos los meses|cada mes`, "every month"},
		{`todas las horas|cada hora`, "every hour"},
		{`todos los minutos|cada minuto`, "every minute"},
		{`todos los años|cada año`, "every year"},
		{`todas las mañanas|cada mañana`, "every morning"},
		{`todas las tardes|cada tarde`, "every afternoon"},
		{`todas las noches|cada noche`, "every night"},
		{`cada (\d+|dos|tres|cuatro|cinco|seis|ocho|diez|doce|quince|veinte|treinta)`, "every ${2}"},
		{`el (?:día )?(\d{1,2}) de every month`, "on the ${2} of every month"},
		{`el primer día (?:de|del) every month`, "on the first day of every month"},
		{`el último día (?:de|del) every month`, "on the last day of every month"},
		{`(?:todos los|cada|los|el)? ?lunes`, "every monday"},
		{`(?:todos los|cada|los|el)? ?martes`, "every tuesday"},
		{`(?:todos los|cada|los|el)? ?miércoles`, "every wednesday"},
		{`(?:todos los|cada|los|el)? ?jueves`, "every thursday"},
		{`(?:todos los|cada|los|el)? ?viernes`, "every friday"},
		{`(?:todos los|cada|los|el)? ?sábados?`, "every saturday"},
		{`(?:todos los|cada|los|el)? ?domingos?`, "every sunday"},
		{`pasado mañana`, "in 2 days"},
		{`mañana por la mañana`, "tomorrow morning"},
		{`mañana`, "tomorrow"},
		{`esta noche`, "tonight"},
		{`hoy`, "today"},
		{`a las? (\d{1,2}[:.]\d{2})`, "at ${2}"},
		{`a las? (\d{1,2})(?: horas)?`, "at ${2}"},
		{`al mediodía`, "at noon"},
		{`a medianoche`, "at midnight"},
		{`(?:dentro de|en) una?`, "in 1"},
		{`dentro de|en`, "in"},
		{`dos`, "2"},
		{`tres`, "3"},
		{`cuatro`, "4"},
		{`cinco`, "5"},
		{`seis`, "6"},
		{`ocho`, "8"},
		{`diez`, "10"},
		{`doce`, "12"},
		{`quince`, "15"},
		{`veinte`, "20"},
		{`treinta`, "30"},
		{`segundos?`, "seconds"},
		{`minutos?`, "minutes"},
		{`horas?`, "hours"},
		{`días?`, "days"},
		{`semanas?`, "weeks"},
		{`mes(?:es)?`, "months"},
		{`y`, "and"},
	}...), months("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")...)
}

// listed is "every" before what is not the first in a list: a rule says it of each.
var listed = pattern(`(,|\band) ?every `)

// months are the rules for the names of the months, January first.
func months(names string) (out [][2]string) {
	english := strings.Split(monthForm, "|")
	for i, name := range strings.Fields(names) {
		out = append(out, [2]string{name, english[i]})
	}
	return out
}

// inEnglish are the ways in which words may be read as English ones, where they are of another language.
func inEnglish(words string) []string {
	words = strings.ToLower(strings.Join(strings.Fields(strings.Trim(words, " \t\r\n.,;!")), " "))
	var out []string
	for _, t := range tongues() {
		if !t.opens.MatchString(words) {
			continue
		}
		said := words
		for _, r := range t.rules {
			said = r.from.ReplaceAllString(r.from.ReplaceAllString(said, r.to), r.to) // neighbours share the space between them
		}
		out = append(out, listed().ReplaceAllString(strings.Join(strings.Fields(said), " "), "${1} "))
	}
	return out
}

// inAnyLanguage reads words as English ones, and then as those of the other languages.
func inAnyLanguage[T any](words string, read func(string) (T, bool)) (T, bool) {
	got, ok := read(words)
	for _, said := range inEnglish(words) {
		if ok {
			break
		}
		got, ok = read(said)
	}
	return got, ok
}
