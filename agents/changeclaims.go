package agents

import (
	"regexp"

	"github.com/aisteam/aisteam/wording"
)

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

// Unchanged is what code says beneath an answer without any receipt of a change, "" where nobody will think otherwise: where a tool was
// refused, or the model's words read as if something had been done, people are told that nothing was.
func Unchanged(w wording.Words, a Answered, files int) string {
	if a.Set || !a.Refused && (a.Rehearsal || !ClaimsChange(a.Text)) { // a rehearsal's words are fixed, and claim nothing
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
