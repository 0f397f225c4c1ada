package site

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var (
	menuLook = script.Pattern(`(?i)^\W*(?:please\s+)?(?:check|test|see|look)\b.{0,60}\bmenu\b`)
	linkLook = script.Pattern(`(?i)\b(?:links?\b.{0,40}\b(?:nowhere|broken|dead|not there)|(?:broken|dead) links?)\b`)
	metaLook = script.Pattern(`(?i)\b(?:which|what|check|find|list|show)\b.{0,40}\bpages?\b.{0,40}\b(?:no|without|lacks?|missing|miss)\b.{0,30}\b(?:titles?|descriptions?)\b`)
	oldLook  = script.Pattern(`(?i)\bpages?\b.{0,40}\b(?:not (?:been )?|nobody (?:has )?|no ?one (?:has )?|never (?:been )?)(?:changed|touched|updated|edited)\b(?:.{0,20}?\b(half a year|an?|one|two|three|four|six|nine|twelve|\d+)\b\s*(months?|years?)?)?|\bstale pages\b`)
	listLook = script.Pattern(`(?i)^\W*(?:(?:please|can you|could you|hans|nico)[\s,]+)*(?:(?:list|show|name|give)(?:\s+(?:me|us))?(?:\s+all)?(?:\s+of)?(?:\s+(?:the|our|my))?|(?:which|what)|how many|tell me (?:which|what))\s+(?:pages|webpages)\b(?:\s+(?:do|have|are|does|exist|there|of|on|the|site|website|we|i|you|it|our|my|got|has)\b)*\W*$` +
		`|^\W*(?:pages|my pages|our pages)\W*$|^\W*(?:welche seiten|zeige? (?:mir )?(?:die|alle|unsere) seiten|quelles pages|liste des pages|montre(?:-moi)? les pages|qué páginas|que paginas|muestra las páginas|lista de páginas)\b`)
	saysLook = script.Pattern(`(?i)^\W*(?:please\s+)?(?:check|see|tell me|look)\b.{0,20}\b(?:whether|if|that)\s+(?:the|our)\s+(.{1,40}?)\s*page\s+(?:still\s+)?(?:says|reads|mentions|contains|shows)\s+(.+?)(?:;.*|\s*[.?!]?)$`)
	moreWork = script.Pattern(`(?i)\b(?:and|then)\s+(?:please\s+)?(?:fix|repair|mend|remove|change|open|create|make|add|write)\b|^\W*(?:please\s+)?(?:create|make|build|add|write|publish|fix|repair|remove|change|update)\b`)
	whenNew  = script.Pattern(`(?i)\s*[;,.]\s*(?:and\s+)?(?:only\s+)?(?:tell|let|inform)\s+(?:me|us)\b.*$`)
)

// look is what a request wants to know of the site that a tool tells while answering.
type look struct {
	tool      assistant.TaskType
	arguments map[string]any
	says      string // what a page is to say
}

// lookOf reads a request that wants to know something of the site.
func lookOf(request string) (look, bool) {
	request = strings.TrimSpace(request)
	for _, one := range []struct {
		form func() *regexp.Regexp
		what string
	}{{menuLook, forMenu}, {linkLook, forLinks}, {metaLook, forSearch}} {
		if one.form().MatchString(request) && !asksForMore(request) {
			return look{tool: TaskCheckPages, arguments: map[string]any{"for": one.what}}, true
		}
	}
	if m := oldLook().FindStringSubmatch(request); m != nil {
		return look{tool: TaskListPages, arguments: map[string]any{"olderThanMonths": months(m[1], m[2])}}, true
	}
	if m := saysLook().FindStringSubmatch(request); m != nil {
		slug := script.Slugged(script.Unquoted(m[1]))
		if frontForm().MatchString(m[1] + " page") {
			slug = ""
		}
		arguments := map[string]any{}
		if slug != "" {
			arguments["slug"] = slug
		}
		return look{tool: TaskReadPage, arguments: arguments, says: script.Unquoted(whenNew().ReplaceAllString(m[2], ""))}, true
	}
	if listLook().MatchString(request) {
		return look{tool: TaskListPages, arguments: map[string]any{}}, true
	}
	return look{}, false
}

// asksForMore tells whether words want something changed besides.
func asksForMore(request string) bool {
	return moreWork().MatchString(request)
}

// months are how many somebody speaks of.
func months(number, unit string) int {
	n, err := strconv.Atoi(number)
	if err != nil {
		n = map[string]int{"two": 2, "three": 3, "four": 4, "six": 6, "nine": 9, "twelve": 12}[strings.ToLower(number)]
	}
	switch {
	case number == "", strings.EqualFold(number, "half a year"):
		return 6
	case strings.HasPrefix(strings.ToLower(unit), "year"):
		return 12 * max(n, 1)
	}
	return max(n, 1)
}

// use looks at the site for words that want to know something of it, and says what was seen.
func use(t script.Turn) (call *llm.ToolCall, said string) {
	l, ok := lookOf(t.Facts.Text)
	if !ok || !t.Offers(l.tool) {
		return nil, ""
	}
	given, ok := t.Given(l.tool)
	switch {
	case !ok:
		return script.Call(l.tool, l.arguments), ""
	case given.Failed:
		return nil, "I could not look: " + script.Cut(script.Quoted(given), 500)
	case l.says != "":
		return nil, l.found(script.Quoted(given))
	}
	return nil, told(script.Quoted(given))
}

// found says whether a page says what it is to say.
func (l look) found(read string) string {
	page := "The home page"
	if slug, given := l.arguments["slug"]; given {
		page = fmt.Sprintf("The page /%s", slug)
	}
	if strings.Contains(strings.ToLower(read), strings.ToLower(l.says)) {
		return fmt.Sprintf("%s still says “%s”.", page, l.says)
	}
	return fmt.Sprintf("%s does not say “%s”.", page, l.says)
}

const mostTold = 20

// told says what a tool gave: its summary, and a line for each thing.
func told(given string) string {
	out := []string{strings.TrimSuffix(script.Summary(given), ".") + "."}
	for _, line := range script.Field(given, "found") {
		out = append(out, "- "+line)
	}
	for _, line := range script.Field(given, "pages") {
		var page struct{ Title, URL, Changed string }
		if json.Unmarshal([]byte(line), &page) != nil {
			continue
		}
		said := "- " + page.Title + ": " + page.URL
		if page.Changed != "" {
			said += ", last changed on " + page.Changed
		}
		out = append(out, said)
	}
	return cutAfter(out)
}

func cutAfter(lines []string) string {
	if more := len(lines) - 1 - mostTold; more > 0 {
		lines = append(lines[:mostTold+1], fmt.Sprintf("- and %d more", more))
	}
	return strings.Join(lines, "\n")
}
