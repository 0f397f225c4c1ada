package background

import (
	"cmp"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
)

// Edit is what is to be different about a background task. What is empty stays as it is. Times are worked out when the words are
// read, so that what is done is what was shown.
type Edit struct {
	Title        string
	Prompt       string
	Schedule     string    // five fields of cron
	Due          time.Time // of what is due once
	Silent       *bool
	Overlap      assistant.Overlap
	Ends         time.Time
	Times        int
	Endless      bool
	Conversation assistant.ConversationID
	Allows       []Allow // what it may do without asking
	Channel      string  // in which its results are told, as people name it, without #
	Zone         string  // IANA, by whose clock it goes from now on
}

func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)` + expression) })
}

// The forms of what people want to be different. What they begin and end with says nothing of its own.
var (
	beginsForm = pattern(`^(?:(?:please|bitte|s'il te plaît|s'il vous plaît|por favor|no|nein|non|ok|okay|and|und|et|y)[\s,]+)*(?:(?:make|change|move|set|turn|switch|shift|reschedule|run|do|let|have|put|start|mach|mache|ändere|verschiebe|stell|stelle|mets|mettez|fais|faites|change|déplace|pon|cambia|cambie|mueve|haz|hazlo|ponlo)\s*(?:-le|lo|it|that|this|es|das|le|la|them|the task|the reminder)?\s*(?:run\s+|happen\s+|be\s+|begin\s+)?(?:to\s+|into\s+|auf\s+|pour\s+|para\s+)?)?`)
	endsForm   = pattern(`[\s,]*(?:instead|from now on|please|stattdessen|ab jetzt|bitte|plutôt|à la place|désormais|mejor|en su lugar|a partir de ahora)?[\s.!]*$`)
	loudForm   = pattern(`^(?:always )?(?:tell|inform|notify|write|message) (?:me|us) (?:every time|each time|always|in any case|also (?:if|when) nothing (?:is new|changed))|^(?:sag|melde|schreib)\w* (?:mir|uns|dich)?\s*(?:jedes ?mal|immer)|^(?:dis|préviens|informe)[- ](?:moi|nous) (?:à chaque fois|toujours)|^(?:avísame|avísanos|dime) (?:siempre|cada vez)`)
	hereForm   = pattern(`^(?:tell|report|post|say|write|send|answer|let me know|sag|melde|schreib|berichte|dis|écris|réponds|dime|avisa|escribe|responde)\b[^,;]{0,30}\b(?:here|in this (?:thread|channel|conversation)|hier|ici|aquí)$`)
	calledForm = pattern(`^(?:call|name|title|rename|nenne|appelle|llama)(?:-le|lo)?(?:\s+(?:it|this|that|es|das))?(?:\s+(?:to|as|in|en))?\s+[“"'„«]?(.+?)[”"'“»]?$`)
	zoneForm   = pattern(`^(?:to |by |in |on )?(?:the |my )?(?:clock|time ?zone) (?:of |in |is |to )?(.+?)$`)
	doesForm   = pattern(`^(?:(?:do|what it does|what|mach|fais|haz)(?:\s+this|\s+is|\s+das|\s+ceci|\s+esto)?)\s*:\s*(.+)$`)
	andForm    = pattern(`\s*(?:;|,?\s+(?:and|und|et|y)\s+|,)\s*`)
)

// ReadEdit reads what somebody wants to be different about a task, in their words: “make it 10 instead”, “every Monday instead”,
// “only tell me when something changed”. here is the conversation that they say it in, "" where that is none. What is not
// understood is not guessed at: any rest refuses the whole.
func ReadEdit(b assistant.BackgroundTask, words string, now time.Time, here assistant.ConversationID) (Edit, error) {
	words = strings.Join(strings.Fields(words), " ")
	var e Edit
	whole := readPart(b, words, now, here, &e)
	if whole == nil {
		return e, nil
	}
	parts := strings.Split(words, ";")
	if len(parts) == 1 {
		parts = andForm().Split(words, -1)
	}
	if len(parts) > 1 {
		e = Edit{}
		for _, part := range parts {
			if readPart(b, strings.TrimSpace(part), now, here, &e) != nil {
				return Edit{}, whole
			}
		}
		return e, nil
	}
	return Edit{}, whole
}

// readPart reads one wish into an edit.
func readPart(b assistant.BackgroundTask, words string, now time.Time, here assistant.ConversationID, e *Edit) error {
	silent, loud := true, false
	switch m := doesForm().FindStringSubmatch(words); {
	case m != nil:
		e.Prompt = strings.TrimSpace(m[1])
		return nil
	case readOverlap(words, e):
		return nil
	case Silent(words):
		e.Silent = &silent
		return nil
	case loudForm().MatchString(words):
		e.Silent = &loud
		return nil
	}
	if a, read, err := ReadAllow(words, b.Zone, now); read {
		e.Allows = append(e.Allows, a)
		return err
	}
	words = endsForm().ReplaceAllString(words, "")
	if channel, ok := toldOnly(words); ok {
		e.Channel = channel
		return nil
	}
	if hereForm().MatchString(words) && here != "" {
		e.Conversation = here
		return nil
	}
	if m := calledForm().FindStringSubmatch(words); m != nil {
		e.Title = titled(m[1], "")
		return nil
	}
	if m := zoneForm().FindStringSubmatch(words); m != nil {
		return readZone(m[1], e)
	}
	if read, err := readEnd(b, words, now, e); read {
		return err
	}
	return readTime(b, words, now, e)
}

// readZone reads by whose clock it is to go.
func readZone(place string, e *Edit) error {
	zone, ok := schedule.Place(place)
	if !ok {
		return assistant.BadInput(assistant.Say("I do not know the time zone “%s”.", clipped(place)), assistant.Say("Name it like “Europe/Berlin” or “America/Toronto”."))
	}
	e.Zone = zone
	return nil
}

// readOverlap reads how to go on while the time before is at work.
func readOverlap(words string, e *Edit) bool {
	way, only := onlyOverlap(words)
	if only {
		e.Overlap = way
	}
	return only
}

// readTime reads another time of a task that begins by the clock.
func readTime(b assistant.BackgroundTask, words string, now time.Time, e *Edit) error {
	when := strings.TrimSpace(beginsForm().ReplaceAllString(words, ""))
	unread := unreadEdit(words)
	zone, err := schedule.Zone(b.Zone)
	switch {
	case err != nil:
		return err
	case when == "":
		return unread
	case b.Kind == assistant.BackgroundEvent:
		return unread
	}
	if hour, minute, ok := schedule.Clock(when); ok {
		return atClock(b, hour, minute, zone, now, e)
	}
	if s, err := schedule.New(when, b.Zone, now); err == nil {
		if was, err := schedule.New(b.Schedule, b.Zone, now); err == nil && b.Kind == assistant.BackgroundRecurring {
			s = s.Keeping(was, when)
		}
		e.Schedule = s.Cron()
		return nil
	}
	if b.Kind == assistant.BackgroundRecurring {
		return unread // what comes again and again has no single day to be moved to
	}
	at, err := schedule.Once(when, b.Zone, now)
	if trouble, ok := err.(*assistant.Trouble); ok && strings.HasPrefix(trouble.Problem.Message.Key(), "I cannot read") { //nolint:errorlint // it is not wrapped
		return unread
	}
	e.Due = at
	return err
}

func unreadEdit(words string) error {
	return assistant.BadInput(assistant.Say("I cannot read “%s” as a change of this automation.", clipped(words)),
		assistant.Say("Say it like “make it 10 instead”, “every Monday instead”, “only tell me when something changed”, “call it Audit”, “tell me here” or “tell me in #ops”."))
}

// atClock is the task at another time of day.
func atClock(b assistant.BackgroundTask, hour, minute int, zone *time.Location, now time.Time, e *Edit) error {
	if b.Kind == assistant.BackgroundRecurring {
		s, err := schedule.New(b.Schedule, b.Zone, now)
		if err == nil {
			s, err = s.At(hour, minute)
		}
		e.Schedule = s.Cron()
		return err
	}
	e.Due = schedule.OnDay(b.Due, hour, minute, zone)
	if !e.Due.After(now) {
		return assistant.BadInput(assistant.Say("%s is past already.", schedule.Moment(e.Due, zone)), assistant.Say("Name a time to come, like “tomorrow at 9”."))
	}
	return nil
}

// Words are the edit in words that [ReadEdit] reads as the same, whenever it does: of a task in a zone.
func (e Edit) Words(zone string) string {
	var parts []string
	if e.Schedule != "" {
		parts = append(parts, e.Schedule)
	}
	if !e.Due.IsZero() {
		in, err := schedule.Zone(zone)
		if err != nil {
			in = time.UTC
		}
		parts = append(parts, e.Due.In(in).Format(time.RFC3339))
	}
	if e.Silent != nil && *e.Silent {
		parts = append(parts, "only tell me when something is new")
	} else if e.Silent != nil {
		parts = append(parts, "tell me every time")
	}
	if e.Overlap != "" {
		parts = append(parts, overlapSaid(e.Overlap))
	}
	if e.Zone != "" {
		parts = append(parts, "by the clock of "+e.Zone)
	}
	parts = append(parts, e.endSaid()...)
	for _, a := range e.Allows {
		parts = append(parts, a.said(time.UTC))
	}
	if e.Conversation != "" {
		parts = append(parts, "tell me here")
	}
	if e.Channel != "" {
		parts = append(parts, "tell me in #"+e.Channel)
	}
	if e.Title != "" {
		parts = append(parts, "call it "+strings.ReplaceAll(e.Title, ";", ","))
	}
	if e.Prompt != "" {
		parts = append(parts, "do this: "+strings.ReplaceAll(e.Prompt, ";", ","))
	}
	return strings.Join(parts, "; ")
}

// Of is the task as the edit wants it. What cannot be is refused with a way on, and so is an edit that changes nothing.
func (e Edit) Of(b assistant.BackgroundTask, now time.Time) (assistant.BackgroundTask, error) {
	if b.Kind == assistant.BackgroundOnce && b.Status == assistant.BackgroundPaused && !e.Due.IsZero() {
		return b, assistant.ErrBackgroundPaused // its time is kept by the clock alone, which does not go for it
	}
	out := b
	w := Wish{Title: b.Title, Prompt: b.Prompt, Schedule: b.Schedule, Zone: b.Zone, Silent: b.Silent, Overlap: string(b.Overlap), Event: b.Kind == assistant.BackgroundEvent}
	if b.Kind == assistant.BackgroundOnce {
		w.At, w.Schedule = b.Due.Format(time.RFC3339), ""
	}
	if e.Title != "" {
		w.Title = e.Title
	}
	if e.Prompt != "" {
		w.Prompt = e.Prompt
	}
	if e.Schedule != "" {
		w.Schedule, w.At = e.Schedule, ""
	}
	if !e.Due.IsZero() {
		w.At, w.Schedule = e.Due.Format(time.RFC3339), ""
	}
	w.Zone = cmp.Or(e.Zone, w.Zone)
	if w.At != "" && e.Due.IsZero() && !b.Due.After(now) {
		w.At = now.Add(time.Minute).Format(time.RFC3339) // it is about to begin, or waits while it is paused: its time stays below
	}
	wanted, err := w.Task(now)
	if err != nil {
		return b, err
	}
	out.Title, out.Prompt, out.Kind, out.Schedule, out.Zone, out.Due = wanted.Title, wanted.Prompt, wanted.Kind, wanted.Schedule, wanted.Zone, wanted.Due
	if e.Due.IsZero() && e.Schedule == "" && (e.Zone == "" || b.Kind != assistant.BackgroundRecurring) {
		out.Due = b.Due
	}
	if e.Silent != nil {
		out.Silent = *e.Silent
	}
	if e.Overlap != "" {
		out.Overlap = e.Overlap
	}
	if err := e.ends(b, &out); err != nil {
		return b, err
	}
	if e.Overlap != "" && wanted.Kind == assistant.BackgroundOnce {
		return b, assistant.BadInput(assistant.Say("What happens once has no time before it that could still be at work."), assistant.Say("Make it one that comes again and again first, like “every Monday at 9”."))
	}
	if e.Conversation != "" {
		out.Conversation, out.Told = e.Conversation, ""
	}
	if e.Channel != "" {
		out.Told = "#" + e.Channel
	}
	if out.Reading() == b.Reading() && len(e.Allows) == 0 {
		return b, assistant.BadInput(assistant.Say("That is how it is already."), assistant.Say("Say what should be different."))
	}
	return out, nil
}

// Fields are what is different between a task and what it is to be, as people read it: the reading of the words.
func Fields(was, wanted assistant.BackgroundTask, now time.Time) []assistant.Field {
	var out []assistant.Field
	add := func(name, key string, before, after assistant.Sentence) {
		if !before.Equal(after) {
			out = append(out, assistant.Field{Name: name, Key: key}.Saying(before, after))
		}
	}
	add("Title", "title", assistant.Verbatim(was.Title), assistant.Verbatim(wanted.Title))
	add("What", "prompt", assistant.Verbatim(was.Prompt), assistant.Verbatim(wanted.Prompt))
	before, after := moments(was), moments(wanted)
	if add("When", "when", before, after); !before.Equal(after) && wanted.Kind == assistant.BackgroundRecurring {
		add("Next times", "nextTimes", assistant.Sentence{}, NextTimes(wanted, now))
	}
	add("Told", "silent", told(was), told(wanted))
	add("Ends", "until", EndWords(was), EndWords(wanted))
	add("While the time before is at work", "overlap", OverlapWords(was.Overlap), OverlapWords(wanted.Overlap))
	switch {
	case wanted.Told != "":
		add("Where", "report", toldOr(was, assistant.Say("where it was asked for")), assistant.Verbatim(wanted.Told))
	case was.Conversation != wanted.Conversation:
		add("Where", "report", toldOr(was, assistant.Say("another conversation")), assistant.Say("here"))
	}
	return out
}

// toldOr is the channel in which a task's results are told, and where they are told otherwise.
func toldOr(b assistant.BackgroundTask, otherwise assistant.Sentence) assistant.Sentence {
	if b.Told != "" {
		return assistant.Verbatim(b.Told)
	}
	return otherwise
}

// moments say when a task is due, with the moment where that is one.
func moments(b assistant.BackgroundTask) assistant.Sentence {
	if b.Kind == assistant.BackgroundOnce {
		return Moment(b, b.Due)
	}
	return When(b)
}

func told(b assistant.BackgroundTask) assistant.Sentence {
	if b.Silent {
		return assistant.Say("only when something is new")
	}
	return assistant.Say("every time")
}

// String is the edit in one line, as a button or a form carries it.
func (e Edit) String() string {
	var parts []string
	add := func(mark, text string) {
		if text != "" {
			parts = append(parts, mark+text)
		}
	}
	add("s", e.Schedule)
	if !e.Due.IsZero() {
		add("t", strconv.FormatInt(e.Due.Unix(), 36))
	}
	if e.Silent != nil {
		add("q", strconv.FormatBool(*e.Silent)[:1])
	}
	add("o", string(e.Overlap))
	e.addEnds(add)
	for _, a := range e.Allows {
		add("a", a.mark())
	}
	add("c", string(e.Conversation))
	add("w", url.QueryEscape(e.Channel))
	add("z", url.QueryEscape(e.Zone))
	add("n", url.QueryEscape(e.Title))
	add("p", url.QueryEscape(e.Prompt))
	return strings.Join(parts, ";")
}

// ParseEdit reads [Edit.String]; false for what is none.
func ParseEdit(text string) (Edit, bool) {
	var e Edit
	for part := range strings.SplitSeq(text, ";") {
		if part == "" {
			return e, false
		}
		var err error
		switch mark, rest := part[:1], part[1:]; mark {
		case "s":
			e.Schedule = rest
		case "t":
			e.Due, err = moment(rest)
		case "q":
			silent := rest == "t"
			e.Silent = &silent
		case "u":
			e.Ends, err = moment(rest)
		case "x":
			if e.Times, err = strconv.Atoi(rest); err == nil && (e.Times < 1 || e.Times > MostTimes) {
				return e, false
			}
		case "e":
			e.Endless = true
		case "a":
			a, ok := parseAllow(rest)
			if !ok {
				return e, false
			}
			e.Allows = append(e.Allows, a)
		case "o":
			if e.Overlap = assistant.Overlap(rest); !e.Overlap.Valid() {
				return e, false
			}
		case "c":
			e.Conversation = assistant.ConversationID(rest)
		case "w":
			e.Channel, err = url.QueryUnescape(rest)
		case "z":
			e.Zone, err = url.QueryUnescape(rest)
		case "n":
			e.Title, err = url.QueryUnescape(rest)
		case "p":
			e.Prompt, err = url.QueryUnescape(rest)
		default:
			return e, false
		}
		if err != nil {
			return e, false
		}
	}
	return e, true
}

func moment(text string) (time.Time, error) {
	seconds, err := strconv.ParseInt(text, 36, 64)
	return time.Unix(seconds, 0).UTC(), err
}

func clipped(words string) string {
	const most = 80
	if r := []rune(words); len(r) > most {
		return string(r[:most]) + "…"
	}
	return words
}
