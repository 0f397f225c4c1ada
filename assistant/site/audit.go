package site

import "time"

// Severity says how much a finding matters.
type Severity string

// The severities.
const (
	SeverityCritical Severity = "critical"
	SeverityWarning  Severity = "warning"
	SeverityNotice   Severity = "notice"
)

// Weight is what a finding of the severity takes off the score.
func (s Severity) Weight() int {
	switch s {
	case SeverityCritical:
		return 20
	case SeverityWarning:
		return 8
	case SeverityNotice:
		return 2
	}
	return 0
}

// Finding is one thing an audit noticed, with what to do about it.
type Finding struct {
	Severity Severity `json:"severity"`
	Check    string   `json:"check"` // title, description, headings, images, links, robots …
	Message  string   `json:"message"`
	Advice   string   `json:"advice"`
}

// Audit is what was seen on a page.
type Audit struct {
	URL         string        `json:"url"`            // after redirects
	Page        string        `json:"page,omitempty"` // which page of the project's it was asked for as, by its address within the site
	Status      int           `json:"status"`
	Took        time.Duration `json:"took"` // to the last byte, in nanoseconds
	Bytes       int           `json:"bytes"`
	Title       string        `json:"title"`
	Description string        `json:"description"`
	Language    string        `json:"language"`
	Canonical   string        `json:"canonical"`
	Shortlink   string        `json:"shortlink,omitempty"` // where the page names its ID
	Viewport    string        `json:"viewport"`
	Robots      string        `json:"robots"`  // the page's own directive
	Blocked     bool          `json:"blocked"` // by robots.txt
	Headings    []Heading     `json:"headings"`
	Images      int           `json:"images"`
	WithoutAlt  int           `json:"withoutAlt"`
	Links       int           `json:"links"`
	Checked     int           `json:"checked"` // links that were tried
	Broken      []string      `json:"broken,omitempty"`
	Structured  []string      `json:"structured,omitempty"` // types of structured data
	Findings    []Finding     `json:"findings"`
	Score       int           `json:"score"` // 0 to 100
}

// Heading is a heading of a page.
type Heading struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
}

// ScoreOf is 100 less what the findings weigh, never below 0.
func ScoreOf(fs []Finding) int {
	score := 100
	for _, f := range fs {
		score -= f.Severity.Weight()
	}
	return max(score, 0)
}
