package loop

import (
	"strings"
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// ToldFound is the result of [ToolFind]: the tools that were found, as data, since who connects them writes what they say.
func ToldFound(found []tools.Tool) string {
	if len(found) == 0 {
		return "Nothing was found. Look with other words; where that finds nothing either, it cannot be done here."
	}
	lines := []string{"You have these from now on:"}
	for _, t := range found {
		lines = append(lines, t.Name+": "+llm.OneLine(t.Description, mostFound))
	}
	return Quoted(ToolFind, strings.Join(lines, "\n"))
}

// FindingTool is the tool itself.
func FindingTool() tools.Tool {
	return tools.Tool{
		Name: ToolFind, Label: "Look for tools", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: findArguments(),
		Description: "Look for further tools of yours. You have what is found from your next step on.",
	}
}

var findArguments = sync.OnceValue(tools.Arguments[FindTools])

const mostFound = 200 // of what a tool that was found says, in bytes
