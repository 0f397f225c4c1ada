package uptime

import (
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
)

var (
	asksUp = script.Pattern(`(?i)\b(?:site|website|web site|home ?page|front page|shop|blog|page)\b.{0,40}\b(?:up|down|online|offline|reachable|answering|answers|responding|responds)\b` +
		`|\bhttps?://\S+\s+(?:still\s+)?(?:up|down|online|offline|reachable)\b` +
		`|\b(?:up|down|online|offline|reachable)\b.{0,20}\b(?:site|website|home ?page|front page)\b|\buptime\b` +
		`|\b(?:certificate|domain|ssl|tls)\b.{0,40}\b(?:expires?|expiry|ends?|runs? out|valid|holds?|renew\w*)\b|\b(?:expiry|expiration) of\b.{0,40}\b(?:certificate|domain)\b`)
	asksForWork = script.Pattern(`(?i)\b(?:tickets?|issues?|remind(?: me)?|page called|webpage)\b|^\W*(?:every|each|whenever)\b`)
	asksEnds    = script.Pattern(`(?i)\b(?:certificate|domain|ssl|tls)\b`)
	address     = script.Pattern(`https?://[^\s<>"“”]+`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{Use: use, Looks: asks}
}

// asks tells whether words want to know whether the site is up, or how long its certificate and domain hold. Who wants something made
// of it, such as a ticket, asks for that.
func asks(words string) bool { return asksUp().MatchString(words) && !asksForWork().MatchString(words) }

// use looks whether the site is up for words that ask that, and says what was seen.
func use(t script.Turn) (call *llm.ToolCall, said string) {
	if !asks(t.Facts.Text) || !t.Offers(TaskCheck) {
		return nil, ""
	}
	given, ok := t.Given(TaskCheck)
	if !ok {
		arguments := map[string]any{}
		if at := address().FindString(t.Facts.Text); at != "" {
			arguments["url"] = strings.TrimRight(at, ".,;:!?)")
		}
		if asksEnds().MatchString(t.Facts.Text) {
			arguments["ends"] = true
		}
		return script.Call(TaskCheck, arguments), ""
	}
	if given.Failed {
		return nil, "I could not look: " + script.Cut(given.Content, 500)
	}
	for line := range strings.Lines(given.Content) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "«") {
			return nil, strings.TrimSuffix(line, ".") + "."
		}
	}
	return nil, ""
}
