package content

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"github.com/aisteam/aisteam/agents/script"
)

const (
	maxSEOTitle       = 60
	maxSEODescription = 155
)

// rehearsed plays the model that the writer asks: a page's sample words, or what search engines are told of it.
func rehearsed(facts json.RawMessage) (reply any, known bool, err error) {
	var f DraftFacts
	if err := json.Unmarshal(facts, &f); err != nil {
		return nil, false, fmt.Errorf("read the facts: %w", err)
	}
	switch f.Task {
	case TaskDraftContent:
		if f.Before != "" && f.Changes != "" {
			return DraftContentReply{HTML: again(f.Before, f.Changes)}, true, nil
		}
		return DraftContentReply{HTML: content(f)}, true, nil
	case TaskDraftSEO:
		return seo(f), true, nil
	default:
		return nil, false, nil
	}
}

func seo(f DraftFacts) DraftSEOReply {
	name := script.First(f.Title, "New page")
	subject := script.First(f.Focus, f.Keywords, name)
	title := name
	if f.Project.Name != "" && !strings.Contains(name, f.Project.Name) {
		title += " | " + f.Project.Name
	}
	description := name
	if f.Project.Name != "" {
		description += " at " + f.Project.Name
	}
	if f.Audience != "" {
		description += " for " + strings.TrimPrefix(script.LowerFirst(f.Audience), "for ")
	}
	description += ": what you get, how it works and how to reach us."
	keywords := []string{}
	for _, k := range append(strings.Split(subject, ","), name, f.Project.Name) {
		k = strings.ToLower(strings.TrimSpace(k))
		if k != "" && !strings.Contains(","+strings.Join(keywords, ",")+",", ","+k+",") && len(keywords) < 6 {
			keywords = append(keywords, script.Cut(k, 40))
		}
	}
	return DraftSEOReply{
		Title: script.Cut(title, maxSEOTitle), Description: script.Cut(description, maxSEODescription), Keywords: strings.Join(keywords, ", "),
	}
}

// content is the page's HTML: a heading, an introduction, sections as the layout says, a call to action, and the notice
// that these are sample words.
func content(f DraftFacts) string {
	name, site := script.First(f.Title, "New page"), script.First(f.Project.Name, "us")
	var b strings.Builder
	p := func(format string, a ...any) {
		for i := range a {
			if s, ok := a[i].(string); ok {
				a[i] = html.EscapeString(s)
			}
		}
		fmt.Fprintf(&b, format+"\n", a...)
	}
	p("<h1>%s</h1>", name)
	if f.Audience != "" {
		p("<p>Welcome. This page is about %s at %s. It is written for %s.</p>", lowerTitle(name), site, strings.TrimPrefix(script.LowerFirst(f.Audience), "for "))
	} else {
		p("<p>Welcome. This page is about %s at %s.</p>", lowerTitle(name), site)
	}
	for _, s := range sections(f, name) {
		p("<section id=\"%s\">\n<h2>%s</h2>", s.id, s.heading)
		for _, words := range s.paragraphs {
			p("<p>%s</p>", words)
		}
		if len(s.points) > 0 {
			p("<ul>")
			for _, point := range s.points {
				p("<li>%s</li>", point)
			}
			p("</ul>")
		}
		p("</section>")
	}
	note := "Sample words from a rehearsal without a language model."
	if l := strings.TrimSpace(f.Language); l != "" && script.LanguageName(l) != "English" {
		note += " They were asked for in " + l + " and are in English, the only language of the rehearsal."
	}
	p("<p><em>%s</em></p>", note)
	return b.String()
}

type section struct {
	id, heading string
	paragraphs  []string
	points      []string
}

var contactCue = script.Pattern(`(?i)\b(?:contact|lead|enquir\w*|inquir\w*|form|capture|get in touch)\b`)

func sections(f DraftFacts, name string) []section {
	site := script.First(f.Project.Name, "us")
	subject := script.First(f.Keywords, f.Focus, name)
	var out []section
	if strings.Contains(strings.ToLower(f.Layout), "categor") {
		for i, heading := range []string{"For a start", "For more", "For the long run"} {
			out = append(out, section{
				id: fmt.Sprintf("category-%d", i+1), heading: heading,
				paragraphs: []string{fmt.Sprintf("What belongs to %s in this category, and whom it suits.", lowerTitle(name))},
				points:     []string{"What is included", "How long it takes", "What you need to bring"},
			})
		}
	} else {
		out = append(out,
			section{
				id: "offer", heading: "What you get", paragraphs: []string{"In short: " + subject + "."},
				points: []string{"A clear offer, described in plain words", "One person to talk to", "An honest answer when something is not for you"},
			},
			section{id: "steps", heading: "How it works", paragraphs: []string{"You tell us what you need, we make a proposal, and nothing starts before you agree."}},
		)
	}
	action := section{id: "next", heading: "The next step", paragraphs: []string{"Talk to " + site + " about what you have in mind."}}
	if contactCue().MatchString(f.Layout) {
		action = section{
			id: "contact", heading: "Get in touch",
			paragraphs: []string{"Tell " + site + " in a few words what you need, and how you would like to be reached."},
			points:     []string{"What it is about", "When it is needed", "How to reach you"},
		}
	}
	return append(out, action)
}

// lowerTitle is a page's title in the middle of a sentence.
func lowerTitle(title string) string {
	if strings.Contains(title, " ") {
		return title
	}
	return script.LowerFirst(title)
}
