package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Undoing is which of several things that were done words want taken back: "undo the page", "take back the first one".
type Undoing struct {
	Names  []string // every one of them is to be in what it is called, as names are kept here
	Number int      // which of those, from 1; -1 for the newest, 0 for none
}

const (
	undoBegins = "undo|revert|roll back|rollback|take back|take|roll|annule|annulez|defais|defaites|deshaz|deshaga|deshacer|revierte|revierta|" +
		"mach|mache|nimm"
	undoEnds = "back|ruckgangig machen|wieder ruckgangig|ruckgangig|wieder zuruck|zurucknehmen|zuruck"
	// besideUndone stand beside what is to be taken back and name nothing.
	besideUndone = "sie the a an of that this one ones again please pls number no nr it you made making created thing run change changes for me " +
		"der die das den dem des ein eine bitte wieder nummer von sache anderung anderungen mit fur " +
		"la le les l' du de des un une svp stp numero chose modification celui celle " +
		"el los las lo del una por favor porfa cosa cambio"
	// beyondUndone are words of what is more, or less, than one thing that was done.
	beyondUndone = "step steps schritt schritte etape etapes paso pasos all every both alle beide tout tous toutes todo todos todas and und et y but aber mais pero not nicht"
)

// kindsUndone are what people call the kinds of things that are made, in four languages: the first of each stands for them all.
const kindsUndone = "page pages webpage seite seiten webseite pagina paginas|ticket tickets tique tickete|post posts beitrag beitrage article articles artikel articulo articulos entrada|" +
	"event events meeting meetings termin termine besprechung reunion reunions rendez-vous evenement evento eventos cita citas|" +
	"image images picture pictures bild bilder imagen imagenes|menu menus|product products produkt produkte produit produits|" +
	"task tasks aufgabe aufgaben tache taches tarea tareas|reminder erinnerung rappel recordatorio"

// UndoOf reads words that want one of several things taken back. A question wants none, and neither does a bare "undo".
func (v Vocabulary) UndoOf(text string) (Undoing, bool) {
	words := trimStart(v.replyWords(strings.TrimSpace(text)), "please|bitte|ok|okay|no|nein|non|oh|oops|por favor")
	if len(words) < 2 || len(words) > 12 || asks(text) {
		return Undoing{}, false
	}
	first, last := words[0], words[len(words)-1]
	begun := begins(words, undoBegins)
	words = words[begun:]
	ended := endsWith(words, undoEnds)
	if words = words[:len(words)-ended]; begun == 0 && ended == 0 || len(words) == 0 {
		return Undoing{}, false
	}
	if begun == 0 && ended > 0 && oneOf(last, "back zuruck") || ended == 0 && oneOf(first, "take roll mach mache nimm") && begun < 2 {
		return Undoing{}, false // "take the page to Ben", "we are back"
	}
	var out Undoing
	for _, w := range words {
		switch n := ordinal(w); {
		case oneOf(w, beyondUndone):
			return Undoing{}, false
		case n > 0 || oneOf(w, lastWords):
			if out.Number != 0 {
				return Undoing{}, false
			}
			if out.Number = n; n == 0 {
				out.Number = -1
			}
		case !oneOf(w, besideUndone):
			out.Names = append(out.Names, calledUndone(w))
		}
	}
	return out, out.Number != 0 || len(out.Names) > 0
}

// Of is which of what was done, the oldest first, is meant. Several are given where words fit them all.
func (u Undoing) Of(done []assistant.RunView) []assistant.RunView {
	var fit []assistant.RunView
	for _, v := range done {
		if u.names(v) {
			fit = append(fit, v)
		}
	}
	switch {
	case u.Number == 0 || len(fit) == 0:
		return fit
	case u.Number < 0:
		return fit[len(fit)-1:]
	case u.Number > len(fit):
		return nil
	default:
		return fit[u.Number-1 : u.Number]
	}
}

// names tells whether everything that the words name is in what a run is called, or what it changed.
func (u Undoing) names(v assistant.RunView) bool {
	called := []string{v.Run.Title}
	for _, k := range v.Tasks {
		if k.Effect != assistant.EffectNone {
			called = append(called, k.Summary)
		}
	}
	var has []string
	for _, w := range wordsOf(folded(strings.Join(called, " "))) {
		has = append(has, calledUndone(w))
	}
	return !slices.ContainsFunc(u.Names, func(n string) bool { return !slices.Contains(has, n) })
}

// calledUndone is a word as names are compared: that of its kind, in whatever language.
func calledUndone(w string) string {
	for kind := range strings.SplitSeq(kindsUndone, "|") {
		if oneOf(w, kind) {
			return strings.Fields(kind)[0]
		}
	}
	return w
}

// endsWith is how many words the longest of the phrases has that the words end with.
func endsWith(words []string, phrases string) int {
	most := 0
	for phrase := range strings.SplitSeq(phrases, "|") {
		of := strings.Fields(phrase)
		if len(of) > most && len(of) <= len(words) && slices.Equal(of, words[len(words)-len(of):]) {
			most = len(of)
		}
	}
	return most
}
