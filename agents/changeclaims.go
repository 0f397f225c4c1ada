package agents

import (
	"regexp"
	"slices"
	"sync"

	"github.com/aisteam/aisteam/wording"
)

const (
	// askedVerbs ask for something to be different afterwards, wherever they stand in what is not a question. Verbs that ask
	// for words alone are not among them.
	askedVerbs = "create make build add update change edit modify publish unpublish delete remove replace fix repair rename move redirect " +
		"install uninstall upload migrate redesign deploy launch configure connect set setup post put register optimize optimise " +
		"improve insert append swap duplicate archive restore revert undo schedule renew activate deactivate enable disable wipe " +
		"purge send email cancel order buy pay book invite"
	// askedElsewhere are the same in languages that the rules do not read further.
	askedElsewhere = "erstelle erstell erstellen lösche lösch löschen ändere ändern aktualisiere aktualisieren veröffentliche veröffentlichen entferne " +
		"entfernen ersetze ersetzen verschiebe repariere reparieren sende senden schicke installiere lege füge mach mache " +
		"crée créer créez supprime supprimer supprimez modifie modifier modifiez changez publie publier publiez ajoute ajouter ajoutez remplacez " +
		"envoie envoyez corrige corrigez mets mettez crea crear elimina eliminar borra borrar cambia cambiar modifica publica publicar actualiza " +
		"actualizar añade agrega reemplaza envía arregla cancella pubblica aggiorna aggiungi sostituisci invia correggi crie apague altere mude " +
		"publique atualize adicione substitua envie corrija maak verwijder wijzig verander publiceer voeg vervang stuur stwórz usuń zmień opublikuj"
)

// foldedVerbs are those as [folded] writes them.
var foldedVerbs = sync.OnceValue(func() string { return folded(askedElsewhere) })

// AsksForChange tells whether words ask for something to be different afterwards, also where the rules are unsure what is
// wanted. It errs towards yes: all that hangs on it is that an answer says that it changed nothing.
func (v Vocabulary) AsksForChange(text string) bool {
	if v.Classify(text).Works() {
		return true
	}
	for _, s := range sentences(text) {
		if slices.ContainsFunc(s.words, func(w string) bool { return oneOf(w, askedElsewhere) }) {
			return true
		}
		words := v.request(s.words)
		if len(words) == 0 || isQuestion(words) || v.asksToMake(words) != "" || oneOf(words[0], wordVerbs) || asksForIdeas(words) {
			continue
		}
		if slices.ContainsFunc(words, func(w string) bool { return oneOf(w, askedVerbs) }) {
			return true
		}
	}
	return false
}

const changedWords = `(?:created|made|built|added|updated|changed|edited|modified|published|unpublished|deleted|removed|replaced|fixed|repaired|renamed|` +
	`moved|redirected|installed|uploaded|deployed|launched|configured|connected|set up|posted|registered|improved|restored|reverted|undone|` +
	`scheduled|renewed|activated|deactivated|enabled|disabled|wiped|purged|sent|emailed|cancelled|canceled|ordered|paid|booked|approved|done)`

var claims = regexp.MustCompile(`(?i)\b(?:I|we)(?:['’]ve|['’]m| have| had| am)?(?: \w+ly| just| now| also| gone ahead and)* ` + changedWords + `\b` +
	`|\b(?:has|have|is|are|was|were)(?: now| been| just| already| successfully)* ` + changedWords + `\b` +
	`|\b(?:is|are)(?: now| already)* (?:live|online|gone)\b|(?:^|[.!\n]\s*)\W*(?:done|all set|fertig|erledigt|listo|hecho|fatto|feito|klaar|c['’]est fait)\b` +
	`|\b(?:habe|haben|wurde|wurden|ist|sind)\b.*\b(?:erstellt|gelöscht|geändert|aktualisiert|veröffentlicht|entfernt|ersetzt|repariert|gesendet|angelegt|verschickt)\b` +
	`|\b(?:ai|avons|été)\s+(?:créé|supprimé|modifié|changé|publié|ajouté|remplacé|envoyé|corrigé)` +
	`|\b(?:he|hemos|sido)\s+(?:creado|eliminado|borrado|cambiado|modificado|publicado|actualizado|añadido|enviado|corregido)` +
	`|\b(?:ho|abbiamo|stat[oa])\s+(?:creato|creata|cambiato|modificato|pubblicato|pubblicata|aggiornato|aggiunto|inviato|corretto)`) //nolint:misspell // it is Italian

// ClaimsChange tells whether an answer reads as if something had been done.
func ClaimsChange(answer string) bool { return claims.MatchString(answer) }

// Unchanged is what code says beneath an answer in whose turn nothing was changed, "" where nobody will think otherwise: a
// change was asked for, a tool was refused, or the words read as if something had been done.
func (v Vocabulary) Unchanged(w wording.Words, asked string, a Answered, files int) string {
	if !a.Refused && !v.AsksForChange(asked) && (a.Rehearsal || !ClaimsChange(a.Text)) { // a rehearsal's words are fixed, and claim nothing
		return ""
	}
	said := w.Say("Nothing was changed by this answer.")
	if files > 0 {
		said = w.Say("Nothing was changed by this answer, apart from the file that comes with it.")
	}
	if a.Refused {
		said += " " + w.Say("What was tried for it was not allowed, or did not work.")
	}
	return said + " " + w.Say("To have something changed, say what; you will see a plan first.")
}
