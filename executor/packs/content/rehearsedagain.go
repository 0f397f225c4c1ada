package content

import (
	"html"
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/agents/script"
)

var (
	wantsShorter = script.Pattern(`(?i)\b(?:short(?:er|en)?|less text|cut (?:it|down)|kürzer|plus court|más corto)\b`)
	wantsNamed   = script.Pattern(`(?i)\b(?:mention|add|include|name|say something about)\s+(?:that\s+)?([^.!?;]+)`)
	wantsPart    = script.Pattern(`(?i)\b(?:rewrite|change|reword|rephrase)\s+the\s+(first|second|third|fourth|last)\s+(?:paragraph|part|section)`)
	wantsTitle   = script.Pattern(`(?i)\b(?:change|set|make|call)\s+(?:the\s+)?(?:title|name|heading)\s+(?:to|into|:)?\s*[“"„«]?([^”"“»]+?)[”"“»]?\s*[.!]?$`)
	aHeading     = script.Pattern(`(?s)<h1>.*?</h1>`)
	aList        = script.Pattern(`(?s)<ul>.*?</ul>\n?`)
	aSection     = script.Pattern(`(?s)<section[^>]*>.*?</section>\n?`)
	aParagraph   = script.Pattern(`(?s)<p>.*?</p>`)
)

// again is a page's HTML with what the person wants otherwise, in the few plain forms that are known. What is in none of them is said
// on the page to be missing.
func again(before, changes string) string {
	out, known := before, false
	if m := wantsTitle().FindStringSubmatch(changes); m != nil {
		if at := aHeading().FindStringIndex(out); at != nil {
			out, known = out[:at[0]]+"<h1>"+html.EscapeString(m[1])+"</h1>"+out[at[1]:], true
		}
	}
	if m := wantsPart().FindStringSubmatch(changes); m != nil {
		out, known = reworded(out, m[1]), true
	}
	if wantsShorter().MatchString(changes) {
		out, known = shorter(out), true
	}
	if m := wantsNamed().FindStringSubmatch(changes); m != nil {
		out, known = beforeNotice(out, script.UpperFirst(strings.TrimSpace(m[1]))+"."), true
	}
	if !known {
		out = beforeNotice(out, "Wanted, and beyond the rehearsal: "+strings.TrimRight(strings.TrimSpace(changes), ".")+".")
	}
	return out
}

// shorter leaves out a list, or where none is left a section, or a paragraph.
func shorter(page string) string {
	for _, form := range []func() *regexp.Regexp{aList, aSection} {
		if at := form().FindStringIndex(page); at != nil {
			return page[:at[0]] + page[at[1]:]
		}
	}
	if all := aParagraph().FindAllStringIndex(page, -1); len(all) > 2 {
		at := all[len(all)-2]
		return page[:at[0]] + page[at[1]:]
	}
	return page
}

// reworded says a paragraph in other words.
func reworded(page, which string) string {
	all := aParagraph().FindAllStringIndex(page, -1)
	if len(all) > 1 {
		all = all[:len(all)-1] // the notice is none
	}
	n := map[string]int{"first": 0, "second": 1, "third": 2, "fourth": 3}[strings.ToLower(which)]
	if strings.EqualFold(which, "last") {
		n = len(all) - 1
	}
	if n < 0 || n >= len(all) {
		return page
	}
	at := all[n]
	return page[:at[0]] + "<p>In other words: " + strings.TrimPrefix(page[at[0]:at[1]], "<p>") + page[at[1]:]
}

// beforeNotice puts a paragraph before the notice that these are sample words.
func beforeNotice(page, words string) string {
	p := "<p>" + html.EscapeString(words) + "</p>\n"
	if i := strings.LastIndex(page, "<p><em>"); i >= 0 {
		return page[:i] + p + page[i:]
	}
	return page + p
}
