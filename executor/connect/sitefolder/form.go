package sitefolder

import (
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// Form asks only whether people want pages that are local files.
func Form() tools.ConnectionForm {
	return tools.ConnectionForm{ConnectionForm: assistant.ConnectionForm{
		Kind: site.KindFolder, Label: "A folder on this server", Says: "a folder of pages", Choice: site.Choice, Gives: []assistant.Capability{site.Capability},
	}}
}
