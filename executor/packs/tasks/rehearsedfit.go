package tasks

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/script"
)

var (
	quotedForm = script.Pattern(`“[^”]*”|"[^"]*"|«[^»]*»|„[^“]*“`)
	namedForm  = script.Pattern(`\b(?:with|via|using|through|from)\s+(?:our\s+|the\s+|my\s+)?(\p{Lu}[\p{L}\p{N}]+)|\b(\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]*)`)
)

// rehearsedFit plays the model that is asked whether tools can do a task's work. Rules cannot tell that; what they can tell is whether
// the work names something that no tool is said to know.
func rehearsedFit(raw json.RawMessage) (reply any, plays bool, err error) {
	var f FitFacts
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, false, fmt.Errorf("read the facts: %w", err)
	}
	if f.Work == "" || f.Tools == nil {
		return nil, false, nil
	}
	known := []string{f.Project.Name, f.Project.Domain, "Slack Discord"}
	for _, t := range f.Tools {
		known = append(known, t.Does)
	}
	ours := strings.Join(known, " ")
	var strange []string
	for _, m := range namedForm().FindAllStringSubmatch(quotedForm().ReplaceAllString(f.Work, ""), -1) {
		name := script.First(m[1], m[2])
		if !strings.Contains(strings.ToLower(ours), strings.ToLower(name)) {
			strange = append(strange, name)
		}
	}
	if len(strange) == 0 {
		return FitReply{Fits: fitsAll, Tools: []string{}}, true, nil
	}
	return FitReply{Fits: fitsUnknown, Tools: []string{}, Missing: strings.Join(strange, ", ")}, true, nil
}
