package background

import (
	"regexp"
	"strings"
	"sync"
)

// runNowForms are the sentences by which somebody lets a task begin at once, in the languages that people are answered in. Work and
// tasks can be called alike, so a name is one alone where the sentence says that it is a task's.
var runNowForms = sync.OnceValue(func() []*regexp.Regexp {
	const (
		en, enNow = `(?:run|start|do|execute|trigger|launch|begin|fire)`, `(?: once)?(?: right)? now`
		enTask    = `(?:background )?(?:task|reminder|schedule)`
		de, deNow = `(?:führ|führe|starte?|mache?|lass)`, ` (?:bitte )?(?:jetzt|sofort)(?: gleich)?(?: aus| laufen)?`
		deTask    = `(?:hintergrund)?(?:aufgabe|erinnerung)`
		fr, frNow = `(?:lance|exécute|execute|démarre|demarre)(?:z)?`, ` (?:maintenant|tout de suite|immédiatement)`
		frTask    = `(?:tâche|tache)(?: de fond)?|rappel`
		es, esNow = `(?:ejecuta|ejecute|lanza|lance|inicia|inicie)`, ` ahora(?: mismo)?`
		esTask    = `tarea(?: en segundo plano)?|recordatorio`
		called    = `(?: called| named| namens| appelée?| llamad[ao])? [“"„«]? ?(?P<task>\S.*?) ?[”"“»]?`
	)
	var out []*regexp.Regexp
	for _, p := range []string{
		en + ` (?:it|this|that|(?:the|this|my) ` + enTask + `)` + enNow,
		en + ` (?:the|my) [“"]?(?P<task>\S.*?)[”"]? ` + enTask + enNow,
		en + ` (?:the |my )?` + enTask + called + enNow,
		de + ` (?:es|sie|das|(?:die|diese|meine) ` + deTask + `)` + deNow,
		de + ` (?:die|meine) [„"]?(?P<task>\S.*?)[“"]?[- ]` + deTask + deNow,
		de + ` (?:die |meine )?` + deTask + called + deNow,
		fr + `(?:-l[ae]|-les| (?:la|cette|ma|le|ce|mon) (?:` + frTask + `))` + frNow,
		fr + ` (?:la |ma |le |mon )?(?:` + frTask + `)` + called + frNow,
		`(?:ejecúta|ejecuta|lánza|lanza|inícia|inicia|ejecúte|lánce)l[ao]` + esNow,
		es + ` (?:la|esta|mi|el|este) (?:` + esTask + `)` + esNow,
		es + ` (?:la |mi |el )?(?:` + esTask + `)` + called + esNow,
	} {
		out = append(out, regexp.MustCompile(`(?i)^(?:(?:please|bitte|s'il te plaît|por favor|hans|ok|and|und|et|y),? )*`+p+`(?:,? (?:please|bitte|s'il te plaît|por favor))?$`))
	}
	return out
})

// ReadRunNow reads words by which somebody lets a task begin at once: “run the audit task now”. The task is "" where they name none:
// “run it now”.
func ReadRunNow(words string) (task string, ok bool) {
	words = strings.Trim(strings.Join(strings.Fields(strings.ReplaceAll(words, "’", "'")), " "), " .!¡")
	for _, p := range runNowForms() {
		m := p.FindStringSubmatch(words)
		if m == nil {
			continue
		}
		if i := p.SubexpIndex("task"); i > 0 {
			task = m[i]
		}
		return task, true
	}
	return "", false
}
