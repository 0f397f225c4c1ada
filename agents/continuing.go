package agents

import "strings"

// continuing are the words that ask for stopped work to go on, as [folded] writes them.
const continuing = "|continue|go on|carry on|resume|keep going|proceed|continue it|resume it|go on with it|carry on with it|continue the work|" +
	"weiter|mach weiter|machen sie weiter|weitermachen|weiter so|fortfahren|fahr fort|fahren sie fort|setz es fort|" +
	"continuez|continuer|reprends|reprenez|poursuis|poursuivez|continua|continue por favor|sigue|siga|continuar|"

// Continues tells whether words ask for stopped work to go on, and say nothing else.
func (v Vocabulary) Continues(text string) bool {
	var words []string
	for _, w := range v.replyWords(text) {
		if !oneOf(w, "please pls bitte mal jetzt now then s'il te plait vous por favor ok okay and und et y") {
			words = append(words, w)
		}
	}
	said := strings.Join(words, " ")
	return said != "" && !asks(text) && strings.Contains(continuing, "|"+said+"|")
}
