package agents

import (
	"strconv"
	"strings"
)

// numbersOf are the words that say which of several, the first of them first, as [folded] writes them.
const (
	numberWords = "first 1st one eins erste erster erstes ersten premier premiere primero primera primer|" +
		"second 2nd two zwei zweite zweiter zweites zweiten deuxieme seconde deux segundo segunda dos|" +
		"third 3rd three drei dritte dritter drittes dritten troisieme trois tercero tercera tercer tres|" +
		"fourth 4th four vier vierte vierter viertes vierten quatrieme quatre cuarto cuarta cuatro|" +
		"fifth 5th five funf funfte funfter funftes funften cinquieme cinq quinto quinta cinco"
	lastWords = "last letzte letzter letztes letzten derniere dernier ultima ultimo"
	// besideNumbers stand beside the number and name nothing.
	besideNumbers = "the that this option options number no nr nummer way ways choice variant please pls i i'd i'll we would like want prefer take choose pick go let's with for it is one ok yes , : . " +
		"der die das den dem ich nehme nehmen nimm wir wurde mochte hatte gern gerne bitte variante moglichkeit vorschlag weg ja lieber bevorzuge machen mach mit " +
		"la le les l' je prends prenons prends prefere voudrais choisis choisissons on proposition numero svp stp s'il te vous plait oui avec va pour " +
		"el los las me quedo con prefiero quiero elijo escojo cojo cojamos tomemos tomo opcion variante por favor porfa vamos si que sea"
)

// Picked reads words that say which of n is meant: "the second one", "nehmen wir die letzte", "option B". Every word serves that,
// and exactly one says which; anything else is no pick.
func Picked(text string, n int) (int, bool) {
	words := wordsOf(folded(strings.ReplaceAll(ownWords(text), "#", " ")))
	if len(words) == 0 || len(words) > 8 || asks(text) {
		return 0, false
	}
	found, at := 0, -1
	for i, w := range words {
		k, says := numbered(w, n, i > 0 && oneOf(words[i-1], "option opcion variante") || len(words) == 1)
		switch {
		case w == "one" && i+1 < len(words) && words[i+1] == "second":
			return 0, false // which asks for time
		case says && w == "one" && (at >= 0 || i > 0): // "the second one"
		case says:
			found, at = found+1, k
		case !oneOf(w, besideNumbers):
			return 0, false
		}
	}
	return at, found == 1 && at >= 0 && at < n
}

// numbered is the number that a word says, from 0. A letter says one only alone or after its kind: "option a", not "a page".
func numbered(word string, n int, letter bool) (int, bool) {
	if oneOf(word, lastWords) {
		return n - 1, true
	}
	for k, list := range strings.Split(numberWords, "|") {
		if oneOf(word, list) {
			return k, true
		}
	}
	if k, err := strconv.Atoi(strings.TrimRight(word, ".)")); err == nil {
		return k - 1, true
	}
	if letter && len(word) == 1 && word[0] >= 'a' && word[0] <= 'j' {
		return int(word[0] - 'a'), true
	}
	return 0, false
}
