package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestAnEmptyWorkspaceSaysHowItIsFilled: whoever asks about projects before there is any learns how to get some, in a result that fits.
func TestAnEmptyWorkspaceSaysHowItIsFilled(t *testing.T) {
	o := emptyOffice(t)
	for _, tool := range o.registry.All() {
		if tool.Class != assistant.ClassQuery {
			continue
		}
		arguments := `{}`
		if len(tool.Arguments.Required) > 0 {
			arguments = `{"` + tool.Arguments.Required[0] + `": "Relaunch"}`
			if few := tool.Arguments.Properties[tool.Arguments.Required[0]].Enum; few != nil {
				arguments = strings.Replace(arguments, "Relaunch", fmt.Sprint(few[0]), 1)
			}
		}
		r, err := o.use(o.olga, tool.Name, arguments)
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		if _, err := o.registry.Fitting(tool.Name, r); err != nil {
			t.Errorf("%s: its result does not fit its schema: %v", tool.Name, err)
		}
		if told := strings.Contains(r.Summary.String(), "aisteam demo"); told == (tool.Name == "get_team_members") {
			t.Errorf("%s says %q", tool.Name, r.Summary)
		}
	}
	o.fill()
	stranger := o.sarah
	stranger.Tenant = assistant.TenantID("another")
	if r, err := o.use(stranger, "get_tasks", `{}`); err == nil && !strings.Contains(r.Summary.String(), "aisteam demo") {
		t.Errorf("another organization is told %q", r.Summary)
	}
}
