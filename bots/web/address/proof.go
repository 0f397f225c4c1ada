package address

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

const (
	path  = "/address/"
	nonce = "nonce"

	// Route is where a [Proof] is asked. Nobody has to be signed in there.
	Route = "GET " + path + "{" + nonce + "}"

	nonceShortest, nonceLongest = 16, 64
)

// Proof is by what the installation knows itself: whatever it is asked, each of its replicas gives the same answer, and nobody else does.
type Proof struct{ key []byte }

// NewProof makes a proof of a secret that all replicas have. The answers tell nothing of the secret.
func NewProof(of assistant.Secret) (Proof, error) {
	key, err := hkdf.Key(sha256.New, []byte(of), nil, "aisteam: the public address", sha256.Size)
	if err != nil {
		return Proof{}, fmt.Errorf("make the proof of the public address: %w", err)
	}
	return Proof{key}, nil
}

func (p Proof) answer(to string) string {
	mac := hmac.New(sha256.New, p.key)
	mac.Write([]byte(to)) // it never fails
	return hex.EncodeToString(mac.Sum(nil))
}

// ServeHTTP implements [http.Handler].
func (p Proof) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked := r.PathValue(nonce)
	if len(p.key) == 0 || len(asked) < nonceShortest || len(asked) > nonceLongest {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, p.answer(asked)+"\n") // a caller that is gone needs no answer
}
