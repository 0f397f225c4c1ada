package rehearsal

import (
	"encoding/json"
	"fmt"
	"html"
	"path"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
)

// mostListed is how many entries of a list are told; the rest is counted.
const mostListed = 20

// leftOut stands at the end of what a tool gave where there is more than a model is given.
const leftOut = "(the rest was left out)"

// outcomes says what came of each call. Of several with which a question is answered the last one tells.
func (w work) outcomes() string {
	var out []string
	for i, r := range w.results {
		f, of := w.of(r)
		if f.Answers && slices.ContainsFunc(w.results[i+1:], func(later llm.ToolResult) bool { _, o := w.of(later); return o == of }) {
			continue
		}
		out = append(out, w.tell(f, r))
	}
	return strings.Join(out, "\n")
}

// of is the finding whose call gave a result.
func (w work) of(r llm.ToolResult) (examples.Finding, int) {
	for _, c := range w.calls {
		if r.ID == "rehearsal-"+c.Key {
			return w.found[c.Of], c.Of
		}
	}
	return examples.Finding{}, -1
}

// tell says what a call gave.
func (w work) tell(f examples.Finding, r llm.ToolResult) string {
	given, quoted := lastQuoted(r.Content)
	line, _, _ := strings.Cut(given, "\n")
	switch {
	case r.Failed && quoted:
		why, _, _ := strings.Cut(r.Content, "«data»")
		return strings.TrimSpace(strings.TrimSpace(why) + " " + given)
	case r.Failed || !quoted:
		return r.Content
	case f.Example.AsItIs:
		return given
	case f.Example.Seeks != "":
		return sought(first(f.Filled[f.Example.Seeks]), given)
	}
	lines := []string{strings.TrimSuffix(line, ".") + "."}
	if n := fieldOf(given, "number"); len(n) > 0 && len(f.Example.Lists.Columns) == 0 {
		lines[0] += fmt.Sprintf(" Its number is %s.", n[0])
	}
	if slices.ContainsFunc(w.results, func(r llm.ToolResult) bool { return strings.Contains(r.Content, leftOut) }) {
		lines[0] += " There is more than I could read at once."
	}
	if f.Example.Tells != "" {
		lines[0] += " " + f.Example.Tells
	} else {
		lines = append(lines, listed(f.Example.Lists, given)...)
	}
	return strings.Join(lines, "\n")
}

// sought says whether words stand in what a tool gave.
func sought(words, given string) string {
	if strings.Contains(strings.ToLower(given), strings.ToLower(words)) {
		return fmt.Sprintf("It still says “%s”.", words)
	}
	return fmt.Sprintf("It does not say “%s”.", words)
}

// listed are the entries of a list, a line for each; what is to be mended stands as it is.
func listed(l examples.Listing, given string) []string {
	var lines []string
	for _, row := range entries(l, given) {
		lines = append(lines, "- "+examples.Worded(l.Line, row))
	}
	for _, found := range fieldOf(given, "found") {
		lines = append(lines, "- "+found)
	}
	if more := len(lines) - mostListed; more > 0 {
		lines = append(lines[:mostListed], fmt.Sprintf("- and %d more", more))
	}
	return lines
}

// entries reads the lines of a list as objects; one that was cut off is none.
func entries(l examples.Listing, given string) []map[string]string {
	var out []map[string]string
	for line := range strings.Lines(given) {
		var row map[string]any
		if len(l.Columns) == 0 || !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &row) != nil {
			continue
		}
		texts := map[string]string{}
		for _, c := range l.Columns {
			if v := row[c]; v != nil {
				texts[c] = fmt.Sprint(v)
			}
		}
		if len(texts) > 0 { // what stands beside the list, as its totals do, is no entry
			out = append(out, texts)
		}
	}
	return out
}

// rows gives a file what was listed, as its ending has it.
func (w work) rows(arguments map[string]any, name string, given llm.ToolResult) {
	var l examples.Listing
	var file string
	for _, f := range w.found {
		if len(f.Example.Lists.Columns) > 0 {
			l, file = f.Example.Lists, first(f.Filled["name"])
		}
	}
	text, _ := lastQuoted(given.Content)
	all := entries(l, text)
	if ending := strings.ToLower(path.Ext(file)); ending != ".csv" {
		arguments["content"] = written(ending, l, all)
		return
	}
	table := [][]string{l.Columns}
	for _, row := range all {
		var values []string
		for _, c := range l.Columns {
			values = append(values, row[c])
		}
		table = append(table, values)
	}
	arguments[name] = table
}

// written is a list as a file of that ending says it.
func written(ending string, l examples.Listing, all []map[string]string) string {
	var lines []string
	for _, row := range all {
		lines = append(lines, examples.Worded(l.Line, row))
	}
	switch ending {
	case ".json":
		raw, err := json.Marshal(all)
		if err != nil {
			return "[]"
		}
		return string(raw)
	case ".html":
		return "<ul><li>" + strings.Join(strings.Split(html.EscapeString(strings.Join(lines, "\n")), "\n"), "</li><li>") + "</li></ul>"
	default:
		return "- " + strings.Join(lines, "\n- ")
	}
}

// lastQuoted is what a tool gave, without the frame in which models are given it: what came of it stands last, behind what people have
// changed.
func lastQuoted(content string) (given string, ok bool) {
	at := strings.LastIndex(content, "«data»")
	if at < 0 {
		return content, false
	}
	_, rest, _ := strings.Cut(content[at:], "\n")
	given, _, ok = strings.Cut(rest, "\n«end»")
	return given, ok
}

// fieldOf are the lines of a field of what a tool gave.
func fieldOf(given, name string) []string {
	var out []string
	within := false
	for line := range strings.Lines(given) {
		line = strings.TrimSpace(line)
		if word, ok := strings.CutSuffix(line, ":"); ok && !strings.ContainsAny(word, " {") {
			within = word == name
		} else if within && line != "" {
			out = append(out, line)
		}
	}
	return out
}
