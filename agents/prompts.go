package agents

import (
	_ "embed" // the prompts are files
	"strings"
)

var (
	//go:embed prompts/classify.txt
	classifyRules string
	//go:embed prompts/validate.txt
	validateRules string
	//go:embed prompts/laws.txt
	lawsPrompt string
)

// laws are what every agent that speaks keeps to.
func laws() string { return "\n" + strings.TrimRight(lawsPrompt, "\n") }
