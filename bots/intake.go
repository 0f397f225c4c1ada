package bots

import (
	"container/list"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// IntakeConfig is what an [Intake] is made of. Its zero value means the defaults.
type IntakeConfig struct {
	Bytes  int64         // held in memory at once; 2 MiB
	Bodies int           // that are coming at once; 256
	Within time.Duration // in which a body must have come; 10 s
}

// Intake reads the bodies of requests before they are authenticated, and bounds what they take together. An attacker has many
// bodies that make no progress, while an honest one arrives within milliseconds. So when room is short, the body that has been
// arriving longest is cut off and the next one let in: a flood of half-sent bodies holds a bounded number of bytes and connections,
// and locks nobody out.
type Intake struct {
	IntakeConfig

	mu     sync.Mutex
	held   int64      // bytes, of bodies that are coming and of those that nobody has vouched for yet
	coming *list.List // of *arrival, oldest first
	pieces sync.Pool  // of *piece
}

// arrival is a body that is coming.
type arrival struct {
	from *http.ResponseController
	at   *list.Element // nil once it has come, or was cut off
	held int64
	cut  bool
}

// piece is a part of a body while it is coming.
type piece [pieceSize]byte

const pieceSize = 16 << 10

// errFull says that there is no room, and nobody to take it from.
var errFull = errors.New("no room for another body")

// HangUp ends the connection with the answer that is about to be given: nobody who is refused is listened to any longer. A
// server would wait for the rest of the body otherwise.
func HangUp(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0)) // a test's writer has none
}

// NewIntake makes one.
func NewIntake(c IntakeConfig) *Intake {
	if c.Bytes <= 0 {
		c.Bytes = 2 << 20
	}
	if c.Bodies <= 0 {
		c.Bodies = 256
	}
	if c.Within <= 0 {
		c.Within = 10 * time.Second
	}
	return &Intake{IntakeConfig: c, coming: list.New()}
}

// Read reads a body of at most limit bytes, or returns the status to refuse the request with: 413 if it is too large, 408 if it was
// too slow or was cut off, 503 if there is no room, 400 if it broke off. The caller calls done once the body is authenticated or no
// longer needed.
func (i *Intake) Read(w http.ResponseWriter, r *http.Request, limit int64) (raw []byte, done func(), status int) {
	b := &arrival{from: http.NewResponseController(w)}
	done = func() { i.release(b) }
	if r.ContentLength > limit {
		HangUp(w)
		return nil, done, http.StatusRequestEntityTooLarge
	}
	_ = b.from.SetReadDeadline(time.Now().Add(i.Within)) // a test's writer has none
	i.enter(b)
	raw, err := i.readAll(b, http.MaxBytesReader(w, r.Body, limit))
	if i.leave(b) && err == nil {
		err = os.ErrDeadlineExceeded
	}
	if err == nil {
		_ = b.from.SetReadDeadline(time.Time{})
		return raw, done, 0
	}
	i.release(b)
	HangUp(w)
	return nil, done, statusOf(err)
}

func statusOf(err error) int {
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case large:
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, errFull):
		return http.StatusServiceUnavailable
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout
	default:
		return http.StatusBadRequest
	}
}

// readAll reads to the end, into pieces that are used again: what is cut off leaves nothing to be collected, and room is made
// for what has come, not for what is announced.
func (i *Intake) readAll(b *arrival, from io.Reader) ([]byte, error) {
	var pieces []*piece
	defer func() {
		for _, p := range pieces {
			i.pieces.Put(p)
		}
	}()
	for size := 0; ; {
		if size == len(pieces)*pieceSize {
			p, ok := i.pieces.Get().(*piece)
			if !ok {
				p = new(piece)
			}
			pieces = append(pieces, p)
		}
		n, err := from.Read(pieces[len(pieces)-1][size%pieceSize:])
		size += n
		if full := i.take(b, int64(n)); full != nil {
			return nil, full
		}
		switch {
		case errors.Is(err, io.EOF):
			return joined(pieces, size), nil
		case err != nil:
			return nil, fmt.Errorf("read body: %w", err)
		}
	}
}

func joined(pieces []*piece, size int) []byte {
	raw := make([]byte, 0, size)
	for _, p := range pieces {
		raw = append(raw, p[:min(pieceSize, size-len(raw))]...)
	}
	return raw
}

func (i *Intake) enter(b *arrival) {
	i.mu.Lock()
	defer i.mu.Unlock()
	b.at = i.coming.PushBack(b)
	if i.coming.Len() > i.Bodies {
		i.cutOldest(b)
	}
}

// take counts what has come of a body, and makes room for it.
func (i *Intake) take(b *arrival, n int64) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if b.cut {
		return os.ErrDeadlineExceeded
	}
	i.held, b.held = i.held+n, b.held+n
	for i.held > i.Bytes {
		if !i.cutOldest(b) {
			return errFull
		}
	}
	return nil
}

// cutOldest ends the body that has been coming for longest, other than b; false if there is none. The caller holds the
// lock.
func (i *Intake) cutOldest(b *arrival) bool {
	for at := i.coming.Front(); at != nil; at = at.Next() {
		oldest, ok := at.Value.(*arrival)
		if !ok || oldest == b {
			continue
		}
		i.coming.Remove(at)
		oldest.at, oldest.cut = nil, true
		i.held, oldest.held = i.held-oldest.held, 0
		_ = oldest.from.SetReadDeadline(time.Unix(1, 0)) // its read returns now
		return true
	}
	return false
}

// leave says that a body comes no more, and tells whether it was cut off.
func (i *Intake) leave(b *arrival) (cut bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if b.at != nil {
		i.coming.Remove(b.at)
		b.at = nil
	}
	return b.cut
}

func (i *Intake) release(b *arrival) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.held, b.held = i.held-b.held, 0
}
