package main

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
)

//go:embed testdata/*.txt
var files embed.FS

// Entry is a message that somebody may write, with what it is.
type Entry struct {
	Language string
	Held     bool   // it is not looked at while something is tuned
	Open     string // what stands open where it is said; "" for nothing
	Label    string
	Text     string
}

// What may stand open where an entry is said.
const (
	openPlan     = "plan"
	openApproval = "approval"
	openQuestion = "question"
	openRun      = "run" // at work, or done and to be taken back
)

// languages are those of the corpus, in the order they are printed.
func languages() []string { return []string{"en", "de", "fr", "es"} }

// requests are the labels of what is said where nothing is open.
func requests() []string { return []string{"simple", "tool", "complex"} }

// decisions are the labels of what is said where something is open.
func decisions() []string {
	return []string{"yes", "no", "stop", "undo", "retry", "default", "pick", "revise", "reply", "aside"}
}

// read returns all entries. A line is "heldout | plan | yes | words"; \n in the words is a line break.
func read() ([]Entry, error) {
	var out []Entry
	for _, language := range languages() {
		f, err := files.Open("testdata/" + language + ".txt")
		if err != nil {
			return nil, fmt.Errorf("open the corpus: %w", err)
		}
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			if strings.TrimSpace(lines.Text()) == "" || strings.HasPrefix(lines.Text(), "#") {
				continue
			}
			e, err := parse(lines.Text())
			if err != nil {
				return nil, errors.Join(fmt.Errorf("testdata/%s.txt line %d: %w", language, n, err), f.Close())
			}
			e.Language = language
			out = append(out, e)
		}
		if err := errors.Join(lines.Err(), f.Close()); err != nil {
			return nil, fmt.Errorf("read the corpus: %w", err)
		}
	}
	return out, nil
}

func parse(line string) (Entry, error) {
	columns := strings.SplitN(line, "|", 4)
	if len(columns) != 4 {
		return Entry{}, errors.New("it wants four columns: tuning or heldout, what is open or -, the label, the words")
	}
	for i := range columns {
		columns[i] = strings.TrimSpace(columns[i])
	}
	e := Entry{Held: columns[0] == "heldout", Open: columns[1], Label: columns[2], Text: strings.ReplaceAll(columns[3], `\n`, "\n")}
	labels := decisions()
	if e.Open == "-" {
		e.Open, labels = "", requests()
	}
	switch {
	case columns[0] != "heldout" && columns[0] != "tuning":
		return e, fmt.Errorf("%q is neither tuning nor heldout", columns[0])
	case e.Open != "" && !slices.Contains([]string{openPlan, openApproval, openQuestion, openRun}, e.Open):
		return e, fmt.Errorf("nothing called %q stands open", e.Open)
	case !slices.Contains(labels, e.Label):
		return e, fmt.Errorf("%q is no label here; there are %s", e.Label, strings.Join(labels, ", "))
	case e.Text == "":
		return e, errors.New("there are no words")
	}
	return e, nil
}
