package uptime_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/executor/packs/uptime"
)

func TestWithoutAModelTheWordsThatAskForItAreKnown(t *testing.T) {
	t.Parallel()
	for words, looks := range map[string]bool{
		"Is our site up?": true, "is the website down again": true, "Is https://aquaverter.com/ still up?": true, "What is our uptime": true,
		"When does our certificate expire?": true, "until when does the domain run out": true, "check that our site is up": true,
		"make our site look more upbeat": false, "Create a page about certificates": false, "What can you do?": false, "pick up the phone": false,
	} {
		turn := script.Turn{Facts: llm.AnswerFacts{Text: words}, Request: llm.Request{Tools: []llm.Tool{{Name: string(uptime.TaskCheck)}}}}
		call, _ := uptime.Pack().Rehearse.Use(turn)
		if (call != nil) != looks {
			t.Errorf("%q: %v", words, call)
		}
		turn.Request.Tools = nil
		if call, said := uptime.Pack().Rehearse.Use(turn); call != nil || said != "" {
			t.Errorf("%q is looked up without the tool", words)
		}
	}
}
