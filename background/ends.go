package background

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
)

// MostTimes is the most that a task's times are counted to.
const MostTimes = 1000

// End is when a task that comes again and again is over. Both may be said; what comes first counts.
type End struct {
	At    time.Time // it is not due after
	Times int       // it is done so often more
}

const (
	timesWords = `(?:only |just |nur |noch |seulement |encore |solo |sólo |solamente )*(?:once|twice|(\p{L}+|\d{1,4})(?: more)? times|(\p{L}+|\d{1,4}) ?mal|(\p{L}+|\d{1,4}) fois|(\p{L}+|\d{1,4}) ve(?:z|ces))(?: more| de plus| más)?`
	untilWords = `(?:but |only |nur )?(?:(?:until|till|bis(?: zum)?|hasta(?: el)?) |jusqu['’](?:au |à |en )?)`
	forWords   = `(?:for|für|pendant|durante) `
)

var (
	timesForm    = pattern(`^` + timesWords + `$`)
	untilForm    = pattern(`^` + untilWords + `(.+)$`)
	lastsForm    = pattern(`^` + forWords + `(.+)$`)
	endlessForm  = pattern(`^(?:without (?:an )?end|for ?ever|ohne ende|für immer|sans fin|pour toujours|sin fin|para siempre)$`)
	endsWith     = pattern(`^(\S.*?)[\s,;]+(` + untilWords + `\S.*|` + forWords + `\S.*|` + timesWords + `)$`)
	timesInFront = pattern(`^((?:only|nur|seulement|solo|sólo) (?:\p{L}+|\d{1,4}) ?(?:times|mal|fois|veces))[\s,;:]+(\S.*)$`)
	onlyAtEnd    = pattern(`^(\S.*?)[\s,;]+((?:(?:until|till|bis|hasta)\s|jusqu['’])\S.*|(?:only|nur|seulement|solo|sólo) (?:\p{L}+|\d{1,4}) ?(?:times|mal|fois|veces))[.!]*$`)
)

// counts are what numbers are called.
var counts = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	for i, names := range []string{
		"one a ein einmal une un una", "two zwei deux dos", "three drei trois tres", "four vier quatre cuatro", "five fünf cinq cinco", "six sechs seis", "seven sieben sept siete",
		"eight acht huit ocho", "nine neun neuf nueve", "ten zehn dix diez", "eleven elf onze once", "twelve zwölf douze doce",
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = i + 1
		}
	}
	return out
})

// ReadEnd reads when a task is to be over: “until Friday”, “for two weeks”, “only 5 times”, in the languages that people are
// answered in; a moment is read as one, too. What no clock and no count can tell is refused with a way on: nobody could say when
// it has come.
func ReadEnd(words, zone string, now time.Time) (End, error) {
	words = strings.ToLower(strings.Trim(strings.Join(strings.Fields(words), " "), ".,;! "))
	if n, ok := timesSaid(words); ok {
		if n < 1 || n > MostTimes {
			return End{}, assistant.BadInput(assistant.Say("An automation can be counted to %d times, and to once at least.", MostTimes), assistant.Say("Name a day, like “until Friday”, or leave the end out."))
		}
		return End{Times: n}, nil
	}
	day := words
	if m := untilForm().FindStringSubmatch(words); m != nil {
		day = m[1]
	} else if m := lastsForm().FindStringSubmatch(words); m != nil {
		day = m[1]
	}
	if at, err := time.Parse(time.RFC3339, strings.ToUpper(day)); err == nil {
		return End{At: at}, nil
	}
	at, ok := ReadUntil(day, zone, now)
	if !ok {
		return End{}, assistant.BadInput(assistant.Say("I cannot tell when “%s” has come, so the automation would never end by it.", clipped(words)),
			assistant.Say("Name a day or how many times, like “until Friday” or “only 5 times”; or leave it out, and say “cancel the task” when it is enough."))
	}
	return End{At: at}, nil
}

// timesSaid reads how many times.
func timesSaid(words string) (int, bool) {
	m := timesForm().FindStringSubmatch(words)
	switch {
	case m == nil:
		return 0, false
	case strings.Contains(words, "twice"):
		return 2, true
	case strings.Contains(words, "once") && strings.Join(m[1:], "") == "":
		return 1, true
	}
	said := strings.Join(m[1:], "")
	if n, err := strconv.Atoi(said); err == nil {
		return n, true
	}
	n, ok := counts()[said]
	return n, ok
}

// cutEnd takes the words of an end off those of a schedule that is none with them.
func cutEnd(words, zone string, now time.Time) (rest, end string) {
	if _, err := schedule.New(words, zone, now); err == nil {
		return words, ""
	}
	m := endsWith().FindStringSubmatch(strings.Join(strings.Fields(words), " "))
	if m == nil {
		return words, ""
	}
	if _, err := schedule.New(m[1], zone, now); err != nil {
		return words, ""
	}
	return m[1], m[2]
}

// SplitEnd takes the words of an end off what is to be done, where it begins or closes with some. An end in front that nobody can tell
// from what is to be done comes whole, to be refused: who names an end does not want a task without one.
func SplitEnd(what string) (rest, end string) {
	if m := timesInFront().FindStringSubmatch(what); m != nil {
		return m[2], m[1]
	}
	if untilForm().MatchString(strings.ToLower(what)) {
		words := strings.Fields(what)
		for n := min(len(words)-1, mostInFront); n > 0; n-- {
			end := strings.TrimRight(strings.Join(words[:n], " "), ",;:")
			if _, err := ReadEnd(end, "UTC", time.Unix(0, 0)); err == nil {
				return strings.Join(words[n:], " "), end
			}
		}
		return what, what
	}
	if m := onlyAtEnd().FindStringSubmatch(what); m != nil {
		return m[1], m[2]
	}
	return what, ""
}

// mostInFront bounds how many words are looked at for an end in front of what is to be done.
const mostInFront = 8

// of puts an end to a task that comes again and again.
func (e End) of(b *assistant.BackgroundTask) error {
	if e == (End{}) {
		return nil
	}
	if b.Kind != assistant.BackgroundRecurring {
		return assistant.BadInput(assistant.Say("Only what comes again and again ends on a day, or after so many times."), assistant.Say("Leave the end out, or say how often it comes, like “every day at 9 until Friday”."))
	}
	b.Ends, b.Left = e.At, e.Times
	return overBefore(*b)
}

// overBefore refuses a task whose end comes before its first time.
func overBefore(b assistant.BackgroundTask) error {
	if b.Ends.IsZero() || b.Due.IsZero() || !b.Due.After(b.Ends) {
		return nil
	}
	return assistant.BadInput(assistant.Say("It would be over before it is due: it ends on %s, and is due on %s first.", Moment(b, b.Ends), Moment(b, b.Due)), assistant.Say("Name a later day."))
}

// EndWords say when a task is over.
func EndWords(b assistant.BackgroundTask) assistant.Sentence {
	left := assistant.Say("%d times more", b.Left)
	if b.Left == 1 {
		left = assistant.Say("once more")
	}
	switch until := assistant.Say("until %s", Moment(b, b.Ends)); {
	case !b.Ends.IsZero() && b.Left > 0:
		return assistant.Say("%s, %s", until, left)
	case !b.Ends.IsZero():
		return until
	case b.Left > 0:
		return left
	default:
		return assistant.Say("without end")
	}
}

// ended is what words are followed by of a task that has an end.
func ended(words assistant.Sentence, b assistant.BackgroundTask) assistant.Sentence {
	if b.Kind != assistant.BackgroundRecurring || b.Ends.IsZero() && b.Left == 0 {
		return words
	}
	return assistant.Say("%s, %s", words, EndWords(b))
}

// readEnd reads another end of a task into an edit.
func readEnd(b assistant.BackgroundTask, words string, now time.Time, e *Edit) (read bool, err error) {
	if endlessForm().MatchString(words) {
		e.Endless = true
		return true, nil
	}
	if _, times := timesSaid(strings.ToLower(words)); !times && !untilForm().MatchString(words) && !lastsForm().MatchString(words) {
		return false, nil
	}
	end, err := ReadEnd(words, b.Zone, now)
	if !end.At.IsZero() {
		e.Ends = end.At
	}
	if end.Times > 0 {
		e.Times = end.Times
	}
	return true, err
}

// ends are the ends of a task as the edit wants them.
func (e Edit) ends(b assistant.BackgroundTask, out *assistant.BackgroundTask) error {
	out.Ends, out.Left = b.Ends, b.Left
	if e.Endless {
		out.Ends, out.Left = time.Time{}, 0
	}
	wanted := End{e.Ends, e.Times}
	if wanted != (End{}) && out.Kind != assistant.BackgroundRecurring {
		return wanted.of(out)
	}
	if !e.Ends.IsZero() {
		out.Ends = e.Ends
	}
	if e.Times > 0 {
		out.Left = e.Times
	}
	if !e.Ends.IsZero() || e.Schedule != "" {
		return overBefore(*out)
	}
	return nil
}

// endSaid are the words of an edit's ends.
func (e Edit) endSaid() (parts []string) {
	if e.Endless {
		parts = append(parts, "without end")
	}
	if !e.Ends.IsZero() {
		parts = append(parts, "until "+e.Ends.UTC().Format(time.RFC3339))
	}
	if e.Times > 0 {
		parts = append(parts, fmt.Sprintf("only %d times", e.Times))
	}
	return parts
}

// addEnds puts an edit's ends into one line.
func (e Edit) addEnds(add func(mark, text string)) {
	if e.Endless {
		add("e", "t")
	}
	if !e.Ends.IsZero() {
		add("u", strconv.FormatInt(e.Ends.Unix(), 36))
	}
	if e.Times > 0 {
		add("x", strconv.Itoa(e.Times))
	}
}

// Until are the words of a task's end that [ReadEnd] reads as the same, whenever it does; "" where there is none.
func Until(b assistant.BackgroundTask) string {
	switch {
	case !b.Ends.IsZero():
		return "until " + b.Ends.UTC().Format(time.RFC3339)
	case b.Left > 0:
		return fmt.Sprintf("only %d times", b.Left)
	default:
		return ""
	}
}
