package api

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/bots/web/trace"
	"github.com/aisteam/aisteam/wording"
)

// runTimeline tells what a run did, row by row.
type runTimeline struct {
	kept  trace.Kept
	owner *owner.Owner
}

func (t runTimeline) show(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	_, rows, err := trace.Of(r.Context(), t.kept, t.owner, id, wording.Words{})
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{"rows": append([]trace.Row{}, rows...)})
	return nil
}
