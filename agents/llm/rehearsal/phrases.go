package rehearsal

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// What people say about a plan, a run and its steps, beside what they ask for.
const (
	saysYes       assistant.TaskType = "yes"
	saysNo        assistant.TaskType = "no"
	saysStop      assistant.TaskType = "stop"
	wantsLess     assistant.TaskType = "leave_out"
	wantsEnd      assistant.TaskType = "stop_after"
	wantsWait     assistant.TaskType = "wait"
	wantsMore     assistant.TaskType = "alter"
	wantsOther    assistant.TaskType = "otherwise"
	wantsValue    assistant.TaskType = "set"
	wantsChoice   assistant.TaskType = "choose"
	wantsGroups   assistant.TaskType = "groups"
	wantsOne      assistant.TaskType = "one_by_one"
	wantsParallel assistant.TaskType = "parallel"
	leavesToUs    assistant.TaskType = "up_to_you"
	restIsOurs    assistant.TaskType = "the_rest"
	denies        assistant.TaskType = "not"
	saysOnly      assistant.TaskType = "said"
	dropsStep     assistant.TaskType = "edit"
	picksOne      assistant.TaskType = "pick"
)

func phrase(does assistant.TaskType, en, de, fr, es []string, slots ...examples.Slot) examples.Of {
	return examples.Of{Tool: does, Examples: []examples.Example{{
		Words: examples.Words{assistant.English: en, assistant.German: de, assistant.French: fr, assistant.Spanish: es}, Slots: slots,
	}}}
}

// books are those of what people say beside what they ask for.
type books struct{ decisions, run, wishes, edits, single, answers, denials, rest *examples.Book }

func newBooks() books {
	what, text := examples.Slot{Name: "what"}, examples.Slot{Name: "text", Kind: examples.Text}
	return books{
		single: edited(),
		decisions: examples.New(
			phrase(saysYes, []string{"yes", "yep", "yeah", "sure", "go", "go ahead", "proceed", "approve", "approved", "do it", "looks good", "lgtm", "yes *"}, []string{"ja", "ja *", "los", "passt", "einverstanden"},
				[]string{"oui", "oui *", "d'accord", "allez y", "vas y"}, []string{"sí", "sí *", "adelante", "de acuerdo"}),
			phrase(saysNo, []string{"no", "no *", "nope", "reject", "rejected", "do not *", "don't *", "never mind", "cancel"}, []string{"nein", "nein *", "nicht *", "lieber nicht", "ablehnen"},
				[]string{"non", "non *", "laisse tomber", "refuse"}, []string{"no", "no *", "déjalo", "rechaza"}),
			phrase(saysStop, []string{"stop", "stop *", "cancel", "cancel *", "abort", "halt"}, []string{"stopp", "halt", "abbrechen", "stopp *", "hör auf"}, []string{"stop", "arrête", "arrêtez", "annule"}, []string{"para", "alto", "cancela", "detente"}),
			phrase(wantsOther, []string{"* shorter|longer|friendlier|simpler *", "shorter|longer|friendlier|simpler *", "* shorter|longer|friendlier|simpler", "shorter|longer|friendlier|simpler", "mention *", "* mention *", "rewrite|reword|rephrase|shorten *", "* more|less formal", "* but *", "* friendlier|other tone *"},
				[]string{"* kürzer|länger|freundlicher|einfacher", "kürzer|länger", "erwähne *", "* erwähne *", "* aber|lieber|stattdessen *", "* freundlicheren|anderen Ton *"}, []string{"* plus court|long|simple", "plus court|long", "mentionne *", "* mentionne *", "* mais|plutôt *", "inverse|inversez *"}, []string{"* más corto|larga|simple", "más corto|larga", "menciona *", "* menciona *", "* pero|mejor *"}),
		),
		run: examples.New(
			phrase(wantsLess, []string{"leave out {what}", "leave off {what}", "leave {what} out", "drop|skip|omit|forget {what}", "do without {what}", "without {what}", "no need for {what}", "don't do {what}", "do not do {what}"},
				[]string{"lass|lasst {what} weg|aus", "lassen {what} weg|aus", "ohne {what}", "überspring|überspringe|streich|streiche {what}"},
				[]string{"laisse|laissez tomber {what}", "saute|sautez|enlève|enlevez|sans {what}", "pas besoin de {what}"}, []string{"omite|salta|quita|sin {what}", "deja fuera {what}"}, what),
			phrase(wantsEnd, []string{"stop|finish|end after {what}"}, []string{"stopp|stoppe|stop|halte|halt nach {what}", "hör nach {what}", "hör nach {what} auf"}, []string{"arrête|arrêtez|stop après {what}"}, []string{"para|detente|parar después de {what}", "para después {what}"}, what),
			phrase(wantsWait, []string{"wait", "wait moment", "pause", "pause it", "hold on", "hold it", "wait here"}, []string{"warte", "wart", "pausiere", "pause"}, []string{"attends", "attendez", "attends moment", "mets en pause"}, []string{"espera", "espera momento", "pausa"}),
			phrase(wantsMore, []string{"add|include|append {what} to it|run|plan|page"}, []string{"füge {what} hinzu|dazu"}, []string{"ajoute|ajoutez {what} à ça|cela"}, []string{"añade|agrega {what} a esto|eso"}, what),
		),
		wishes: examples.New(
			phrase(wantsValue, []string{"change|make|switch|use|call {what} to|as|into {text}", "change|make|call title|name|heading {text}"}, []string{"ändere|setze {what} auf|in|zu {text}"}, []string{"change|mets {what} en|à {text}"}, []string{"cambia|pon {what} a|por|en {text}"}, what, text),
			phrase(wantsChoice, []string{"make|set|mark it [as|to] {text}", "[write|make|do] [everything|page|text] in {text}", "[write|make|do] it in {text}"}, []string{"setze auf {text}", "[alles] auf {text}"}, []string{"[écris] [tout] en {text}"}, []string{"[escribe] [todo] en {text}"}, examples.Slot{Name: "text"}),
			phrase(wantsGroups, []string{"* {n} [step] groups|group", "{n} [step] groups|group"}, []string{"* {n} Gruppen"}, []string{"* {n} groupes"}, []string{"* {n} grupos"}, counted()),
			phrase(wantsOne, []string{"* one after other|another", "* one by one", "* sequentially", "* in sequence", "* not in parallel", "one by one", "not in parallel"}, []string{"* nacheinander"}, []string{"* l'un après l'autre"}, []string{"* uno tras otro"}),
			phrase(wantsParallel, []string{"* in parallel", "* at same time", "* at once", "* as fast as possible", "in parallel"}, []string{"* gleichzeitig"}, []string{"* en parallèle"}, []string{"* en paralelo"}),
			phrase(wantsMore, []string{"add|include {what}", "* include {what}"}, []string{"füge {what} hinzu"}, []string{"ajoute {what}"}, []string{"añade {what}"}, what),
		),
		edits: examples.New(phrase(dropsStep, []string{"remove|skip {what}", "leave out {what}", "give|assign {what} to {text}", "rename {what} [to|as|into] {text}", "change {text} step {what}", "* instead", "* step {what}", "leave {what} out"},
			[]string{"entferne {what}", "lass {what} weg", "gib {what} an {text}", "* stattdessen"}, []string{"supprime {what}", "donne {what} à {text}", "* à la place"}, []string{"quita {what}", "da {what} a {text}", "* en su lugar"}, what, text)),
		rest:    examples.New(phrase(restIsOurs, []string{"* rest|else|others|other *", "* rest|else|others|other"}, []string{"* Rest"}, []string{"* reste"}, []string{"* resto", "* demás"})),
		denials: examples.New(phrase(denies, []string{"* not|no|never|neither|except|don't|isn't *", "not|no|never|neither|except|don't|isn't *"}, []string{"nicht|kein|keine *", "* nicht|kein|keine *"}, []string{"pas|ne|sans *", "* pas *"}, []string{"no|nunca|sin *", "* no|nunca *"})),
		answers: examples.New(
			phrase(saysOnly, []string{"it is|should be [called|named|about|for] {said}", "it's {said}", "called|about|for|in|to {said}", "it is to be called {said}"}, []string{"es ist|heißt {said}", "namens|über|für {said}"}, []string{"c'est {said}", "appelée|sur|pour {said}"}, []string{"es {said}", "llamada|sobre|para {said}"}, examples.Slot{Name: "said", Kind: examples.Text}),
			phrase(leavesToUs, []string{"* you choose|decide|pick *", "you choose|decide|pick", "you choose|decide|pick *", "up to you", "* up to you", "don't care|mind", "* don't care|mind", "no preference", "whatever"}, []string{"du entscheidest", "egal", "* egal", "wie du willst"}, []string{"comme tu veux", "à toi de choisir"}, []string{"como quieras", "tú eliges"}),
			phrase(picksOne, []string{"{n}", "{n} one|option|way", "{n} one|option|way *", "option|number {n}"}, []string{"{n}", "Nummer {n}"}, []string{"{n}", "numéro {n}"}, []string{"{n}", "número {n}"}, counted()),
		),
	}
}

// counted is a small number, in digits or in words; the last one is "-1".
func counted() examples.Slot {
	return examples.Slot{Name: "n", Kind: examples.Choice, Values: map[string]string{
		"1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
		"first": "1", "second": "2", "third": "3", "last": "-1", "erste": "1", "ersten": "1", "zweite": "2", "zweiten": "2", "dritte": "3", "dritten": "3", "letzte": "-1", "letzten": "-1",
		"zwei": "2", "drei": "3", "vier": "4", "deux": "2", "trois": "3", "quatre": "4", "dos": "2", "tres": "3", "cuatro": "4",
		"première": "1", "premier": "1", "deuxième": "2", "troisième": "3", "dernière": "-1", "primera": "1", "primero": "1", "segunda": "2", "segundo": "2", "tercera": "3", "última": "-1",
	}}
}
