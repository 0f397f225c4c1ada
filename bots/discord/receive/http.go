package receive

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	bodyLimit = 1 << 20
	ackWithin = 2500 * time.Millisecond // Discord gives up after 3 s
	thenTime  = time.Minute             // for what is done after the answer; the token lives 15 min
	skew      = 5 * time.Minute
)

// ServeHTTP serves POST /discord/interactions.
func (i *interactions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := i.Now()
	if r.URL.Path != "/discord/interactions" || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	body, status := i.signed(w, r)
	if status != 0 {
		http.Error(w, http.StatusText(status), status)
		i.Acked(bots.RouteInteractions, bots.AckRefused, i.Now().Sub(start))
		return
	}
	asked, err := readInteraction(body)
	if err != nil {
		http.Error(w, "malformed", http.StatusBadRequest)
		i.Acked(bots.RouteInteractions, bots.AckMalformed, i.Now().Sub(start))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), ackWithin)
	defer cancel()
	answer := i.interact(ctx, asked)
	raw, err := answer.body()
	if err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
	_, _ = w.Write(raw)
	i.Acked(bots.RouteInteractions, answer.outcome, i.Now().Sub(start))
	if answer.then == nil {
		return
	}
	_ = http.NewResponseController(w).Flush() // where it cannot be flushed, Discord waits a little longer
	rest, stop := context.WithTimeout(context.WithoutCancel(r.Context()), thenTime)
	defer stop()
	answer.then(rest)
}

// signed returns a body that Discord has signed within the last five minutes, or the status to refuse it with. Nothing is
// read of a request whose headers say already that Discord has not signed it now.
func (i *interactions) signed(w http.ResponseWriter, r *http.Request) ([]byte, int) {
	at := r.Header.Get("X-Signature-Timestamp")
	unix, err := strconv.ParseInt(at, 10, 64)
	signature, bad := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	formed := err == nil && bad == nil && len(signature) == ed25519.SignatureSize && len(i.PublicKey) == ed25519.PublicKeySize
	now := i.Now().Sub(time.Unix(unix, 0)).Abs() <= skew
	if formed && !now {
		i.unproven.Dated(r.Context(), assistant.SurfaceDiscord, time.Unix(unix, 0))
	}
	if !formed || !now {
		bots.HangUp(w)
		return nil, http.StatusUnauthorized
	}
	body, vouched, status := i.Bodies.Read(w, r, bodyLimit)
	defer vouched()
	if status == 0 && !ed25519.Verify(i.PublicKey, append([]byte(at), body...), signature) {
		return nil, http.StatusUnauthorized
	}
	return body, status
}

// body writes a response.
func (r response) body() ([]byte, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return raw, nil
}
