package tape

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/klauspost/compress/s2"
)

// mostBytes bounds what is kept of one piece of work, compressed: what is larger cannot be played, and says so.
const mostBytes = 1 << 20

// ErrNotKept: the record says of itself that it is not whole.
var ErrNotKept = errors.New("not all of it was kept")

// Part is what came from outside between two appends. It is written with the messages that follow from it.
type Part struct {
	Steps []Step `json:"steps"`
	Ends  bool   `json:"ends,omitempty"` // the work ended with it
	Lost  string `json:"lost,omitempty"` // why the rest is not there
}

// Cut gives what was recorded since it was called last, as it is kept; nil where there is nothing, unless the work ends with it.
func (t *Tape) Cut(ends bool) []byte {
	if t == nil || t.playing {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	part := Part{Steps: t.steps, Ends: ends}
	t.steps = nil
	if t.broken != nil {
		part.Lost = t.broken.Error()
	}
	if len(part.Steps) == 0 && part.Lost == "" && !ends {
		return nil
	}
	packed := part.packed()
	if t.size += len(packed); t.size > mostBytes {
		packed = Part{Ends: ends, Lost: fmt.Sprintf("it is larger than %d bytes", mostBytes)}.packed()
	}
	return packed
}

func (p Part) packed() []byte {
	raw, _ := json.Marshal(p) // it was written as JSON before
	sum := sha256.Sum256(raw)
	return append(sum[:sumSize:sumSize], s2.Encode(nil, raw)...)
}

const sumSize = 8 // of the hash that a part begins with

// ErrChanged: the record is not what was written. What can be read of it comes with it.
var ErrChanged = errors.New("it was changed after it was written")

// ReadPart is the inverse of [Tape.Cut].
func ReadPart(packed []byte) (Part, error) {
	if len(packed) < sumSize {
		return Part{}, ErrChanged
	}
	sum, packed := packed[:sumSize], packed[sumSize:]
	const most = 64 << 20 // what so much could be packed to; a length that somebody changed asks for no more
	if n, err := s2.DecodedLen(packed); err != nil || n > most {
		return Part{}, fmt.Errorf("unpack it: %w", errors.Join(err, errors.New("its length is not one of ours")))
	}
	raw, err := s2.Decode(nil, packed)
	if err != nil {
		return Part{}, fmt.Errorf("unpack it: %w", err)
	}
	var p Part
	if err := json.Unmarshal(raw, &p); err != nil {
		return Part{}, fmt.Errorf("read it: %w", err)
	}
	if now := sha256.Sum256(raw); !bytes.Equal(now[:sumSize], sum) {
		return p, ErrChanged
	}
	if p.Lost != "" {
		return p, fmt.Errorf("%w: %s", ErrNotKept, p.Lost)
	}
	return p, nil
}

// Changed is the first step whose record is not what was written; false where all are. sum is what its record comes to now.
func Changed(steps []Step) (s Step, sum string, changed bool) {
	for i, s := range steps {
		if sum := s.sum(); sum != s.Sum || s.N != i+1 {
			return s, sum, true
		}
	}
	return Step{}, "", false
}
