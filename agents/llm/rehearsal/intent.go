package rehearsal

import (
	"slices"
	"strings"
)

// intent is what the rules understand of a request.
type intent struct {
	pages    []page // to be made
	updates  []update
	tickets  []ticket
	audits   []audit
	language string
	audience string
	focus    string
	project  string // named in the request
}

type page struct{ title string } // "" when the request does not say

type update struct{ page, block, text string }

type ticket struct{ title, priority string }

// audit looks at an address, at a page of the site by its title, at what the plan makes, or at the front page.
type audit struct {
	url, page string
	own       bool
}

func (i *intent) empty() bool {
	return len(i.pages)+len(i.updates)+len(i.tickets)+len(i.audits) == 0
}

var (
	quoteForm  = pattern(`["“”'«]([^"“”«»\n]{1,300}?)["“”»]|(?:^|\s)'([^'\n]{1,300}?)'(?:\s|[.,;!?]|$)`)
	clauseForm = pattern(`(?i)(?:^\s*|[.;!?,]\s+|\n\s*|\band\s+|\bthen\s+)(?:(?:please|then|also|and|afterwards|can you|could you|would you|i want you to|i need you to|i want to|i would like to|i'd like to|let us|let's|hans|hey|hi|hello)[\s,]+)*(create|make|build|add|write|publish|set up|prepare|change|update|replace|edit|rewrite|set|audit|check|run|analyse|analyze|test|open|file|raise|i need|we need|i want|i would like|i'd like)\b`)

	verbForm = pattern(`\b(create|make|build|add|write|publish|set up|change|update|replace|rewrite|audit|analyse|analyze)\b`)

	makes       = pattern(`(?i)^(?:create|make|build|add|write|publish|set up|prepare|i need|we need|i want|i would like|i'd like)\b`)
	ticketForm  = pattern(`(?i)^(?:create|make|add|open|file|raise|write|i need|we need|i want|i would like|i'd like)\s+(?:an?|the|one|another)?\s*(?:new\s+)?((?:low|medium|high|critical|urgent)[ -]?(?:priority)?\s+)?(?:ticket|issue)\b(.*)$`)
	ticketTitle = pattern(`(?i)^[\s:,-]*(?:(?:called|named|titled|about|for|to|that says|saying|that)\s+)?(.*)$`)
	priority    = pattern(`(?i)(?:,?\s*(?:with\s+|at\s+)?\b(low|medium|high|critical|urgent)\b(?:[ -]priority)?|,?\s*priority:?\s+(low|medium|high|critical|urgent))`)

	pagesForm  = pattern(`(?i)\b(?:web\s?|landing\s+)?(page|pages)\b`)
	titleCue   = pattern(`(?i)\b(?:called|named|titled|with the title)\s*:?\s*`)
	beforePage = pattern(`(?i)^(?:create|make|build|add|write|publish|set up|prepare|i need|we need|i want|i would like|i'd like)\s+(?:me\s+|us\s+)?(?:an?|the|our|one|another|two|three|four|five|some|\d+)?\s*(?:new\s+|separate\s+)*(.*?)\s*$`)
	titleEnd   = pattern(`(?i)\s+(?:for|on|in|with|about|that|which|where|aimed|focus(?:ed|ing|sed|sing)?|please|at|to|targeting|written|as well)\b|[.!?;\n]`)

	updateForm  = pattern(`(?is)^(?:change|update|replace|edit|rewrite|set)\s+(?:the\s+)?(.+?)\s+(?:on|of|in|at)\s+(?:the\s+|our\s+)?(.+?)(?:\s+page)?\s+(?:to|with|into|so that it says|by)\s*:?\s+(.+)$`)
	updateOpen  = pattern(`(?is)^(?:change|update|replace|edit|rewrite)\s+(?:the\s+)?(heading|title|headline|intro|introduction|text|section|paragraph|block|content|.+? (?:section|block|paragraph))(?:\s+(?:on|of|in|at)\s+(?:the\s+|our\s+)?(.+?)(?:\s+page)?)?\s*[.!]?$`)
	auditForm   = pattern(`(?i)\b(?:audit|analyse|analyze)\b|\b(?:check|test|run)\b.*\b(?:seo|performance|speed|audit|site|page|pages|homepage|it|them)\b|\b(?:check|test)\s+https?://`)
	addressForm = pattern(`https?://[^\s<>"”)]+`)
	domainForm  = pattern(`(?i)\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}\b`)
	frontForm   = pattern(`(?i)\b(?:home|front|start|main)\s?page\b|\bhomepage\b`)
	ownPage     = pattern(`(?i)\b(?:it|them|this page|that page|the new pages?)\b`)
	thatPage    = pattern(`(?i)\b(?:audit|analyse|analyze|check|test|of|on)\s+(?:of\s+|for\s+)?(?:the\s+|our\s+)?(.+?)\s+page\b`)

	urgencyEnd = pattern(`(?i)[\s,;.]*(?:and\s+)?(?:please\s+)?(?:make|set|mark)\s+(?:it|that|this|the ticket)(?:\s+(?:as|to))?.*$`)

	languageForm = pattern(`(?i)\bin\s+(English|French|German|Spanish|Italian|Dutch|Portuguese|Polish|Deutsch|Français|Español)\b`)
	audienceForm = pattern(`(?i)\b(?:aimed at|targeting|for)\s+(.+?)(?:\s+(?:in|with|on|and|about|focus\w*)\b|[.,;!?\n]|$)`)
	focusForm    = pattern(`(?i)\b(?:focus(?:ed|ing|sed|sing)?\s+on|(?:seo|search)\s+(?:focus|angle|keywords?)\s*(?:is|on|:)?|keywords?:?)\s+(.+?)(?:[.;!?\n]|$)`)
	onProject    = pattern(`\b(?:on|for)\s+(\p{Lu}[\pL\pN-]*)(?:'s site|’s site)?\s*(?:[.,;!?]|please|and\b|$)`)
)

// understand reads a request clause by clause.
func understand(request string) intent {
	var in intent
	for _, clause := range clauses(request) {
		switch {
		case in.ticket(clause), in.update(clause), in.page(clause):
		case auditForm().MatchString(clause):
			in.audit(clause)
		}
	}
	if m := urgencyForm().FindStringSubmatch(request); m != nil {
		for i := range in.tickets {
			in.tickets[i].priority = first(in.tickets[i].priority, urgency(m[1]))
			in.tickets[i].title = trim(urgencyEnd().ReplaceAllString(in.tickets[i].title, ""))
		}
	}
	if m := languageForm().FindStringSubmatch(request); m != nil {
		in.language = languageName(m[1])
	}
	if m := focusForm().FindStringSubmatch(request); m != nil && len(in.pages) > 0 {
		in.focus = trim(m[1])
	}
	return in
}

// clauses cuts a request before each verb that begins something of its own, but not inside quotes.
func clauses(request string) []string {
	hidden := quoteForm().ReplaceAllStringFunc(request, func(q string) string { return strings.Repeat("q", len(q)) })
	marks := slices.DeleteFunc(clauseForm().FindAllStringSubmatchIndex(hidden, -1), func(m []int) bool {
		lead := strings.ToLower(strings.TrimSpace(hidden[m[0]:m[2]]))
		joined := strings.HasPrefix(lead, ",") || strings.HasPrefix(lead, "and") || strings.HasPrefix(lead, "then")
		return joined && startsUpper(hidden[m[2]:]) && !strings.HasPrefix(hidden[m[2]:], "I ") // a title: Design and Build
	})
	if m := verbForm().FindStringSubmatchIndex(hidden); m != nil && (len(marks) == 0 || m[2] < marks[0][2]) {
		marks = slices.Insert(marks, 0, m) // "We should create …"
	}
	var out []string
	for i, m := range marks {
		end := len(request)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		out = append(out, trim(request[m[2]:end]))
	}
	return out
}

func (i *intent) ticket(clause string) bool {
	m := ticketForm().FindStringSubmatch(clause)
	if m == nil {
		return false
	}
	t, rest := ticket{}, m[1]+" "+m[2]
	if p := priority().FindStringSubmatch(rest); p != nil {
		t.priority = urgency(p[1] + p[2])
	}
	rest = priority().ReplaceAllString(rest, "")
	if q := quotes(rest); len(q) > 0 {
		t.title = q[0]
	} else if m := ticketTitle().FindStringSubmatch(trim(rest)); m != nil {
		t.title = upperFirst(trim(m[1]))
	}
	i.tickets = append(i.tickets, t)
	return true
}

func (i *intent) update(clause string) bool {
	if m := updateForm().FindStringSubmatch(clause); m != nil {
		text := trim(m[3])
		if q := quotes(text); len(q) == 1 {
			text = q[0]
		}
		i.updates = append(i.updates, update{page: unquoted(m[2]), block: block(m[1]), text: text})
		return true
	}
	if m := updateOpen().FindStringSubmatch(clause); m != nil {
		i.updates = append(i.updates, update{page: unquoted(m[2]), block: block(m[1])})
		return true
	}
	return false
}

// block names a part of a page as update_content_block does.
func block(words string) string {
	w := strings.ToLower(unquoted(words))
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
			return upperFirst(unquoted(name))
		}
	}
	return unquoted(words)
}

func (i *intent) page(clause string) bool {
	at := pagesForm().FindStringSubmatchIndex(clause)
	if at == nil || !makes().MatchString(clause) || auditForm().MatchString(clause[:at[0]]) {
		return false
	}
	many := strings.EqualFold(clause[at[2]:at[3]], "pages")
	titles, rest := titlesAfter(clause[at[1]:], many)
	if len(titles) == 0 {
		rest = clause[at[1]:]
		if m := beforePage().FindStringSubmatch(clause[:at[0]]); m != nil && trim(m[1]) != "" {
			titles = listed(m[1], many)
		}
	}
	if len(titles) == 0 {
		titles = []string{""}
	}
	for _, t := range titles {
		i.pages = append(i.pages, page{title: t})
	}
	if m := onProject().FindStringSubmatch(rest); m != nil && languageName(m[1]) == "" && !plural(m[1], rest) {
		i.project = m[1]
	}
	if m := audienceForm().FindStringSubmatch(rest); m != nil && trim(m[1]) != i.project {
		i.audience = trim(m[1])
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
	case !many || !startsUpper(strings.TrimSpace(tail)):
		return nil, tail
	}
	tail = strings.TrimSpace(tail)
	if m := quoteForm().FindStringIndex(tail); m != nil && m[0] == 0 {
		q := quotes(tail)
		if !many {
			q = q[:1]
		}
		return q, tail[m[1]:]
	}
	rest := ""
	if m := titleEnd().FindStringIndex(tail); m != nil {
		tail, rest = tail[:m[0]], tail[m[0]:]
	}
	return listed(tail, many), rest
}

func (i *intent) audit(clause string) {
	url := addressForm().FindString(clause)
	switch {
	case url != "":
		i.audits = append(i.audits, audit{url: strings.TrimRight(url, ".,;:!?")})
	case frontForm().MatchString(clause):
		i.audits = append(i.audits, audit{})
	case len(i.pages)+len(i.updates) > 0 && (!thatPage().MatchString(clause) || ownPage().MatchString(clause)):
		i.audits = append(i.audits, audit{own: true})
	case thatPage().MatchString(clause):
		title := unquoted(thatPage().FindStringSubmatch(clause)[1])
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
