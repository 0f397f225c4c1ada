package operations

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// awaited lists what runs wait for, with the people each waits for and since when.
type awaited struct {
	all  []pages.Waiting // the oldest first
	whom map[assistant.Waits]pages.WaitsFor
}

// await finds, among all that waits, what runs wait for, and says of it, as of whatever else it is given, whom it waits for.
func await(ctx context.Context, waits pages.Waits, all []pages.Waiting, runs []assistant.RunLoad, also []pages.Waiting) (awaited, error) {
	a := awaited{all: also}
	of := map[assistant.RunID]bool{}
	for _, r := range runs {
		of[r.ID] = r.Waits
	}
	for _, one := range all {
		if one.Kind == assistant.PendingApproval && of[one.Run] {
			a.all = append(a.all, one)
		}
	}
	var err error
	a.whom, err = waits.Whom(ctx, a.all)
	return a, err
}

// Whom is whom a run waits for; nil where that is not known.
func (a awaited) Whom(r assistant.RunLoad) *pages.WaitsFor {
	for _, one := range a.all {
		if one.Kind == assistant.PendingApproval && one.Run == r.ID {
			return a.Awaits(one)
		}
	}
	return nil
}

// Awaits is whom something waits for that was asked about.
func (a awaited) Awaits(one pages.Waiting) *pages.WaitsFor {
	whom, ok := a.whom[one.Waits()]
	if !ok {
		return nil
	}
	return &whom
}
