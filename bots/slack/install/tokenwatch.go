package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// doer sends requests.
type doer interface {
	Do(r *http.Request) (*http.Response, error)
}

// watch sends an install's calls and looks whether Slack refuses its token, whatever the call was for.
type watch struct {
	spaces  *Registry
	install assistant.Install
}

const refusalSize = 4 << 10 // a longer answer is no refusal

// Do implements [doer].
func (w *watch) Do(r *http.Request) (*http.Response, error) {
	res, err := w.spaces.HTTPClient.Do(r)
	if err != nil || res.StatusCode != http.StatusOK {
		return res, err
	}
	head, err := io.ReadAll(io.LimitReader(res.Body, refusalSize))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read slack's answer: %w", err), res.Body.Close())
	}
	res.Body = resumed{io.MultiReader(bytes.NewReader(head), res.Body), res.Body}
	var said struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	}
	if json.Unmarshal(head, &said) != nil || said.OK {
		return res, nil //nolint:nilerr // too long to be a refusal, or nothing: the caller finds out what it is
	}
	switch said.Error {
	case "invalid_auth":
		w.spaces.forget(w.install) // it may have been rotated elsewhere: the next one looks
	case "token_revoked", "account_inactive":
		err = w.spaces.refused(r.Context(), w.install, said.Error)
	case "token_expired":
		w.spaces.forget(w.install) // the next one rotates it
		err = &bots.LaterError{After: time.Second, Err: errors.New(said.Error)}
	}
	if err != nil {
		return nil, errors.Join(err, res.Body.Close())
	}
	return res, nil
}

// resumed is a body of which the beginning was read already.
type resumed struct {
	io.Reader
	io.Closer
}
