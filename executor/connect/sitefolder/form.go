package sitefolder

import (
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// Form is what people are asked for pages that are files of ours: nothing but whether they want it so.
func Form() tools.ConnectionForm {
	return tools.ConnectionForm{ConnectionForm: assistant.ConnectionForm{
		Kind: site.KindFolder, Label: "A folder on this server", Says: "a folder of pages", Choice: site.Choice, Gives: []assistant.Capability{site.Capability},
	}}
}
