package background

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
)

// Allow is what somebody lets a task do without asking: “it may create tickets without asking, at most 5 until Friday”. What their
// words mean is found by whoever knows the tools ([Permits]); until then it has no tool.
type Allow struct {
	What       string             // in their words
	Tool       assistant.TaskType // "" until it is known
	Definition string             // of that tool, where a connection defines it
	Label      string             // the tool, as people call it
	Target     string             // as they call it; "" is whatever the tool changes
	Most       int
	Until      time.Time
}

// Permits tells what somebody may let a task do without asking. What they may not, what cannot be undone, and what is not clear, is
// refused with a way on. Nobody as by asks only what the words mean.
type Permits interface {
	Permit(ctx context.Context, t assistant.TenantID, by assistant.PersonID, b assistant.BackgroundTask, said []Allow) ([]Allow, error)
}

const (
	itForms    = `(?:it|this|you|es|sie|er|du|das|il|elle|ça|cela|tu|vous|ella|él|esto)`
	taskForms  = `(?:(?:the|die|la) (?:background )?|l['’])(?:task|reminder|schedule|automation|aufgabe|hintergrundaufgabe|automatisierung|tâche|automatisation|tarea|automatización)\s+(?:called\s+)?[“"„«]?(.{1,120}?)[”"“»]?`
	modalForms = `(?:may|can|is allowed to|darf|darfst|kann|peut|peux|pouvez|a le droit de|puede|puedes)`
	countWords = `(\d{1,4}|\p{L}+)`
)

var (
	allowForm   = pattern(`^(?:(?:please|bitte|and|und|et|y)[\s,]+)*(?:(?:` + itForms + `|` + taskForms + `)\s+)?` + modalForms + `\s+(\S.*)$`)
	letForm     = pattern(`^(?:(?:please|bitte|and|und|et|y)[\s,]+)*(?:let it|allow it to|allow the task to|lass es|laisse-la|permítele)\s+(\S.*)$`)
	withoutForm = pattern(`[\s,]*(?:without (?:asking|being asked|approval|permission)(?: (?:me|us|anybody|anyone|first|again|for approval|for permission))*` +
		`|ohne (?:(?:mich|uns|jemanden) )?(?:vorher )?(?:zu fragen|nachzufragen|nachfragen|nachfrage|rückfrage)|sans (?:me |nous )?(?:le )?(?:redemander|demander)(?: la permission)?` +
		`|sin (?:preguntar(?:me|nos)?|pedir(?:me|nos)? permiso|consultar(?:me|nos)?))(?:[\s,.;!]+|$)`)
	mostForm = pattern(`[\s,]*(?:(?:and|und|et|y) )?(?:(?:at most|up to|maximum|a maximum of|max\.?|no more than|not more than|höchstens|maximal|bis zu|au plus|au maximum|tout au plus|como máximo|como mucho|hasta|jusqu['’]à) ` + countWords +
		`(?: more| weitere)?(?: ?(?:times|mal|fois|veces|of them|davon))?|(?:only |nur |seulement |solo |sólo )?` + countWords + ` ?(?:times|mal|fois|veces)(?: at most| höchstens| maximal| au plus| au maximum| como máximo)?)(?:[\s,.;!]+|$)`)
	allowUntil   = pattern(`(?:^|[\s,]+)(?:(?:and|und|et|y) )?((?:until|till|bis(?: zum)?|hasta(?: el)?)\s\S.*|jusqu['’](?:au |à |en )?\S.*)$`)
	allowLasts   = pattern(`(?:^|[\s,]+)((?:for|für|pendant|durante) \S+ \S+)$`)
	eachForm     = pattern(`(?:^|\s)(?:per|each|every|a day|a week|an hour|pro|jede\w*|täglich|par|chaque|por|cada|al día|a la semana)(?:\s|$)`)
	quotedName   = regexp.MustCompile(`[“"„«'‘]\s*([^“”"„«»'’]{1,120}?)\s*[”"“»'’]`)
	pageNamed    = regexp.MustCompile(`(?:^|\s)(?:[Pp]age|[Ss]eite|[Pp]ágina) (/[\w/-]*|\p{Lu}[\p{L}\d-]*)`)
	targetJoined = pattern(`\s+(?:on|of|to|in|from|called|named|auf|an|von|namens|sur|de|dans|en|del?)\s*$`)
	sentenceEnd  = regexp.MustCompile(`[.!?;](?:\s+|$)|\n+`)
)

// SaysAllow tells whether words let a task do something without asking, and which task they name; "" for the one that is spoken of.
func SaysAllow(words string) (task string, says bool) {
	m, says := allowing(words)
	return m.task, says
}

type allowSaid struct{ task, rest string }

// allowing splits words that let a task do something from who it is that may.
func allowing(words string) (allowSaid, bool) {
	words = strings.TrimRight(strings.Join(strings.Fields(words), " "), ".! ")
	if strings.HasSuffix(words, "?") || !withoutForm().MatchString(words) {
		return allowSaid{}, false
	}
	if m := letForm().FindStringSubmatch(words); m != nil {
		return allowSaid{rest: m[1]}, true
	}
	if m := allowForm().FindStringSubmatch(words); m != nil && withoutForm().MatchString(m[2]) {
		return allowSaid{task: strings.TrimSpace(m[1]), rest: m[2]}, true
	}
	return allowSaid{}, false
}

// ReadAllow reads what somebody lets a task do without asking, in the languages that people are answered in; false where the words say
// nothing of that. Where they name no limit, it is what an approval for good is good for; more than that is refused.
func ReadAllow(words, zone string, now time.Time) (Allow, bool, error) {
	said, ok := allowing(words)
	if !ok {
		return Allow{}, false, nil
	}
	out := Allow{Until: now.AddDate(0, 0, assistant.StandingDays)}
	most, rest := mostSaid(withoutForm().ReplaceAllString(said.rest, " , "))
	out.Most = most
	until, rest, err := untilSaid(rest, zone, now)
	switch {
	case err != nil:
		return out, true, err
	case eachForm().MatchString(rest):
		return out, true, assistant.BadInput(assistant.Say("How often something is done without asking is counted in all, and not by the day or by the time."), assistant.Say("Say it like “at most 5 until Friday”."))
	case !until.IsZero():
		out.Until = until
	}
	if out.What, out.Target = targetSaid(rest); out.What == "" {
		return out, true, unclearAllow(words)
	}
	return out, true, out.bounded(now)
}

// mostSaid reads how often, and takes that off the words.
func mostSaid(rest string) (int, string) {
	for _, m := range mostForm().FindAllStringSubmatchIndex(rest, -1) {
		said := ""
		for i := 2; i+1 < len(m); i += 2 {
			if m[i] >= 0 {
				said = strings.ToLower(rest[m[i]:m[i+1]])
			}
		}
		n, err := strconv.Atoi(said)
		if err != nil {
			var known bool
			if n, known = counts()[strings.TrimSuffix(said, "mal")]; !known {
				continue // “bis zum Freitag” is no number
			}
		}
		return n, rest[:m[0]] + " , " + rest[m[1]:]
	}
	return assistant.StandingUses, rest
}

// untilSaid reads till when, and takes that off the words; zero where they do not say.
func untilSaid(said, zone string, now time.Time) (at time.Time, rest string, err error) {
	rest = strings.Trim(said, " ,;.!")
	m := allowUntil().FindStringSubmatchIndex(rest)
	sure := m != nil
	if !sure {
		m = allowLasts().FindStringSubmatchIndex(rest)
	}
	if m == nil {
		return at, rest, nil
	}
	end, err := ReadEnd(rest[m[2]:m[3]], zone, now)
	switch {
	case err == nil && !end.At.IsZero():
		return end.At, rest[:m[0]], nil
	case !sure:
		return at, rest, nil // “for customers” is no time
	case err == nil:
		err = unclearAllow(rest[m[2]:m[3]])
	}
	return at, rest, err
}

// targetSaid is what may be done, and the one thing that is named that it may be done to; "" where none is.
func targetSaid(rest string) (what, target string) {
	rest = strings.Trim(strings.Join(strings.Fields(strings.ReplaceAll(rest, " , ", " ")), " "), " ,;.!")
	if m := quotedName.FindStringSubmatchIndex(rest); m != nil {
		target = rest[m[2]:m[3]]
		rest = targetJoined().ReplaceAllString(rest[:m[0]], "") + rest[m[1]:]
	} else if m := pageNamed.FindStringSubmatchIndex(rest); m != nil {
		target = rest[m[2]:m[3]]
		rest = rest[:m[2]] + rest[m[3]:]
	}
	return strings.Join(strings.Fields(rest), " "), target
}

// bounded refuses more than an approval for good is good for, and what is over already.
func (a Allow) bounded(now time.Time) error {
	if a.Most < 1 || a.Most > assistant.StandingUses || !a.Until.After(now) || a.Until.After(now.AddDate(0, 0, assistant.StandingDays+1)) {
		return ErrAllowBounds
	}
	return nil
}

// Names tells whether words name something.
func Names(target string) bool {
	return strings.ContainsFunc(target, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// ErrAllowBounds says that more is to be allowed than there may be.
var ErrAllowBounds = assistant.BadInput(assistant.Say("Something can be allowed %d times and for %d days at most, and once at least.", assistant.StandingUses, assistant.StandingDays),
	assistant.Say("Say it like “at most 5 until Friday”; it can be allowed again when it is used up."))

// ErrNotAllowed says that nothing can be allowed before it is asked for.
var ErrNotAllowed = assistant.BadInput(assistant.Say("Nothing can be allowed here before it is asked for."), assistant.Say("Leave that out; the task asks before it changes anything, and “Always approve” on its card allows the like of it."))

func unclearAllow(words string) error {
	return assistant.BadInput(assistant.Say("I cannot read “%s” as something that an automation may do without asking.", clipped(words)),
		assistant.Say("Say it like “it may create tickets without asking, at most 5 until Friday”."))
}

// CutAllow takes what is to be done without asking off a request: it is for people, and not a part of what is to be done.
func CutAllow(request string) (rest, allow string) {
	at := 0
	for at < len(request) {
		end := len(request)
		if m := sentenceEnd.FindStringIndex(request[at:]); m != nil {
			end = at + m[1]
		}
		for _, begin := range clauses(request[at:end]) {
			if said, ok := allowing(request[at+begin : end]); ok && said.task == "" {
				rest = strings.TrimRight(request[:at+begin], " ,")
				rest = strings.TrimSpace(joinedForm().ReplaceAllString(rest, "") + " " + request[end:])
				return rest, strings.TrimSpace(request[at+begin : end])
			}
		}
		at = end
	}
	return request, ""
}

var joinedForm = pattern(`[\s,]+(?:and|und|et|y)$`)

var clauseForm = pattern(`(?:,\s*(?:(?:and|und|et|y)\s+)?|\s(?:and|und|et|y)\s+)(` + itForms + `\s+` + modalForms + `\s)`)

// clauses are where in a sentence something may begin that is allowed.
func clauses(sentence string) []int {
	out := []int{len(sentence) - len(strings.TrimLeft(sentence, " \n"))}
	for _, m := range clauseForm().FindAllStringSubmatchIndex(sentence, -1) {
		out = append(out, m[2])
	}
	return out
}

// Allowances are what is kept of it, once it is known which tools are meant.
func Allowances(all []Allow) []assistant.Allowance {
	var out []assistant.Allowance
	for _, a := range all {
		out = append(out, assistant.Allowance{Tool: a.Tool, Definition: a.Definition, Target: a.Target, Most: a.Most, Until: a.Until})
	}
	return out
}

// AllowFields show what a task may do without asking, as people read it.
func AllowFields(b assistant.BackgroundTask, all []Allow) []assistant.Field {
	var out []assistant.Field
	for _, a := range all {
		out = append(out, assistant.Shown("Without asking", a.words(b)))
	}
	return out
}

// AllowWarnings say it where nobody overlooks it.
func AllowWarnings(b assistant.BackgroundTask, all []Allow) []assistant.Sentence {
	var out []assistant.Sentence
	for _, a := range all {
		out = append(out, assistant.Say("From then on nobody is asked for this: %s", a.words(b)))
	}
	return out
}

func (a Allow) words(b assistant.BackgroundTask) assistant.Sentence {
	what := assistant.Label(a.Label)
	if a.Target != "" {
		what = assistant.Say("%s (“%s”)", what, a.Target)
	}
	often := assistant.Say("%d times at most", a.Most)
	if a.Most == 1 {
		often = assistant.Say("once")
	}
	return assistant.Say("%s, %s, until %s", what, often, Moment(b, a.Until))
}

// said are words that are read as the same, once it is known which tool is meant.
func (a Allow) said(zone *time.Location) string {
	what := string(a.Tool)
	if what == "" {
		what = a.What
	}
	if a.Target != "" {
		what += " on “" + strings.NewReplacer(";", ",", "“", "", "”", "", `"`, "").Replace(a.Target) + "”"
	}
	return fmt.Sprintf("it may %s without asking, at most %d times, until %s", what, a.Most, a.Until.In(zone).Format(time.RFC3339))
}

// AllowSaid are words for all of it, as [ReadAllows] reads them.
func AllowSaid(all []Allow) string {
	var out []string
	for _, a := range all {
		out = append(out, a.said(time.UTC))
	}
	return strings.Join(out, "; ")
}

// ReadAllows reads several of what is allowed, apart by semicolons or sentences. Words that allow nothing are refused.
func ReadAllows(words, zone string, now time.Time) ([]Allow, error) {
	var out []Allow
	for part := range strings.SplitSeq(words, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		a, ok, err := ReadAllow(part, zone, now)
		if !ok {
			err = unclearAllow(part)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// mark is what is allowed in one word, as a button or a form carries it.
func (a Allow) mark() string {
	return fmt.Sprintf("%s|%d|%s|%s", a.Tool, a.Most, strconv.FormatInt(a.Until.Unix(), 36), url.QueryEscape(a.Target))
}

func parseAllow(text string) (Allow, bool) {
	parts := strings.Split(text, "|")
	if len(parts) != 4 || parts[0] == "" {
		return Allow{}, false
	}
	most, err := strconv.Atoi(parts[1])
	until, err2 := moment(parts[2])
	target, err3 := url.QueryUnescape(parts[3])
	a := Allow{What: parts[0], Tool: assistant.TaskType(parts[0]), Most: most, Until: until, Target: target}
	return a, err == nil && err2 == nil && err3 == nil
}
