package site

import (
	"strings"

	"github.com/aisteam/aisteam/agents/script"
)

var (
	makes        = script.Pattern(`(?i)^(?:create|make|build|add|write|publish|set up|prepare|i need|we need|i want|i would like|i'd like)\b`)
	pagesForm    = script.Pattern(`(?i)\b(?:web\s?|landing\s+)?(page|pages)\b`)
	titleCue     = script.Pattern(`(?i)\b(?:called|named|titled|with the title)\s*:?\s*`)
	beforePage   = script.Pattern(`(?i)^(?:create|make|build|add|write|publish|set up|prepare|i need|we need|i want|i would like|i'd like)\s+(?:me\s+|us\s+)?(?:an?|the|our|one|another|two|three|four|five|some|\d+)?\s*(?:new\s+|separate\s+)*(.*?)\s*$`)
	titleEnd     = script.Pattern(`(?i)\s+(?:for|on|in|with|about|that|which|where|aimed|focus(?:ed|ing|sed|sing)?|please|at|to|targeting|written|as well)\b|[.!?;\n]`)
	updateForm   = script.Pattern(`(?is)^(?:change|update|replace|edit|rewrite|set)\s+(?:the\s+)?(.+?)\s+(?:on|of|in|at)\s+(?:the\s+|our\s+)?(.+?)(?:\s+page)?\s+(?:to|with|into|so that it says|by)\s*:?\s+(.+)$`)
	updateOpen   = script.Pattern(`(?is)^(?:change|update|replace|edit|rewrite)\s+(?:the\s+)?(heading|title|headline|intro|introduction|text|section|paragraph|block|content|.+? (?:section|block|paragraph))(?:\s+(?:on|of|in|at)\s+(?:the\s+|our\s+)?(.+?)(?:\s+page)?)?\s*[.!]?$`)
	auditForm    = script.Pattern(`(?i)\b(?:audit|analyse|analyze)\b|\b(?:check|test|run)\b.*\b(?:seo|performance|speed|audit|site|page|pages|homepage|it|them)\b|\b(?:check|test)\s+https?://`)
	wondering    = script.Pattern(`(?i)\b(?:check|test|see|look)\s+(?:that|whether|if|which|what|every|until|for)\b`)
	standsOn     = script.Pattern(`(?i)\s(?:to|on|onto|in|into|of|from|at|for|about|with|below|above|under)\s+(?:\S+\s+){0,4}$`)
	changesIt    = script.Pattern(`(?i)^make\s+(?:the|our|my|this|that)\s.*?\bpages?\s+(?:more|less|much|a bit|look|sound|feel|read|load|\w+er|bold|blue|red|green|short|simple|nice|pretty|private|public|visible)\b`)
	noPage       = script.Pattern(`(?i)^(?:site'?s?\s+|main\s+|page\s+)?(?:footer|header|menu|navigation|nav|sidebar|logo|banner|bottom|top|site|website|background)$`)
	addressForm  = script.Pattern(`https?://[^\s<>"”)]+`)
	domainForm   = script.Pattern(`(?i)\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}\b`)
	frontForm    = script.Pattern(`(?i)\b(?:home|front|start|main)\s?page\b|\bhomepage\b`)
	ownPage      = script.Pattern(`(?i)\b(?:it|them|this page|that page|the new pages?)\b`)
	thatPage     = script.Pattern(`(?i)\b(?:audit|analyse|analyze|check|test|of|on)\s+(?:of\s+|for\s+)?(?:the\s+|our\s+)?(.+?)\s+page\b`)
	languageForm = script.Pattern(`(?i)\bin\s+(English|French|German|Spanish|Italian|Dutch|Portuguese|Polish|Deutsch|Français|Español)\b`)
	audienceForm = script.Pattern(`(?i)\b(?:aimed at|targeting|for)\s+(.+?)(?:\s+(?:in|with|on|and|about|focus\w*)\b|[.,;!?\n]|$)`)
	focusForm    = script.Pattern(`(?i)\b(?:focus(?:ed|ing|sed|sing)?\s+on|(?:seo|search)\s+(?:focus|angle|keywords?)\s*(?:is|on|:)?|keywords?:?)\s+(.+?)(?:[.;!?\n]|$)`)
	onProject    = script.Pattern(`\b(?:on|for)\s+(\p{Lu}[\pL\pN-]*)(?:'s site|’s site)?\s*(?:[.,;!?]|please|and\b|$)`)
)

// asked is what a request asks for of a site. It implements [script.Part].
type asked struct {
	pages    []newPage
	updates  []update
	audits   []audit
	language string
	audience string
	focus    string
	project  string // named in the request
}

type newPage struct{ title string } // "" when the request does not say

// update gives a part of a page new words, or new HTML.
type update struct{ page, block, text, html string }

// audit looks at an address, at a page of the site by its title, at what the plan makes, or at the front page.
type audit struct {
	url, page string
	own       bool
}

// Find implements [script.Part].
func (i *asked) Find(clause string) int {
	switch {
	case (&asked{}).update(clause):
		return 0
	case makesPage(clause):
		return pagesForm().FindStringIndex(clause)[0]
	}
	if at := auditForm().FindStringIndex(clause); at != nil && !wondering().MatchString(clause) {
		return at[0]
	}
	return -1
}

// Take implements [script.Part].
func (i *asked) Take(clause string) {
	if !i.update(clause) && !i.page(clause) && auditForm().MatchString(clause) {
		i.audit(clause)
	}
}

// makesPage tells whether a clause asks for a page to be made, not for one to be looked at, nor for something to be put on one or to be
// done to one: “add a quote to the home page”, “make the Services page shorter”.
func makesPage(clause string) bool {
	at := pagesForm().FindStringIndex(clause)
	return at != nil && makes().MatchString(clause) && !auditForm().MatchString(clause[:at[0]]) && !standsOn().MatchString(clause[:at[0]]) && !changesIt().MatchString(clause)
}

func (i *asked) update(clause string) bool {
	if m := updateForm().FindStringSubmatch(clause); m != nil && !noPage().MatchString(script.Unquoted(m[2])) {
		text := script.Trim(m[3])
		if q := script.Quotes(text); len(q) == 1 {
			text = q[0]
		}
		i.updates = append(i.updates, update{page: script.Unquoted(m[2]), block: partNamed(m[1]), text: text})
		return true
	}
	if m := updateOpen().FindStringSubmatch(clause); m != nil && !noPage().MatchString(script.Unquoted(m[2])) {
		i.updates = append(i.updates, update{page: script.Unquoted(m[2]), block: partNamed(m[1])})
		return true
	}
	return false
}

// partNamed names a part of a page as update_content_block does.
func partNamed(words string) string {
	w := strings.ToLower(script.Unquoted(words))
	switch strings.TrimPrefix(w, "main ") {
	case "heading", "headline", "title", "h1":
		return "h1"
	case "intro", "introduction", "intro text", "introduction text":
		return "intro"
	case "text", "content", "block", "section", "paragraph":
		return ""
	}
	for _, noun := range []string{" section", " block", " paragraph", " text"} {
		if name, ok := strings.CutSuffix(w, noun); ok {
			return script.UpperFirst(script.Unquoted(name))
		}
	}
	return script.Unquoted(words)
}

func (i *asked) page(clause string) bool {
	if !makesPage(clause) {
		return false
	}
	at := pagesForm().FindStringSubmatchIndex(clause)
	many := strings.EqualFold(clause[at[2]:at[3]], "pages")
	titles, rest := titlesAfter(clause[at[1]:], many)
	if len(titles) == 0 {
		rest = clause[at[1]:]
		if m := beforePage().FindStringSubmatch(clause[:at[0]]); m != nil && script.Trim(m[1]) != "" {
			titles = script.Listed(m[1], many)
		}
	}
	if len(titles) == 0 {
		titles = []string{""}
	}
	for _, t := range titles {
		i.pages = append(i.pages, newPage{title: t})
	}
	if m := onProject().FindStringSubmatch(rest); m != nil && script.LanguageName(m[1]) == "" && !plural(m[1], rest) {
		i.project = m[1]
	}
	if m := audienceForm().FindStringSubmatch(rest); m != nil && script.Trim(m[1]) != i.project {
		i.audience = script.Trim(m[1])
	}
	return true
}

// plural tells of a word after "for" that names people rather than a site: Families, Customers.
func plural(word, rest string) bool {
	return strings.HasSuffix(word, "s") && strings.Contains(rest, "for "+word)
}

// titlesAfter reads the titles that follow the word page, and gives back what comes after them.
func titlesAfter(tail string, many bool) ([]string, string) {
	cue := titleCue().FindStringIndex(tail)
	if cue != nil && titleEnd().MatchString(tail[:cue[0]]) && strings.TrimSpace(tail[:cue[0]]) != "" {
		cue = nil
	}
	switch {
	case cue != nil:
		tail = tail[cue[1]:]
	case strings.HasPrefix(strings.TrimSpace(tail), ":"):
		tail = strings.TrimPrefix(strings.TrimSpace(tail), ":")
	case !many || !script.StartsUpper(strings.TrimSpace(tail)):
		return nil, tail
	}
	tail = strings.TrimSpace(tail)
	if m := script.QuoteForm().FindStringIndex(tail); m != nil && m[0] == 0 {
		q := script.Quotes(tail)
		if !many {
			q = q[:1]
		}
		return q, tail[m[1]:]
	}
	rest := ""
	if m := titleEnd().FindStringIndex(tail); m != nil {
		tail, rest = tail[:m[0]], tail[m[0]:]
	}
	return script.Listed(tail, many), rest
}

func (i *asked) audit(clause string) {
	url := addressForm().FindString(clause)
	switch {
	case url != "":
		i.audits = append(i.audits, audit{url: strings.TrimRight(url, ".,;:!?")})
	case frontForm().MatchString(clause):
		i.audits = append(i.audits, audit{})
	case len(i.pages)+len(i.updates) > 0 && (!thatPage().MatchString(clause) || ownPage().MatchString(clause)):
		i.audits = append(i.audits, audit{own: true})
	case thatPage().MatchString(clause):
		title := script.Unquoted(thatPage().FindStringSubmatch(clause)[1])
		for _, p := range i.pages {
			if strings.EqualFold(p.title, title) || strings.EqualFold(title, "new") {
				i.audits = append(i.audits, audit{own: true})
				return
			}
		}
		i.audits = append(i.audits, audit{page: title})
	default:
		i.audits = append(i.audits, audit{url: https(domainForm().FindString(clause))})
	}
}

func https(domain string) string {
	if domain == "" {
		return ""
	}
	return "https://" + domain
}
