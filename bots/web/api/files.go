package api

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/request"
)

// library deletes files.
type library struct{ shelf *files.Shelf }

func (l library) remove(w http.ResponseWriter, r *http.Request) error {
	err := l.shelf.Remove(r)
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok && errors.Is(err, assistant.ErrNotYourFile) {
		return request.Refuse(http.StatusForbidden, refused.Problem.Side, refused.Problem.Message, refused.Problem.Recovery)
	}
	if err != nil {
		return request.Found(err, "file")
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
