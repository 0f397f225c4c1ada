package tasks

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// sampleFit is what a rehearsal says of whether tools can do a task's work. It cannot tell that; what it can tell is whether the work
// names something that no tool is said to know: a product that the work is to be done with, or a name like SharePoint.
func sampleFit(f FitFacts) (json.RawMessage, error) {
	known := []string{f.Project.Name, f.Project.Domain, "Slack Discord GitHub WordPress"}
	for _, t := range f.Tools {
		known = append(known, t.Does)
	}
	ours := strings.ToLower(strings.Join(known, " "))
	var strange []string
	for _, name := range named(f.Work) {
		if !strings.Contains(ours, strings.ToLower(name)) {
			strange = append(strange, name)
		}
	}
	reply := FitReply{Fits: fitsAll, Tools: []string{}}
	if len(strange) > 0 {
		reply = FitReply{Fits: fitsUnknown, Tools: []string{}, Missing: strings.Join(strange, ", ")}
	}
	raw, err := json.Marshal(reply)
	if err != nil {
		return nil, fmt.Errorf("write a sample: %w", err)
	}
	return raw, nil
}

// named are the names of products in some words, but for those within quotation marks.
func named(work string) []string {
	var out []string
	with, within := false, false
	for word := range strings.FieldsSeq(work) {
		opens := strings.ContainsAny(word, "“„«") || strings.HasPrefix(word, `"`)
		name := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if !within && !opens && name != "" && (with && unicode.IsUpper([]rune(name)[0]) || inner(name)) {
			out = append(out, name)
		}
		within = (within || opens) && !strings.ContainsAny(strings.TrimLeft(word, `"“„«`), `”“"»`)
		switch lower := strings.ToLower(name); lower {
		case "with", "via", "using", "through", "from":
			with = true
		case "our", "the", "my":
		default:
			with = false
		}
	}
	return out
}

// inner tells whether a word has a capital behind a small letter, as the names of many products.
func inner(word string) bool {
	before := rune(0)
	for i, r := range word {
		if i > 1 && unicode.IsUpper(r) && unicode.IsLower(before) && unicode.IsUpper([]rune(word)[0]) {
			return true
		}
		before = r
	}
	return false
}
