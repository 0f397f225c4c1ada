package orchestrator_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/replay"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// tampered are records of which somebody has changed something.
type tampered struct {
	ledgerkit.Verbs

	change func(parts []assistant.Recording)
}

func (r tampered) Recording(ctx context.Context, t assistant.TenantID, of assistant.Recorded) ([]assistant.Recording, error) {
	parts, err := r.Verbs.Recording(ctx, t, of)
	r.change(parts)
	return parts, err
}

// aChangedRecordIsNamed changes what was recorded in a test: a byte anywhere, and one step of each kind so that its hash is right again.
func aChangedRecordIsNamed(t *testing.T, player *orchestrator.Player, db ledgerkit.Verbs, tenant assistant.TenantID, all []assistant.Recorded) map[tape.Kind]int {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	chance := rand.New(rand.NewPCG(7, 11))
	named := map[tape.Kind]int{}
	differs := func(of assistant.Recorded, change func([]assistant.Recording)) *replay.Difference {
		got, err := replay.One(ctx, tenant, of, tampered{db, change}, player)
		if err != nil {
			t.Fatal(err)
		}
		return got.Differs
	}
	for _, of := range all {
		for range 6 {
			seed := chance.Uint64()
			if differs(of, func(parts []assistant.Recording) { flip(rand.New(rand.NewPCG(seed, 1)), parts) }) == nil {
				t.Errorf("a changed byte of %+v is not named", of)
			}
		}
		for _, kind := range []tape.Kind{tape.Model, tape.Tool, tape.Clock, tape.Random} {
			found := false
			d := differs(of, func(parts []assistant.Recording) { found = rewrite(parts, kind) })
			if found && d != nil && d.Field != "the record itself" {
				named[kind]++
			}
		}
	}
	return named
}

// flip changes a byte of a part's text.
func flip(chance *rand.Rand, parts []assistant.Recording) {
	p := &parts[chance.IntN(len(parts))]
	raw, err := s2.Decode(nil, p.Body[8:])
	if err != nil {
		panic(err)
	}
	raw[chance.IntN(len(raw))] ^= 1 << chance.IntN(7)
	p.Body = append(bytes.Clone(p.Body[:8]), s2.Encode(nil, raw)...)
}

// rewrite changes the last step of a kind as somebody would who also knows how records are written.
func rewrite(parts []assistant.Recording, kind tape.Kind) bool {
	for i := len(parts) - 1; i >= 0; i-- {
		part, err := tape.ReadPart(parts[i].Body)
		if err != nil {
			panic(err)
		}
		for n := len(part.Steps) - 1; n >= 0; n-- {
			s := &part.Steps[n]
			if s.Kind != kind || s.Error != nil || !other(s) {
				continue
			}
			*s = s.Signed()
			raw, err := json.Marshal(part)
			if err != nil {
				panic(err)
			}
			sum := sha256.Sum256(raw)
			parts[i].Body = append(sum[:8:8], s2.Encode(nil, raw)...)
			return true
		}
	}
	return false
}

// other gives a step another value; false where there is nothing in it to be changed.
func other(s *tape.Step) bool {
	was := string(s.Value)
	now := was
	switch s.Kind {
	case tape.Clock:
		now = `"2031-05-06T07:08:09Z"`
	case tape.Random:
		now = `"0123456789abcdef"`
	case tape.Model, tape.Tool:
		for _, field := range []string{`"Text":"`, `"Summary":"`, `"Title":"`} {
			now = strings.Replace(now, field, field+"Not: ", 1)
		}
	case tape.Read, tape.Write:
	}
	s.Value = json.RawMessage(now)
	return now != was
}
