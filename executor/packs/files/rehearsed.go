package files

import (
	"encoding/json"
	"html"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
)

var (
	// wantsFile tells words that ask for a file from those about one: by what is made, by what it is turned into, by its name.
	wantsFile = script.Pattern(`(?i)\b(?:write|make|create|prepare|generate|produce|give|send|export|save|need|want|get)\s+(?:me\s+|us\s+)?(?:an?\s+|another\s+|one\s+)?(?:new\s+|plain\s+)?(?:(?:csv|markdown|json|html|text)\s+)?(?:csv|spreadsheet|file)\b` +
		`|\b(?:export|save|put|turn|write|give|send|get|list|download)\b.*\b(?:as|into|to)\s+(?:an?\s+)?(?:new\s+)?(?:(?:csv|markdown|json|html|text)\s+)?(?:csv|spreadsheet|file)\b` +
		`|\b(?:write|make|create|export|save|put)\b.*\.(?:md|txt|csv|json|html)\b`)
	namedFile   = script.Pattern(`(?i)(?:\b(?:file|called|named|as|to|into|write)\s+)([^\s"“”:]+\.[a-z0-9]{1,5})\b`)
	fileEnding  = script.Pattern(`(?i)\.[a-z0-9]{1,5}$`)
	fileWords   = script.Pattern(`(?is)(?:\bthat says|\bsaying|\bcontaining|\bwith the (?:text|words|content))\s*:?\s*(.+)$|:\s+(.+)$`)
	runWord     = script.Pattern(`(?i)\b(?:plan|run|summary|status)\b`)
	kindWord    = script.Pattern(`(?i)\b(csv|spreadsheet|markdown|json|html|text)\b`)
	resultQuote = script.Pattern(`(?m)^«data» from \w+\n|\n«end»$`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script { return script.Script{Use: use} }

// use is the next tool for words that ask for a file, or what to say once that is done. Neither where the words ask for no
// file, or for one that the rules have nothing to fill with.
func use(t script.Turn) (call *llm.ToolCall, said string) {
	words := t.Facts.Text
	if !wantsFile().MatchString(words) || !t.Offers(TaskWriteFile) {
		return nil, ""
	}
	listing, lists := listingOf(t)
	listed, known := t.Given(listing.Tool)
	if made, ok := t.Given(TaskWriteFile); ok {
		return nil, told(made, listing, known && strings.Contains(listed.Content, "(the rest was left out)"))
	}
	name, text := fileName(words), ""
	if m := fileWords().FindStringSubmatch(words); m != nil {
		text = strings.TrimSpace(m[1] + m[2])
	}
	write := func(arguments map[string]any) (*llm.ToolCall, string) {
		return script.Call(TaskWriteFile, arguments), ""
	}
	switch {
	case text != "":
		return write(map[string]any{"name": script.First(name, "notes"+ending(words, ".md")), "content": text})
	case known:
		return write(listFile(script.First(name, listing.Name+ending(words, ".csv")), listing, listed.Content))
	case lists:
		return script.Call(listing.Tool, map[string]any{}), ""
	case runWord().MatchString(words) && t.Facts.Run != "":
		return write(map[string]any{"name": script.First(name, "run"+ending(words, ".md")), "content": runText(t.Facts)})
	default:
		return nil, ""
	}
}

// told says what became of a file.
func told(made llm.ToolResult, l script.Listing, cut bool) string {
	words := strings.TrimSpace(resultQuote().ReplaceAllString(made.Content, ""))
	if made.Failed {
		return "I could not write that file: " + words
	}
	words, _, _ = strings.Cut(words, "\n")
	words += ". It comes with this message."
	if cut {
		words += " There are more " + l.Name + " than I could read at once: the oldest are not in it."
	}
	return words
}

// listingOf is what the words ask to have listed and a tool at hand lists.
func listingOf(t script.Turn) (script.Listing, bool) {
	words := strings.FieldsFunc(strings.ToLower(t.Facts.Text), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, l := range t.Lists {
		if t.Offers(l.Tool) && slices.ContainsFunc(words, func(w string) bool { return slices.Contains(l.Words, w) }) {
			return l, true
		}
	}
	return script.Listing{}, false
}

// fileName is the name that the words give a file, "" when they give none.
func fileName(words string) string {
	for _, q := range script.Quotes(words) {
		if fileEnding().MatchString(q) {
			return q
		}
	}
	if m := namedFile().FindStringSubmatch(words); m != nil {
		return m[1]
	}
	return ""
}

// ending is the ending of the kind of file that the words name.
func ending(words, otherwise string) string {
	m := kindWord().FindStringSubmatch(words)
	if m == nil {
		return otherwise
	}
	switch strings.ToLower(m[1]) {
	case "csv", "spreadsheet":
		return ".csv"
	case "markdown":
		return ".md"
	case "json":
		return ".json"
	case "html":
		return ".html"
	default:
		return ".txt"
	}
}

// listFile are the arguments of a file of what was listed, an entry on each line; a line that was cut off is none.
func listFile(name string, l script.Listing, listed string) map[string]any {
	rows := [][]string{l.Columns}
	var lines, items, objects []string
	for line := range strings.Lines(listed) {
		row, object, ok := entry(line, l.Columns)
		if !ok {
			continue
		}
		values := make([]string, 0, len(l.Columns))
		for _, c := range l.Columns {
			values = append(values, row[c])
		}
		rows, objects = append(rows, values), append(objects, object)
		lines, items = append(lines, "- "+l.Line(row)), append(items, "<li>"+html.EscapeString(l.Line(row))+"</li>")
	}
	heading := script.UpperFirst(l.Name)
	switch strings.ToLower(path.Ext(name)) {
	case ".csv":
		return map[string]any{"name": name, "rows": rows}
	case ".json":
		return map[string]any{"name": name, "content": "[" + strings.Join(objects, ",") + "]"}
	case ".html":
		return map[string]any{"name": name, "content": "<h1>" + html.EscapeString(heading) + "</h1><ul>" + strings.Join(items, "") + "</ul>"}
	default:
		return map[string]any{"name": name, "content": "# " + heading + "\n\n" + script.First(strings.Join(lines, "\n"), "There are none.")}
	}
}

// entry reads a line as an object: its values as words, and the object again with its columns in their order.
func entry(line string, columns []string) (row map[string]string, object string, ok bool) {
	var raw map[string]json.RawMessage
	if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &raw) != nil {
		return nil, "", false
	}
	row = map[string]string{}
	var parts []string
	for _, c := range columns {
		var words string
		if json.Unmarshal(raw[c], &words) != nil {
			words = string(raw[c]) // a number
		}
		row[c] = words
		parts = append(parts, strconv.Quote(c)+":"+string(raw[c]))
	}
	return row, "{" + strings.Join(parts, ",") + "}", true
}

// runText is how the newest run stands, in Markdown.
func runText(f llm.AnswerFacts) string {
	project := ""
	if f.Project != nil {
		project = "\n\nProject: " + f.Project.Name
	}
	return "# The newest run\n\n" + f.Run + project
}
