package content

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxSEOTitle       = 60
	maxSEODescription = 155
)

// sample is what a rehearsal writes, as the reply of a model: words that say themselves that they are a sample.
func sample(f DraftFacts) (json.RawMessage, error) {
	var reply any = samplePage(f)
	if f.Task == TaskDraftSEO {
		reply = sampleSEO(f)
	}
	raw, err := json.Marshal(reply)
	if err != nil {
		return nil, fmt.Errorf("write a sample: %w", err)
	}
	return raw, nil
}

func sampleSEO(f DraftFacts) DraftSEOReply {
	name := cmp.Or(f.Title, "New page")
	title, description := name, name
	if f.Project.Name != "" && !strings.Contains(name, f.Project.Name) {
		title, description = title+" | "+f.Project.Name, description+" at "+f.Project.Name
	}
	if f.Audience != "" {
		description += " for " + whoFor(f.Audience)
	}
	return DraftSEOReply{
		Title: within(title, maxSEOTitle), Description: within(description+": what you get, how it works and how to reach us.", maxSEODescription),
		Keywords: within(strings.ToLower(cmp.Or(f.Focus, f.Keywords, name)), maxSEODescription),
	}
}

// samplePage is a heading, an introduction, a section for each part of the layout, and the notice that these are sample words.
func samplePage(f DraftFacts) DraftContentReply {
	if f.Before != "" && f.Changes != "" {
		return DraftContentReply{HTML: sampleAgain(f)}
	}
	name, site := cmp.Or(f.Title, "New page"), cmp.Or(f.Project.Name, "us")
	intro := "Welcome. This page is about " + inSentence(name) + " at " + site + "."
	if f.Audience != "" {
		intro += " It is written for " + whoFor(f.Audience) + "."
	}
	var out strings.Builder
	out.WriteString(element("h1", name) + element("p", intro))
	for i, heading := range headings(f.Layout) {
		words := []string{
			"In short: " + cmp.Or(f.Keywords, f.Focus, name) + ".", "You tell us what you need, we make a proposal, and nothing starts before you agree.",
			"Tell " + site + " in a few words what you have in mind, and how you would like to be reached.",
		}[min(i, 2)]
		fmt.Fprintf(&out, "<section id=\"part-%d\">\n%s%s", i+1, element("h2", heading), element("p", words))
		if i == 0 {
			out.WriteString("<ul>\n" + element("li", "A clear offer, described in plain words") + element("li", "One person to talk to") + "</ul>\n")
		}
		out.WriteString("</section>\n")
	}
	note := "Sample words from a rehearsal without a language model."
	if l := strings.TrimSpace(f.Language); l != "" && !slices.Contains([]string{"en", "english"}, strings.ToLower(l)) {
		note += " They were asked for in " + l + " and are in English."
	}
	return DraftContentReply{HTML: out.String() + "<p><em>" + html.EscapeString(note) + "</em></p>\n"}
}

// headings are those of the sections that a layout has.
func headings(layout string) []string {
	last := "The next step"
	if strings.Contains(strings.ToLower(layout), "contact") {
		last = "Get in touch"
	}
	if strings.Contains(strings.ToLower(layout), "categor") {
		return []string{"For a start", "For more", "For the long run", last}
	}
	return []string{"What you get", "How it works", last}
}

// sampleAgain is a page with the person's changes: its title, less text if it is to be shorter, and their words on it.
func sampleAgain(f DraftFacts) string {
	out := f.Before
	if _, rest, ok := strings.Cut(out, "</h1>"); ok && f.Title != "" {
		out = strings.TrimSuffix(element("h1", f.Title), "\n") + rest
	}
	wish := strings.ToLower(f.Changes)
	if slices.ContainsFunc([]string{"short", "less", "kürzer", "court", "corto"}, func(w string) bool { return strings.Contains(wish, w) }) {
		out = lessOf(out, "<ul>", "</ul>\n")
	}
	words := element("p", "As you wish: "+strings.TrimRight(strings.TrimSpace(f.Changes), ".")+".")
	if i := strings.LastIndex(out, "<p><em>"); i >= 0 {
		return out[:i] + words + out[i:]
	}
	return out + words
}

// lessOf returns a text without the first part between two marks or, if there is none, without its last section.
func lessOf(text, from, to string) string {
	before, rest, ok := strings.Cut(text, from)
	if _, after, closed := strings.Cut(rest, to); ok && closed {
		return before + after
	}
	at := strings.LastIndex(text, "<section")
	if _, after, closed := strings.Cut(text[max(0, at):], "</section>\n"); at >= 0 && closed {
		return text[:at] + after
	}
	return text
}

func element(name, words string) string {
	return "<" + name + ">" + html.EscapeString(words) + "</" + name + ">\n"
}

// inSentence is a name in the middle of a sentence: one word loses its capital, unless it is an abbreviation.
func inSentence(name string) string {
	name = strings.TrimPrefix(name, "for ")
	r, n := utf8.DecodeRuneInString(name)
	next, _ := utf8.DecodeRuneInString(name[n:])
	if strings.Contains(name, " ") || !unicode.IsLower(next) {
		return name
	}
	return string(unicode.ToLower(r)) + name[n:]
}

// whoFor is an audience in the middle of a sentence: all of it is in small letters but for names.
func whoFor(audience string) string {
	audience = strings.TrimPrefix(audience, "for ")
	r, n := utf8.DecodeRuneInString(audience)
	if strings.ContainsFunc(audience[n:], unicode.IsUpper) {
		return audience
	}
	return string(unicode.ToLower(r)) + audience[n:]
}

// within keeps whole words of a text within a bound.
func within(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most])
	if i := strings.LastIndexByte(cut, ' '); i > most/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:|-–")
}
