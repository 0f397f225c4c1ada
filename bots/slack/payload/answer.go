package payload

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/aisteam/aisteam/bots"
)

// Answer is what Slack is told of what it sent: over HTTP as the response, over a socket with the acknowledgement.
type Answer struct {
	Status  int      // of HTTP; 0 is 200. 503 makes Slack send it again
	Text    string   // plain words
	Payload any      // JSON
	Outcome bots.Ack // for the metrics
	Then    func(context.Context)
}

// Malformed is the answer to what cannot be read: sent again, it would read no better.
func Malformed() Answer {
	return Answer{Status: http.StatusBadRequest, Text: "malformed", Outcome: bots.AckMalformed}
}

// Write answers a request of HTTP.
func (a Answer) Write(w http.ResponseWriter) {
	var raw []byte
	kind := "text/plain; charset=utf-8"
	if a.Payload != nil {
		var err error
		kind = "application/json"
		if raw, err = json.Marshal(a.Payload); err != nil {
			a.Status = http.StatusInternalServerError
		}
	} else {
		raw = []byte(a.Text)
	}
	if len(raw) > 0 {
		w.Header().Set("Content-Type", kind)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
	w.WriteHeader(cmp.Or(a.Status, http.StatusOK))
	_, _ = w.Write(raw)
}
