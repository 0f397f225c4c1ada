package orchestrator

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
)

const mostArguments = 64 << 10 // bytes of what a person writes while approving

// changed looks at the arguments that a person wants instead of the shown ones: they have to be what the tool takes, whole, and are
// bound by their hash. The note says why they cannot be had.
func (i *Inbox) changed(of *team.Team, b *assistant.ApprovalDecided, a assistant.Approval) (note string, err error) {
	given := b.Arguments
	b.Arguments, b.Bound = nil, ""
	if len(given) == 0 || b.Verdict != assistant.VerdictApproved {
		return "", nil
	}
	tool, known := of.Tools().Get(a.Tool)
	switch {
	case !known, tool.Definition() != a.Definition, len(given) > mostArguments:
		return noteNoChange, nil
	case a.Staged != "":
		return noteBeingShown, nil
	}
	given = regular(tool, given)
	if err := of.Tools().Validate(tool.Name, given); err != nil {
		return noteUnfit + "\n" + strings.TrimSuffix(err.Error(), ".") + ".", nil
	}
	if open, err := assistant.References(given); err != nil || len(open) > 0 {
		return noteNoChange, nil //nolint:nilerr // as above
	}
	was, err := assistant.ConsentHash(a.Tool, a.Arguments, assistant.Preview{})
	if err != nil {
		return "", fmt.Errorf("compare with what was shown: %w", err)
	}
	is, err := assistant.ConsentHash(a.Tool, given, assistant.Preview{})
	if err != nil {
		return noteNoChange, nil //nolint:nilerr // numbers that nobody can keep
	}
	if was == is {
		return "", nil // it is what was shown
	}
	b.Arguments = given
	if b.Bound, err = assistant.ChangedHash(assistant.Bound(assistant.TaskType(a.Tool), a.Definition), given, a.Preview); err != nil {
		return "", fmt.Errorf("bind what was changed: %w", err)
	}
	return "", nil
}
