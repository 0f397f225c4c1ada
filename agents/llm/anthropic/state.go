package anthropic

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/aisteam/aisteam/agents/llm"
)

// state is what a part's [llm.ProviderState] holds; of a tool call nothing.
type state struct {
	Block json.RawMessage `json:"block,omitempty"` // a thinking block as it came
	After string          `json:"after,omitempty"` // the digest of all that stood before it
	Aside string          `json:"aside,omitempty"` // the instructions at the end of what was answered; with a reply's first block
	Calls int             `json:"calls,omitempty"` // how many tools the reply calls; with its first block
}

// stateOf is what was kept of a part, where it was made here.
func (m *Model) stateOf(p llm.Part) (state, bool) {
	var s state
	if !p.Thought || !m.origin.Made(p.State) || json.Unmarshal(p.State.Data, &s) != nil {
		return s, false
	}
	return s, len(s.Block) > 0
}

// chain is the digest of what stands in a request up to a place, marks of the cache aside: those may move.
type chain [sha256.Size]byte

// with is the chain with one thing more. role tells whose it is, or what.
func (c chain) with(role string, thing any) chain {
	raw, err := json.Marshal(thing)
	if err != nil {
		return c // it could not be sent either
	}
	h := sha256.New()
	h.Write(c[:])
	h.Write([]byte(role + "\n"))
	h.Write(canonical(raw))
	return chain(h.Sum(nil))
}

func (c chain) String() string { return hex.EncodeToString(c[:12]) }

// canonical is JSON in one form, whatever order of keys a database has given it.
func canonical(raw []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return raw
	}
	out, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return out
}

// before is what a reply is made after.
type before struct {
	chain chain
	aside string
}
