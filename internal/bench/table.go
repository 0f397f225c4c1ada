package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// row is a line of the result: what was measured, against what, and what was aimed at.
type row struct{ what, value, ratio, aim, met string }

type table struct{ rows []row }

func (t *table) add(what, value, ratio, aim string, met bool) {
	verdict := ""
	switch {
	case aim != "" && met:
		verdict = "met"
	case aim != "":
		verdict = "MISSED"
	}
	t.rows = append(t.rows, row{what, value, ratio, aim, verdict})
}

func (t *table) note(what, value string) { t.add(what, value, "", "", true) }

func (t *table) failed(what string, err error) {
	t.rows = append(t.rows, row{what, "not measured: " + err.Error(), "", "", "MISSED"})
}

func (t *table) print(w io.Writer) {
	tab := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(tab, "what\tmeasured\tagainst\taim\t")
	for _, r := range t.rows {
		_, _ = fmt.Fprintf(tab, "%s\t%s\t%s\t%s\t%s\n", r.what, r.value, r.ratio, r.aim, r.met)
	}
	_ = tab.Flush()
}

// times are samples of one thing.
type times []time.Duration

// at is the percentile p, 0 to 100; 0 without samples.
func (t times) at(p int) time.Duration {
	if len(t) == 0 {
		return 0
	}
	sorted := slices.Clone(t)
	slices.Sort(sorted)
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}

func (t times) String() string {
	return fmt.Sprintf("p50 %s  p95 %s  (n=%d)", ms(t.at(50)), ms(t.at(95)), len(t))
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond)) }

func times2(a, b time.Duration, of string) string {
	if b == 0 {
		return ""
	}
	return fmt.Sprintf("%.1fx %s", float64(a)/float64(b), of)
}
