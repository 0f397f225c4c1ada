package orchestrator

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/sampled"
)

// lpBounds is how much may happen in a walk.
type lpBounds struct {
	name  string
	n     int8 // actions of the step
	rules []int8
	left  [lpHappenings]int8
}

// lpWalks go one after the other, the shortest first, so that a guard that is missing is noticed soon.
func lpWalks(large bool) []lpBounds {
	all := []int8{0, 1, 2, 3, 4, 5}
	out := []lpBounds{
		{"one, stopped, continued", 1, []int8{0}, [lpHappenings]int8{lpClick: 1, lpWord: 1, lpStop: 1, lpCrash: 1, lpGoOn: 1, lpForbid: 1}},
		{"two, decided", 2, []int8{0}, [lpHappenings]int8{lpClick: 2}},
		{"three, decided", 3, []int8{0}, [lpHappenings]int8{lpClick: 1}},
		{"one, decided", 1, all, [lpHappenings]int8{lpClick: 2, lpMove: 1, lpTime: 1, lpLose: 1}},
		{"one, under rules that change", 1, all, [lpHappenings]int8{lpClick: 2, lpRule: 1, lpLose: 1}},
		{"one, late", 1, all, [lpHappenings]int8{lpClick: 2, lpTime: 2, lpRule: 1}},
		{"one, with words, stops and crashes", 1, []int8{0, 1}, [lpHappenings]int8{lpClick: 2, lpWord: 1, lpStop: 1, lpCrash: 1, lpGoOn: 1, lpForbid: 1}},
		{"one, for good and again", 1, []int8{0, 2}, [lpHappenings]int8{lpClick: 2, lpMove: 1, lpStop: 1, lpGoOn: 1, lpRule: 1}},
		{"two of one card", 2, []int8{0, 1, 4}, [lpHappenings]int8{lpClick: 2, lpTime: 1}},
		{"two, with words and stops", 2, []int8{0}, [lpHappenings]int8{lpClick: 2, lpWord: 1, lpStop: 1, lpGoOn: 1}},
		{"three of one card", 3, []int8{0}, [lpHappenings]int8{lpClick: 2, lpStop: 1}},
	}
	out = append(out, lpSpokenWalks()...)
	out = append(out, lpSteadWalks()...)
	if large {
		out = append(out,
			lpBounds{"one, stopped, continued, and things move", 1, []int8{0, 1}, [lpHappenings]int8{lpClick: 2, lpWord: 1, lpStop: 1, lpCrash: 1, lpGoOn: 1, lpForbid: 1, lpMove: 1}},
			lpBounds{"two of one card, and things move", 2, []int8{0, 1, 4}, [lpHappenings]int8{lpClick: 2, lpTime: 1, lpMove: 1, lpLose: 1}},
			lpBounds{"two, with words, stops and crashes", 2, []int8{0}, [lpHappenings]int8{lpClick: 2, lpWord: 1, lpStop: 1, lpCrash: 1, lpGoOn: 1}},
		)
	}
	return out
}

// lpSpokenWalks are those in which several people say something while an agent works.
func lpSpokenWalks() []lpBounds {
	return []lpBounds{
		{"one and more, on words", 1, []int8{0, 1, 2}, [lpHappenings]int8{lpClick: 2, lpWord: 1, lpMore: 1}},
		{"one and more, on an answer", 1, []int8{0}, [lpHappenings]int8{lpClick: 2, lpQuestion: 1, lpMore: 1, lpLose: 1}},
		{"one and more, stopped, continued", 1, []int8{0}, [lpHappenings]int8{lpClick: 1, lpStop: 1, lpGoOn: 1, lpMore: 1}},
		{"one and more, on words of who stands in", 1, []int8{0}, [lpHappenings]int8{lpClick: 2, lpName: 1, lpMore: 2}},
	}
}

// lpSteadWalks are those in which people name others who decide for them.
func lpSteadWalks() []lpBounds {
	return []lpBounds{
		{"one, in somebody's stead", 1, []int8{0, 1, 2, 3, 4, 5}, [lpHappenings]int8{lpClick: 2, lpName: 2}},
		{"one, in the stead of who loses a role", 1, []int8{0, 1}, [lpHappenings]int8{lpClick: 1, lpName: 1, lpLose: 1}},
		{"one, in somebody's stead, under rules that change", 1, []int8{0}, [lpHappenings]int8{lpClick: 1, lpName: 1, lpRule: 1}},
	}
}

// lpResult is what the walks have seen.
type lpResult struct {
	states, arcs, effects int
	broken                string
}

func lpCheck(g lpGuards, walks []lpBounds) (out lpResult) {
	memory := newLpMemory()
	for _, b := range walks {
		for _, rule := range b.rules {
			for _, w := range b.worlds(g, memory) {
				s := lpState{rule: rule, used: -1, left: b.left}
				for i := range b.n {
					s.acts[i].stage = lpFree
				}
				w.walk(s, "")
				out.states, out.arcs, out.effects = out.states+len(w.seen), out.arcs+w.arcs, out.effects+w.effects
				if w.broken != "" {
					out.broken = b.name + ":\n  " + w.broken
					return out
				}
			}
		}
	}
	return out
}

// worlds are the sessions of these bounds: who asked, whether members may approve what they asked for, whether it can be undone,
// whether twice is once.
func (b lpBounds) worlds(g lpGuards, m *lpMemory) (out []*lpWorld) {
	for _, askedBy := range []int8{lpAnna, lpBen} {
		for _, members := range []bool{true, false} {
			for _, forGood := range []bool{false, true} {
				for _, idempotent := range []bool{false, true} {
					if idempotent && b.left[lpCrash] == 0 {
						continue
					}
					w := &lpWorld{guards: g, n: b.n, askedBy: askedBy, members: members, forGood: forGood, idempotent: idempotent, several: b.left[lpMore] > 0, memory: m, seen: map[lpState]struct{}{}}
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// With -sample.all it walks with larger bounds, too, and its output stands in docs/recorded/loop.txt.
func TestNoOrderOfHappeningsBreaksTheLoop(t *testing.T) {
	began := time.Now()
	got := lpCheck(lpReal(), lpWalks(sampled.All()))
	if got.broken != "" {
		t.Fatal(got.broken)
	}
	if got.states < 200_000 || got.effects < 20_000 {
		t.Errorf("only %d states with %d effects were walked", got.states, got.effects)
	}
	t.Logf("%d states, %d transitions, %d effects, none outside the laws, in %v", got.states, got.arcs, got.effects, time.Since(began).Round(time.Millisecond))
}
