package webaudit

import (
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant/site"
)

// notes collects findings.
type notes []site.Finding

func (n *notes) add(when bool, s site.Severity, check, message, advice string) {
	if when {
		*n = append(*n, site.Finding{Severity: s, Check: check, Message: message, Advice: advice})
	}
}

// findings judges what was seen.
func findings(a site.Audit, cut bool, badData int) []site.Finding {
	var n notes
	answerNotes(&n, a, cut)
	headNotes(&n, a)
	headingNotes(&n, a)
	contentNotes(&n, a, badData)
	return n
}

const (
	slow     = 2 * time.Second
	verySlow = 5 * time.Second
	large    = 1 << 20
)

func answerNotes(n *notes, a site.Audit, cut bool) {
	n.add(a.Status != http.StatusOK, site.SeverityCritical, "status",
		fmt.Sprintf("The page answers with status %d.", a.Status), "Visitors and search engines expect 200.")
	n.add(a.Took > verySlow, site.SeverityCritical, "time", fmt.Sprintf("The page took %s.", a.Took.Round(time.Millisecond)), "Aim for less than two seconds.")
	n.add(a.Took > slow && a.Took <= verySlow, site.SeverityWarning, "time",
		fmt.Sprintf("The page took %s.", a.Took.Round(time.Millisecond)), "Aim for less than two seconds.")
	n.add(cut, site.SeverityWarning, "size", "The page is larger than 5 MiB; only its beginning was looked at.", "Move what is large out of the page.")
	n.add(!cut && a.Bytes > large, site.SeverityWarning, "size", fmt.Sprintf("The page's HTML is %d KiB large.", a.Bytes>>10), "Move what is large out of the page.")
	n.add(strings.HasPrefix(a.URL, "http://") && !local(a.URL), site.SeverityWarning, "https", "The page is not served over TLS.", "Serve it over https and redirect there.")
}

func local(address string) bool {
	return strings.HasPrefix(address, "http://127.") || strings.HasPrefix(address, "http://localhost") || strings.HasPrefix(address, "http://[::1]")
}

func headNotes(n *notes, a site.Audit) {
	title, description := utf8.RuneCountInString(a.Title), utf8.RuneCountInString(a.Description)
	n.add(title == 0, site.SeverityCritical, "title", "The page has no title.", "Give it a title of 30 to 60 characters that says what it is about.")
	n.add(title > 0 && title < 15, site.SeverityNotice, "title", fmt.Sprintf("The title is short: %d characters.", title), "Use 30 to 60 characters.")
	n.add(title > 65, site.SeverityNotice, "title", fmt.Sprintf("The title is long: %d characters.", title), "Search results cut it after about 60.")
	n.add(description == 0, site.SeverityWarning, "description", "The page has no description.", "Write one or two sentences, 70 to 155 characters.")
	n.add(description > 0 && description < 50, site.SeverityNotice, "description",
		fmt.Sprintf("The description is short: %d characters.", description), "Use 70 to 155 characters.")
	n.add(description > 165, site.SeverityNotice, "description",
		fmt.Sprintf("The description is long: %d characters.", description), "Search results cut it after about 155.")
	n.add(a.Language == "", site.SeverityWarning, "language", "The page does not say its language.", "Set the lang attribute of the html element.")
	n.add(a.Viewport == "", site.SeverityWarning, "viewport", "The page is not prepared for phones: it has no viewport.", "Add a viewport meta element.")
	n.add(a.Canonical == "", site.SeverityNotice, "canonical", "The page names no canonical address.", "Add a canonical link to its own address.")
	n.add(strings.Contains(a.Robots, "noindex") || strings.Contains(a.Robots, "none"), site.SeverityCritical, "robots",
		"The page asks search engines not to list it.", "Take noindex away if it should be found.")
	n.add(a.Blocked, site.SeverityCritical, "robots", "robots.txt keeps search engines from the page.", "Allow its address in robots.txt if it should be found.")
}

func headingNotes(n *notes, a site.Audit) {
	main, jump, last := 0, "", 0
	for _, h := range a.Headings {
		if h.Level == 1 {
			main++
		}
		if last > 0 && h.Level > last+1 && jump == "" {
			jump = fmt.Sprintf("The heading “%s” skips from level %d to %d.", h.Text, last, h.Level)
		}
		last = h.Level
	}
	n.add(main == 0, site.SeverityWarning, "headings", "The page has no main heading.", "Give it one h1 that says what it is about.")
	n.add(main > 1, site.SeverityWarning, "headings", fmt.Sprintf("The page has %d main headings.", main), "Keep one h1 and make the others h2.")
	n.add(jump != "", site.SeverityNotice, "headings", jump, "Go down one level at a time.")
}

func contentNotes(n *notes, a site.Audit, badData int) {
	n.add(a.WithoutAlt > 0, site.SeverityWarning, "images",
		fmt.Sprintf("%d of %d images have no alternative text.", a.WithoutAlt, a.Images), "Describe each image, or give it an empty alt if it is decoration.")
	n.add(len(a.Broken) > 0, site.SeverityCritical, "links",
		fmt.Sprintf("%d of %d internal links that were tried are broken: %s.", len(a.Broken), a.Checked, strings.Join(a.Broken, ", ")), "Mend or remove them.")
	n.add(a.Links == 0, site.SeverityNotice, "links", "The page links to nothing.", "Lead visitors on to a next step.")
	n.add(badData > 0, site.SeverityWarning, "structured data",
		fmt.Sprintf("%d blocks of structured data cannot be read.", badData), "Correct their JSON.")
	n.add(badData == 0 && len(a.Structured) == 0, site.SeverityNotice, "structured data", "The page has no structured data.", "Consider JSON-LD, such as Organization or Article.")
}
