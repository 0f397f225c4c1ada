package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
)

// variables of the environment by which a test binary is told which guard is out, and where to note which ones mattered.
const (
	outVariable   = "AISTEAM_GUARD_OUT"
	reachVariable = "AISTEAM_GUARDS_REACHED"
)

// rewrite puts every guard of a file into a call that can take it out. Lines stay where they are.
func rewrite(source []byte, guards []guard) []byte {
	type piece struct {
		at, span int
		text     string
	}
	var pieces []piece
	for _, g := range guards {
		call := "guardNeverHolds"
		if g.Holds {
			call = "guardAlwaysHolds"
		}
		pieces = append(pieces, piece{g.start, g.start - g.end, fmt.Sprintf("%s(%d, ", call, g.ID)}, piece{g.end, g.end - g.start, ")"})
	}
	// Of those that begin at one place the longest comes first; of those that end there the shortest.
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.span, b.span)) })
	var out bytes.Buffer
	from := 0
	for _, p := range pieces {
		out.Write(source[from:p.at])
		out.WriteString(p.text)
		from = p.at
	}
	out.Write(source[from:])
	return out.Bytes()
}

// switches is the file that each rewritten package gets beside its own. A guard matters only where taking it out changes what the
// condition says: there it is noted, once in a process.
func switches(pkg string) []byte {
	return fmt.Appendf(nil, `package %s

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

type guardSwitches struct {
	out  int
	to   *os.File
	seen sync.Map
}

var guardsNow = sync.OnceValue(func() *guardSwitches {
	s := &guardSwitches{out: -1}
	if n, err := strconv.Atoi(os.Getenv(%q)); err == nil {
		s.out = n
	}
	if path := os.Getenv(%q); path != "" {
		s.to, _ = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	}
	return s
})

func (s *guardSwitches) matters(n int) (out bool) {
	if s.to != nil {
		if _, again := s.seen.LoadOrStore(n, true); !again {
			fmt.Fprintln(s.to, n)
		}
	}
	return s.out == n
}

func guardNeverHolds[B ~bool](n int, holds B) B {
	return holds && B(!guardsNow().matters(n))
}

func guardAlwaysHolds[B ~bool](n int, holds B) B {
	return holds || B(guardsNow().matters(n))
}
`, pkg, outVariable, reachVariable)
}
