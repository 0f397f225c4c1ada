package bots

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Shelf gives the files that are kept here.
type Shelf interface {
	// File returns a kept file of the tenant, or [assistant.ErrNotFound].
	File(ctx context.Context, t assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error)
}

// Made are the files that an answer hands over: those that are kept here.
func Made(c Card) []assistant.File {
	a, ok := c.(AnswerCard)
	if !ok || a.Status || a.Draft {
		return nil
	}
	var out []assistant.File
	for _, f := range a.Files {
		if _, kept := f.KeptID(); kept {
			out = append(out, f)
		}
	}
	return out
}

// Take gets the bytes of a file that an answer hands over. A file that is not there any more is a [*RefusedError]; where it
// could not be looked up, later is time enough, and nothing was asked of the platform.
func Take(ctx context.Context, s Shelf, t assistant.TenantID, f assistant.File) ([]byte, error) {
	id, ok := f.KeptID()
	if s == nil || !ok {
		return nil, &RefusedError{Reason: "no_files", Err: errors.New("nobody keeps files here")}
	}
	k, err := s.File(ctx, t, id)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return nil, &RefusedError{Reason: "file_gone", Err: err}
	case err != nil:
		return nil, &LaterError{After: 2 * time.Second, Err: fmt.Errorf("take file %s: %w", id, err)}
	}
	return k.Bytes, nil
}
