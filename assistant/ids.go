package assistant

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"io"
	"strings"
	"sync"
	"time"
)

// Ids are UUIDs of version 7 in their usual text form. A distinct type per noun keeps them from being swapped.
type (
	// TenantID names a tenant.
	TenantID string
	// PersonID names a person within a tenant.
	PersonID string
	// ProjectID names a project within a tenant.
	ProjectID string
	// ConversationID names a conversation.
	ConversationID string
	// MessageID names one entry of a conversation's log.
	MessageID string
	// PlanID names a plan; its versions share it.
	PlanID string
	// RunID names a run.
	RunID string
	// TaskID names a task of a run.
	TaskID string
	// CallID names one use of a tool.
	CallID string
	// ApprovalID names a pending action.
	ApprovalID string
	// StandingID names a person's standing yes.
	StandingID string
	// DelegationID names that somebody decides for another person.
	DelegationID string
	// ClarificationID names a question to a person.
	ClarificationID string
	// FileID names a file that is kept here.
	FileID string
	// ReserveID names what is put aside of a budget for one call of a model.
	ReserveID string
	// PlaceID names the binding of a conversation to where it happens.
	PlaceID string
	// ClaimToken is a worker's fence: random, never counted, so that a claim lost in a crash cannot be issued twice.
	ClaimToken string
)

// IDs makes UUIDs of version 7 (RFC 9562 §5.7). It is safe for concurrent use.
type IDs struct {
	now    func() time.Time
	random io.Reader

	mu   sync.Mutex
	last uint64 // the 60 bits of milliseconds and counter last given out
}

// NewIDs returns a source of ids that reads the clock from now and randomness from random (crypto/rand.Reader outside tests).
func NewIDs(now func() time.Time, random io.Reader) *IDs {
	return &IDs{now: now, random: random}
}

// New returns the next id. Ids of one source ascend, also within a millisecond.
// It panics when the source of randomness fails, which leaves nothing sensible to do.
func (s *IDs) New() string {
	var b [16]byte
	if _, err := io.ReadFull(s.random, b[:]); err != nil {
		panic("assistant: read randomness: " + err.Error())
	}
	tick := s.tick()
	binary.BigEndian.PutUint64(b[:8], tick>>12<<16|0x7000|tick&0x0fff)
	b[8] = b[8]&0x3f | 0x80
	return uuidText(b)
}

// tick returns 48 bits of milliseconds and 12 bits of counter, each call greater than the last.
func (s *IDs) tick() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = max(s.last+1, uint64(s.now().UnixMilli())<<12)
	return s.last
}

// Code makes a code that people can read to one another; see [ReadCode]. It panics as New does.
func (s *IDs) Code() string {
	const fair = 256 / len(codeLetters) * len(codeLetters) // beyond it some letters would come more often
	code := make([]byte, 0, codeLength)
	for len(code) < codeLength {
		var b [1]byte
		if _, err := io.ReadFull(s.random, b[:]); err != nil {
			panic("assistant: read randomness: " + err.Error())
		}
		if int(b[0]) < fair {
			code = append(code, codeLetters[int(b[0])%len(codeLetters)])
		}
	}
	return string(code)
}

// Secret makes an unguessable text that identifies its bearer. It panics as New does.
func (s *IDs) Secret() string {
	var b [32]byte
	if _, err := io.ReadFull(s.random, b[:]); err != nil {
		panic("assistant: read randomness: " + err.Error())
	}
	return base64.RawURLEncoding.EncodeToString(b[:])
}

func uuidText(b [16]byte) string {
	var t [36]byte
	hex.Encode(t[:8], b[:4])
	hex.Encode(t[9:13], b[4:6])
	hex.Encode(t[14:18], b[6:8])
	hex.Encode(t[19:23], b[8:10])
	hex.Encode(t[24:], b[10:])
	t[8], t[13], t[18], t[23] = '-', '-', '-', '-'
	return string(t[:])
}

// NewID returns the next id of the wanted kind.
func NewID[ID ~string](s *IDs) ID { return ID(s.New()) }

// idOf makes an id of words: the same of the same.
func idOf(words ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\n")))
	id := [16]byte(sum[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of version 8 (RFC 9562 §5.8)
	return uuidText(id)
}

// ValidID tells whether text has the form of an id. Ids from outside are checked before they reach a query.
func ValidID(text string) bool {
	if len(text) != 36 {
		return false
	}
	for i, r := range []byte(text) {
		switch i {
		case 8, 13, 18, 23:
			if r != '-' {
				return false
			}
		default:
			if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
				return false
			}
		}
	}
	return true
}
