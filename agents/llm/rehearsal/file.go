package rehearsal

import (
	"encoding/json"
	"fmt"
	"html"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

var (
	// wantsFile tells words that ask for a file from those about one: by what is made, by what it is turned into, by its name.
	wantsFile = pattern(`(?i)\b(?:write|make|create|prepare|generate|produce|give|send|export|save|need|want|get)\s+(?:me\s+|us\s+)?(?:an?\s+|another\s+|one\s+)?(?:new\s+|plain\s+)?(?:(?:csv|markdown|json|html|text)\s+)?(?:csv|spreadsheet|file)\b` +
		`|\b(?:export|save|put|turn|write|give|send|get|list|download)\b.*\b(?:as|into|to)\s+(?:an?\s+)?(?:new\s+)?(?:(?:csv|markdown|json|html|text)\s+)?(?:csv|spreadsheet|file)\b` +
		`|\b(?:write|make|create|export|save|put)\b.*\.(?:md|txt|csv|json|html)\b`)
	namedFile   = pattern(`(?i)(?:\b(?:file|called|named|as|to|into|write)\s+)([^\s"“”:]+\.[a-z0-9]{1,5})\b`)
	fileEnding  = pattern(`(?i)\.[a-z0-9]{1,5}$`)
	fileWords   = pattern(`(?is)(?:\bthat says|\bsaying|\bcontaining|\bwith the (?:text|words|content))\s*:?\s*(.+)$|:\s+(.+)$`)
	ticketWord  = pattern(`(?i)\btickets?\b`)
	runWord     = pattern(`(?i)\b(?:plan|run|summary|status)\b`)
	kindWord    = pattern(`(?i)\b(csv|spreadsheet|markdown|json|html|text)\b`)
	resultQuote = pattern(`(?m)^«data» from \w+\n|\n«end»$`)
)

// filing is what the rules do about words that ask for a file: the next tool to use, or what to say once that is done. Neither
// where the words ask for no file, or for one that the rules have nothing to fill with.
func filing(r llm.Request, f llm.AnswerFacts) (call *llm.ToolCall, said string) {
	if !wantsFile().MatchString(f.Text) || !offers(r, assistant.TaskWriteFile) {
		return nil, ""
	}
	if made, ok := given(r, assistant.TaskWriteFile); ok {
		words := strings.TrimSpace(resultQuote().ReplaceAllString(made.Content, ""))
		if made.Failed {
			return nil, "I could not write that file: " + words
		}
		words, _, _ = strings.Cut(words, "\n")
		words += ". It comes with this message."
		if listed, ok := given(r, assistant.TaskListTickets); ok && strings.Contains(listed.Content, "(the rest was left out)") {
			words += " There are more tickets than I could read at once: the oldest are not in it."
		}
		return nil, words
	}
	name, text := fileName(f.Text), ""
	if m := fileWords().FindStringSubmatch(f.Text); m != nil {
		text = strings.TrimSpace(m[1] + m[2])
	}
	listed, known := given(r, assistant.TaskListTickets)
	switch {
	case text != "":
		return use(assistant.TaskWriteFile, map[string]any{"name": first(name, "notes"+ending(f.Text, ".md")), "content": text}), ""
	case known:
		return use(assistant.TaskWriteFile, ticketFile(first(name, "tickets"+ending(f.Text, ".csv")), listed.Content)), ""
	case ticketWord().MatchString(f.Text) && offers(r, assistant.TaskListTickets):
		return use(assistant.TaskListTickets, map[string]any{}), ""
	case runWord().MatchString(f.Text) && f.Run != "":
		return use(assistant.TaskWriteFile, map[string]any{"name": first(name, "run"+ending(f.Text, ".md")), "content": runText(f)}), ""
	default:
		return nil, ""
	}
}

func use(t assistant.TaskType, arguments map[string]any) *llm.ToolCall {
	raw, err := json.Marshal(arguments)
	if err != nil {
		return nil
	}
	return &llm.ToolCall{ID: "rehearsal-" + string(t), Name: string(t), Arguments: raw}
}

func offers(r llm.Request, t assistant.TaskType) bool {
	return slices.ContainsFunc(r.Tools, func(have llm.Tool) bool { return have.Name == string(t) })
}

// given is what a tool gave since the person spoke.
func given(r llm.Request, t assistant.TaskType) (llm.ToolResult, bool) {
	for _, m := range slices.Backward(r.Messages) {
		for _, p := range m.Parts {
			if m.Role == llm.RoleTool && p.Result != nil && p.Result.Name == string(t) {
				return *p.Result, true
			}
		}
		if m.Role == llm.RoleUser {
			break
		}
	}
	return llm.ToolResult{}, false
}

// fileName is the name that the words give a file, "" when they give none.
func fileName(words string) string {
	for _, q := range quotes(words) {
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

type listedTicket struct {
	Number   int    `json:"number"`
	Title    string `json:"title"`
	Priority string `json:"priority"`
	Body     string `json:"body"`
}

// ticketFile are the arguments of a file of tickets. What list_tickets gave has a ticket on each line; a line that was cut
// off is none.
func ticketFile(name, listed string) map[string]any {
	rows := [][]string{{"number", "title", "priority", "body"}}
	var lines, items []string
	all := []listedTicket{}
	for line := range strings.Lines(listed) {
		var k listedTicket
		if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &k) != nil {
			continue
		}
		all = append(all, k)
		rows = append(rows, []string{strconv.Itoa(k.Number), k.Title, k.Priority, k.Body})
		lines = append(lines, fmt.Sprintf("- #%d %s (%s)", k.Number, k.Title, k.Priority))
		items = append(items, fmt.Sprintf("<li>#%d %s (%s)</li>", k.Number, html.EscapeString(k.Title), html.EscapeString(k.Priority)))
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".csv":
		return map[string]any{"name": name, "rows": rows}
	case ".json":
		raw, err := json.Marshal(all)
		if err != nil {
			return map[string]any{"name": name, "content": "[]"}
		}
		return map[string]any{"name": name, "content": string(raw)}
	case ".html":
		return map[string]any{"name": name, "content": "<h1>Tickets</h1><ul>" + strings.Join(items, "") + "</ul>"}
	default:
		return map[string]any{"name": name, "content": "# Tickets\n\n" + first(strings.Join(lines, "\n"), "There are none.")}
	}
}

// runText is how the newest run stands, in Markdown.
func runText(f llm.AnswerFacts) string {
	project := ""
	if f.Project != nil {
		project = "\n\nProject: " + f.Project.Name
	}
	return "# The newest run\n\n" + f.Run + project
}
