package executors

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
)

// Bounds of what an executor's model is told of results again, in bytes.
const (
	maxResults  = maxResult // of all of them: the newest one is whole
	leastResult = 200       // of each
)

// fitted is a history whose results fit an executor's context: where they are too much, the older ones lose their ends. It follows from
// what is kept, so that whoever goes on after a crash asks the same.
func fitted(history []llm.Message) []llm.Message {
	out, left := slices.Clone(history), maxResults
	for i, m := range slices.Backward(history) {
		if m.Role != llm.RoleTool || len(m.Parts) == 0 {
			continue
		}
		share := max(leastResult, left/len(m.Parts))
		out[i].Parts = slices.Clone(m.Parts)
		for n, p := range m.Parts {
			if p.Result == nil || p.Result.Name == loop.ToolAskPlanner { // an answer stays whole
				continue
			}
			r := *p.Result
			r.Content = shortened(r.Content, share)
			out[i].Parts[n].Result = &r
			left = max(0, left-len(r.Content))
		}
	}
	return out
}

// shortened is a result without its end, and says so. Data stays marked as such.
func shortened(content string, most int) string {
	const end = "\n«end»"
	if len(content) <= most {
		return content
	}
	rest, marked := strings.CutSuffix(content, end)
	if rest = bounded(rest, most); marked {
		rest += end
	}
	return rest
}
