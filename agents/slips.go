package agents

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// A slip of the finger in a word of a yes is read as the word: a letter too many, one too few, two that have changed places, or the key
// beside. What is a word of its own is none, and short words take none but a letter held too long.

// turning are words that turn what is said around, or put it off; they belong to no name and are no slip, as [folded] writes them.
const turning = "not no none never nor don't dont cannot can't without except unless if when once until till before after but only however though instead maybe perhaps wait later " +
	"soon tomorrow today tonight yesterday monday tuesday wednesday thursday friday saturday sunday first second third moment minute minutes hour day days week month " +
	"nicht nie niemals kein keine keinen ohne ausser wenn falls sobald bis bevor vor nach aber nur erst sondern vielleicht warte spater nachher bald morgen heute gestern montag dienstag " +
	"mittwoch donnerstag freitag samstag sonntag sekunde minute minuten stunde tag woche monat " +
	"non pas jamais aucun aucune ne sans sauf si quand lorsque jusque avant apres mais seulement peut-etre attends attendez tard bientot demain aujourd'hui hier lundi mardi mercredi " +
	"jeudi vendredi samedi dimanche seconde minute heure jour semaine mois d'abord " +
	"nunca ningun ninguna sin excepto salvo cuando hasta antes despues pero solo quizas espera luego tarde pronto manana hoy ayer lunes martes miercoles jueves viernes sabado domingo " +
	"segundo minuto hora dia semana mes primero"

// realWords are words of their own that a slip could be taken for.
const realWords = "dans kasse writer genai genre gene halo lace lane land han len sar dan lea oma oar fin nic tom toms teo rea irs statt pass past list valid march three see fall work hand hands lens has had than thank tank tanks thanked pleased lease plea please's pleas caro spur alle grace gracia grate great's sure's mercy merit mitte biete bitter bitten bitteren dank danken danker " +
	"approver approves conform confirms prefect perfecta perfecte exit state star stat stark started starts proceeds procede continued continues except accepts absolute appreciated"

// withoutSlip is the word of a yes that a word was meant to be, or the word.
func withoutSlip(word string) string {
	s := slips()
	if len(word) < 3 || s.words[word] || oneOf(word, turning) || oneOf(word, realWords) {
		return word
	}
	if meant := s.meant[word]; meant != "" {
		return meant
	}
	if meant := s.held[unheld(word)]; meant != "" && len(meant) < len(word) {
		return meant
	}
	return word
}

// meant is the word that a word was meant to be: a name of the team, a word of a yes, or itself, also where it could be either.
func (v Vocabulary) meant(word string) string {
	const short = 4 // a name of three letters takes no slip
	if v.isName(word) {
		return word
	}
	is := withoutSlip(word)
	for name := range strings.FieldsSeq(v.names) {
		if len(name) < short || !isSlip(word, name, short) {
			continue
		}
		if is != word {
			return word
		}
		is = name
	}
	return is
}

// slipped are the words of a yes, by how they are written with a slip.
type slipped struct {
	words map[string]bool   // that mean something somewhere
	meant map[string]string // "" where it could be several
	held  map[string]string // by what they are without doubled letters
}

var slips = sync.OnceValue(func() slipped {
	s := slipped{map[string]bool{}, map[string]string{}, map[string]string{}}
	for _, p := range replyPhrases() {
		for w := range p.words {
			s.words[w] = true
		}
	}
	firm, polite := map[string]bool{}, map[string]bool{}
	for _, g := range yesGrammars() {
		for _, phrases := range g {
			for _, p := range phrases {
				for _, w := range p.words {
					s.words[w] = true
					firm[w] = firm[w] || p.part <= yesEnough
					polite[w] = polite[w] || slices.Contains([]yesPart{yesPlease, yesThanks, yesGreet, yesCalled}, p.part)
				}
			}
		}
	}
	for _, w := range slices.Sorted(maps.Keys(s.words)) {
		switch {
		case polite[w]:
			s.learn(w, 5, 5)
		case oneOf(w, "gerne claro hazlo ouais exact lance"):
			s.learn(w, 5, 5) // what they are with a slip is no other word
		case firm[w]:
			s.learn(w, 6, 6)
		}
	}
	return s
})

// learn takes in how a word is written with a slip: a letter is left out, or the key beside is hit, only where it is long enough.
func (s slipped) learn(word string, leaves, beside int) {
	add := func(to map[string]string, slip string) {
		if meant, known := to[slip]; known && meant != word {
			to[slip] = "" // it could be either
			return
		}
		to[slip] = word
	}
	add(s.held, unheld(word))
	for i := 1; i < len(word); i++ {
		if i+1 < len(word) && (len(word) >= 4 || leaves < 4) {
			add(s.meant, word[:i]+word[i+1:i+2]+word[i:i+1]+word[i+2:])
		}
		if len(word) >= leaves {
			add(s.meant, word[:i]+word[i+1:])
		}
		if len(word) >= beside {
			for _, key := range keysBeside(word[i]) {
				add(s.meant, word[:i]+string(key)+word[i+1:])
			}
		}
	}
}

// slipsInto tells whether a message goes on with the words of a phrase, of which one was written with a slip: in company a word may be short.
func slipsInto(said []token, words []string) bool {
	if len(said) < len(words) {
		return false
	}
	wrong := 0
	for i, w := range words {
		if said[i].word == w {
			continue
		}
		if wrong++; wrong > 1 || said[i].pause != 0 || said[i].sign || said[i].name || !isSlip(said[i].word, w, 3) {
			return false
		}
	}
	return wrong == 1
}

// isSlip tells whether a word is no other than one that was meant, written with a slip, of which words take one that have as many letters as
// short, or more.
func isSlip(word, meant string, short int) bool {
	if len(meant) < short || len(word) < len(meant)-1 || word[0] != meant[0] || slips().words[word] || oneOf(word, turning) || oneOf(word, realWords) {
		return false
	}
	s := slipped{meant: map[string]string{}, held: map[string]string{}}
	s.learn(meant, short, short)
	return s.meant[word] != "" || unheld(word) == unheld(meant) && len(word) > len(meant)
}

// keysBeside are the letters beside a key, on the keyboards of the four languages.
func keysBeside(key byte) string {
	var out strings.Builder
	for _, row := range []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"} {
		if i := strings.IndexByte(row, key); i >= 0 {
			out.WriteString(row[max(i-1, 0):i] + row[i+1:min(i+2, len(row))])
		}
	}
	return out.String()
}

// unheld writes each letter once where a key was held too long.
func unheld(word string) string {
	var b strings.Builder
	for i := range len(word) {
		if i == 0 || word[i] != word[i-1] {
			b.WriteByte(word[i])
		}
	}
	return b.String()
}
