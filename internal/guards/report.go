package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"strings"
)

// reasons say of survivors why no test notices them: a line each, of file, function, condition and why, with tabs between. Where the
// why begins with "same:", nothing can tell that the guard is out, because of what is named there: it is no part of the score.
//
//go:embed reasons.txt
var reasons string

// why is the reason of each survivor that has one, by its key.
func why(text string) (map[string]string, error) {
	out := map[string]string{}
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		if strings.TrimSpace(s.Text()) == "" || strings.HasPrefix(s.Text(), "#") {
			continue
		}
		parts := strings.Split(s.Text(), "\t")
		if len(parts) != 4 {
			return nil, fmt.Errorf("a reason has file, function, condition and why: %q", s.Text())
		}
		out[strings.Join(parts[:3], "\t")] = parts[3]
	}
	return out, nil
}

// score counts what was noticed.
type score struct{ Tried, Noticed, Same int }

func (s score) add(o score) score {
	return score{s.Tried + o.Tried, s.Noticed + o.Noticed, s.Same + o.Same}
}

// counted are those whose loss can be noticed at all.
func (s score) counted() int { return s.Tried - s.Same }

func (s score) percent() float64 { return 100 * float64(s.Noticed) / float64(max(1, s.counted())) }

func (s score) String() string {
	return fmt.Sprintf("%d of %d noticed, %d more change nothing: %.1f%%", s.Noticed, s.counted(), s.Same, s.percent())
}

// tell prints what became of the guards of one target.
func tell(out io.Writer, name string, all int, verdicts []verdict, reasons map[string]string) score {
	s := score{Tried: len(verdicts)}
	for _, v := range verdicts {
		switch {
		case v.By != "":
			s.Noticed++
		case strings.HasPrefix(reasons[v.key()], "same:"):
			s.Same++
		}
	}
	fmt.Fprintf(out, "%s: %d of %d guards taken out, %s\n", name, s.Tried, all, s)
	for _, v := range verdicts {
		if v.By != "" {
			continue
		}
		fmt.Fprintf(out, "  SURVIVES %s\n    ", v.guard)
		switch reason := reasons[v.key()]; {
		case reason != "":
			fmt.Fprintln(out, reason)
		case v.Matters == 0:
			fmt.Fprintln(out, "it decides nothing in any test")
		default:
			fmt.Fprintf(out, "it decides in %d tests, and none fails without it\n", v.Matters)
		}
	}
	return s
}
