package permits

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

// known is a tool with the words that people have for it.
type known struct {
	Tool
	names  []string // whole, in each language
	nouns  []string
	does   deed
	verbed []string // verbs of its own
}

// deed is the kind of change that a verb tells of; "" for none.
type deed string

const (
	creates deed = "create"
	changes deed = "change"
	removes deed = "remove"
)

// verbsOf are how verbs of change begin, in the languages that people are answered in, folded.
func verbsOf() map[deed]string {
	return map[deed]string{
		creates: "create creat make add write open new anleg angeleg leg erstell schreib neu hinzufug eroffn creer cree ajout ecri redig ouvr crear crea anad escrib abr put schedul",
		changes: "chang updat edit modif renam ander aktualisier bearbeit umbenenn mettre mets jour modif renomm cambi actualiz edita renombr",
		removes: "remov delet take losch entfern supprim enlev retir elimin borra quita",
	}
}

// idle are words that say nothing of what is done to what.
const idle = "the a an any some new our its their his her of to in on at as up for it them these those that this with everything all parts part one " +
	"der die das den dem des ein eine einen eines einer neue neuen neues unsere unseren teile teil von vom zu im in am auf fur ihm " +
	"le la les un une des du de d l nouveau nouveaux nouvelle nouvelles nos notre parties partie a au aux dans sur " +
	"el los las unos unas nuevo nuevos nueva nuevas nuestros nuestras partes parte del al en sus"

// knownAs gathers a tool's words.
func knownAs(t Tool) known {
	k := known{Tool: t, names: []string{folded(string(t.Name)), folded(strings.ReplaceAll(string(t.Name), "_", " "))}}
	for _, l := range assistant.Languages() {
		label := folded(wording.In(l).Label(t.Label))
		k.names = append(k.names, label)
		for w := range strings.FieldsSeq(label) {
			switch d := deedOf(w); {
			case d != "":
				if k.does == "" {
					k.does = d
				}
			case !slices.Contains(strings.Fields("a an the of to in ein eine einen eines einer der die das un une des de le la el los unos una del"), w):
				k.nouns = append(k.nouns, w)
			}
		}
	}
	for _, n := range t.Nouns {
		k.nouns = append(k.nouns, folded(n))
	}
	for _, v := range t.Verbs {
		k.verbed = append(k.verbed, folded(v))
	}
	return k
}

// folded is a text in lower case, without accents, as words with one space between them.
func folded(text string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), strings.ToLower(text))
	if err != nil {
		plain = strings.ToLower(text)
	}
	return strings.Join(strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }), " ")
}

// deedOf is the kind of change that a word tells of.
func deedOf(word string) deed {
	for _, d := range []deed{creates, changes, removes} {
		for begins := range strings.FieldsSeq(verbsOf()[d]) {
			if word == begins || len(begins) >= stemLength && strings.HasPrefix(word, begins) {
				return d
			}
		}
	}
	return ""
}

const stemLength = 4

// alike tells whether two words are forms of one: one is the other's beginning, but for an ending.
func alike(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	const ending = 3
	return a == b || len(a) >= stemLength && len(b)-len(a) <= ending && strings.HasPrefix(b, a)
}

// find gives the one tool that is meant.
func find(all []known, a background.Allow) (Tool, error) {
	what := folded(a.What)
	if a.Tool != "" {
		what = folded(string(a.Tool))
	}
	for _, k := range all {
		if slices.Contains(k.names, what) {
			return k.Tool, nil
		}
	}
	var meant []known
	for _, k := range all {
		if k.means(strings.Fields(what)) {
			meant = append(meant, k)
		}
	}
	if len(meant) == 1 {
		return meant[0].Tool, nil
	}
	return Tool{}, unsure(a, all, meant)
}

// means tells whether words name the tool: what it works on, by its verb, and nothing else.
func (k known) means(words []string) bool {
	named, does := false, deed("")
	for _, w := range words {
		switch d := deedOf(w); {
		case slices.ContainsFunc(k.nouns, func(n string) bool { return alike(n, w) }):
			named = true
		case slices.Contains(k.verbed, w):
			does = k.does
		case d != "":
			does = d
		case !slices.Contains(strings.Fields(idle), w):
			return false
		}
	}
	return named && does != "" && does == k.does
}

// unsure asks for clearer words, with those that would do.
func unsure(a background.Allow, all, meant []known) error {
	if len(meant) == 0 {
		for _, k := range all {
			if k.Effect == assistant.EffectReversible && !k.Standing {
				meant = append(meant, k)
			}
		}
	}
	const listed = 12
	var labels []string
	for _, k := range meant[:min(len(meant), listed)] {
		labels = append(labels, "“"+k.Label+"”")
	}
	return assistant.BadInput(assistant.Say("I am not sure what “%s” is, so it is not allowed.", clip(a.What)),
		assistant.Say("Say it as it is called, and what it may be done to in quotes, if anything: %s.", strings.Join(labels, ", ")))
}

func clip(words string) string {
	const most = 80
	if r := []rune(words); len(r) > most {
		return string(r[:most]) + "…"
	}
	return words
}
