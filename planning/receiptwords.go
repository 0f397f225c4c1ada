package planning

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
)

// plainWords claim nothing by themselves. Words of number, of denial and of time to come are none of them.
const plainWords = "a an the this that it its is are was were be been has have had now here there and with for from of on in at to by as into " +
	"under about which whose our your i he she we you can see find read ready new done finished completed successfully"

const ownStem = 4 // letters that words of one stem share at least

var anAddress = lazy.Pattern(`\S+(?:://|@|\.\pL|/)\S*`)

func receiptKey(i int) string { return fmt.Sprintf("r%d", i+1) }

// worded takes what a model says of single receipts. A sentence stands in the words that code has written into its receipt,
// whatever their order, and in words that claim nothing; what the receipt quotes, a title or an address, it may have as a whole
// and not in parts, since others have worded that. Any other sentence is left out, as are those of no receipt and those that
// say nothing new. So no sentence claims what its receipt does not have: no other effect, address, number, or step (decision
// 0014).
func worded(v assistant.RunView, p assistant.Project, r llm.SummaryReply, of *team.Team) map[assistant.TaskID]string {
	out := map[assistant.TaskID]string{}
	for _, w := range r.Receipts {
		for i, t := range v.Tasks {
			if w.Key != receiptKey(i) || out[t.ID] != "" || !t.Done() || t.Result == nil {
				continue
			}
			said := line(w.Sentence, maxLine)
			if fits(said, t, p, of.Called(t.Owner)) && !repeats(said, t) {
				out[t.ID] = strings.TrimRight(said, ".") + "."
			}
		}
	}
	return out
}

// fits tells whether a sentence says nothing but what the receipt of a task has.
func fits(said string, t assistant.Task, p assistant.Project, owner string) bool {
	for _, whole := range []string{quote(t), t.Result.Address(), p.Domain} {
		if whole != "" {
			said = without(said, whole)
		}
	}
	if anAddress().MatchString(said) {
		return false
	}
	own := strings.Fields(folded(strings.Join([]string{ownWords(t), string(t.Type), owner, t.Result.Fields.Text("number")}, " ")))
	for word := range strings.FieldsSeq(folded(said)) {
		if !among(word, strings.Fields(plainWords)) && !among(word, own) && !stemmed(word, own) {
			return false
		}
	}
	return said != ""
}

// quotes are from the first mark to the last: what is quoted may have marks of its own.
var quotes = lazy.Pattern(`“.*”`)

func quote(t assistant.Task) string {
	return quotes().FindString(line(t.Result.Summary.String(), maxText))
}

// ownWords are those of a receipt that code has written: without what it quotes, and without what the task gave.
func ownWords(t assistant.Task) string {
	own := line(t.Result.Summary.String(), maxText)
	given := slices.SortedFunc(slices.Values(t.Result.Fields.Texts()), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for _, value := range given {
		if value = line(value, maxText); value != "" {
			own = strings.ReplaceAll(own, value, " ")
		}
	}
	return quotes().ReplaceAllString(own, " ")
}

// without takes out a quote or an address where it stands as a whole.
func without(text, whole string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, whole)
		if !found {
			return out.String() + text
		}
		if out.WriteString(before); ends(after) {
			out.WriteString(" ")
		} else {
			out.WriteString(whole)
		}
		text = after
	}
}

func ends(after string) bool {
	return strings.TrimLeft(after, `.,;:!?)"”`) == "" || strings.HasPrefix(strings.TrimLeft(after, `.,;:!?)"”`), " ")
}

func among(word string, words []string) bool {
	return slices.Contains(words, word)
}

// stemmed tells whether a word is a form of one of the words: drafts, drafted, drafting. Numbers have no forms.
func stemmed(word string, words []string) bool {
	if strings.ContainsAny(word, "0123456789") {
		return false
	}
	for _, w := range words {
		short, long := []rune(word), []rune(w)
		if len(short) > len(long) {
			short, long = long, short
		}
		same := 0
		for same < len(short) && short[same] == long[same] {
			same++
		}
		if same >= ownStem && len(short)-same <= 1 && len(long)-same <= 3 {
			return true
		}
	}
	return false
}

// repeats tells whether a sentence only says again what stands beside it.
func repeats(said string, t assistant.Task) bool {
	return strings.Contains(" "+folded(t.Summary+" "+t.Result.Summary.String())+" ", " "+folded(said)+" ")
}
