package schedule

import (
	"strings"
	"time"
)

// Found is a request for work at a set time: when, in the words of the request, and what.
type Found struct {
	When      string
	What      string
	Recurring bool
}

// Words of time as they stand within a request.
const (
	unitWords  = `(?:minute|hour|day|week|weekday|working day|business day|workday|weekend|month|year|morning|afternoon|evening|night)s?`
	countWords = `(?:(?:single|other|second|\d{1,3}|two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty)\s+)?`
	onWords    = `(?:\s+on\s+(?:the\s+)?(?:` + daysForm + `|\d{1,2}(?:st|nd|rd|th)?|first|last)(?:\s+day)?)?`
	monthDay   = `(?:on\s+)?(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)?|first|last)(?:\s+day)?\s+of\s+(?:every|each)\s+month`
	recurs     = `(?:(?:every|each)\s+(?:` + countWords + unitWords + `|` + daysForm + `)` + onWords + partForm + `?|(?:hourly|daily|weekly|monthly|yearly)` + onWords + `|` + monthDay + `)` + atForm + `?`
	deadline   = `in\s+(?:an?|one|half an|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|\d{1,4})\s+(?:second|sec|minute|min|hour|day|week)s?`
	someday    = `(?:tomorrow|today|tonight|(?:on\s+|next\s+|this\s+)?(?:` + dayNames + `))` + partForm + `?` + atForm + `?`
	someDate   = `(?:on\s+)?\d{4}-\d{2}-\d{2}(?:[ t]\d{2}:\d{2})?`
	comesOnce  = `(?:` + deadline + `|` + someday + `|` + someDate + `|(?:at|@)\s+` + timeForm + `)`
)

var (
	leadWords   = pattern(`(?i)^(?:(?:please|hans|hey|hi|hello|ok|okay|can you|could you|would you|i want you to|i'd like you to|i would like you to)[\s,]+)+`)
	remindForm  = pattern(`(?i)^remind\s+(?:me|us)\b[\s,:]*`)
	recursFirst = pattern(`(?i)^(` + recurs + `)(?:\s*[,:]\s*|\s+)(?:please\s+)?(\S.*)$`)
	recursLast  = pattern(`(?i)^(\S.*?)[\s,]+(` + recurs + `)[.!]*$`)
	onceFirst   = pattern(`(?i)^(` + comesOnce + `)(?:\s*[,:]\s*|\s+)(?:please\s+)?(\S.*)$`)
	onceLast    = pattern(`(?i)^(\S.*?)[\s,]+(` + comesOnce + `)[.!]*$`)
	question    = pattern(`(?i)^(?:what|why|how|when|where|who|which|is|are|was|were|do|does|did|has|have|had|will|may|might)\b|\?\s*$`)
	toForm      = pattern(`(?i)^(?:to|that|about)\s+`)
	dangling    = pattern(`(?i)\b(?:for|of|about|on|with|than|from|called|named|titled|says?|saying)$`) // "a page for every day" is no schedule
	soForm      = pattern(`(?i)^(?:(?:then|please)\s+)*`)
)

// Find looks for a request of work at a set time: one that begins with its schedule, one that ends with a recurring one, and a
// reminder. Of what is due once, nothing but a reminder, or a time at the very beginning, is a request of this kind: "publish
// it tomorrow" may be a wish about the work at hand.
func Find(request string) (Found, bool) {
	request = strings.TrimSpace(leadWords().ReplaceAllString(strings.TrimSpace(request), ""))
	if strings.ContainsAny(request, "\n") || len(request) > 2_000 {
		return Found{}, false
	}
	if reminds := remindForm().FindString(request); reminds != "" {
		return findReminder(request[len(reminds):])
	}
	if question().MatchString(request) {
		return Found{}, false
	}
	if m := recursFirst().FindStringSubmatch(request); m != nil {
		return found(m[1], m[len(m)-1], true)
	}
	if m := recursLast().FindStringSubmatch(request); m != nil && !dangling().MatchString(m[1]) {
		return found(m[2], m[1], true)
	}
	if m := onceFirst().FindStringSubmatch(request); m != nil && !bareTime(m[1]) {
		if f, ok := found(m[1], m[len(m)-1], false); ok {
			rest := remindForm().FindString(f.What)
			if rest != "" {
				f.What = reminder(f.What[len(rest):])
			}
			return f, true
		}
	}
	return findAbroad(request)
}

// findReminder reads what follows "remind me".
func findReminder(rest string) (Found, bool) {
	for _, recurring := range []bool{true, false} {
		first, last := recursFirst(), recursLast()
		if !recurring {
			first, last = onceFirst(), onceLast()
		}
		if m := first.FindStringSubmatch(rest); m != nil {
			if f, ok := found(m[1], reminder(m[len(m)-1]), recurring); ok {
				return f, true
			}
		}
		if m := last.FindStringSubmatch(rest); m != nil {
			if f, ok := found(m[2], reminder(m[1]), recurring); ok {
				return f, true
			}
		}
	}
	return Found{}, false
}

// reminder is what a reminder says when it is due.
func reminder(of string) string {
	return "Remind me: " + strings.TrimRight(toForm().ReplaceAllString(strings.TrimSpace(of), ""), ".!")
}

// found is a request whose words of time are understood.
func found(when, what string, recurring bool) (Found, bool) {
	when = strings.TrimSpace(when)
	what = strings.TrimSpace(soForm().ReplaceAllString(strings.TrimSpace(what), ""))
	if len(strings.Fields(what)) < 2 {
		return Found{}, false
	}
	if recurring {
		_, ok := cronOf(when)
		return Found{when, what, true}, ok
	}
	_, ok := once(strings.TrimSpace(onDay().ReplaceAllString(when, "")), reference())
	return Found{when, what, false}, ok
}

var onDay = pattern(`(?i)^on\s+`)

// reference is any moment: whether words of time are understood hangs on none.
func reference() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }

// bareTime tells "at 9" from "tomorrow at 9".
func bareTime(when string) bool { return strings.HasPrefix(strings.ToLower(when), "at ") }
