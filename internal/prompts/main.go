// Command prompts prints what each purpose costs before a word of a conversation is added: a whole request of a small story, about
// four bytes a token. With -write it keeps the requests in testdata, for people to read, and the table in docs/prompts.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

const (
	page   = "docs/prompts.md"
	begins = "<!-- what it costs: go run ./internal/prompts -write -->\n"
	ends   = "<!-- end -->\n"
)

func main() {
	write := flag.Bool("write", false, "keep the requests and the table")
	flag.Parse()
	if err := run(*write); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(write bool) error {
	asked, err := story()
	if err != nil {
		return err
	}
	fmt.Print(table(asked))
	if !write {
		return nil
	}
	for _, a := range asked {
		if err := os.WriteFile("internal/prompts/testdata/"+string(a.Purpose)+".txt", []byte(written(a)), 0o644); err != nil { // a page of the repository
			return fmt.Errorf("keep a request: %w", err)
		}
	}
	was, err := os.ReadFile(page)
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	is, err := replaced(string(was), table(asked))
	if err != nil {
		return err
	}
	if err := os.WriteFile(page, []byte(is), 0o644); err != nil { // a page of the repository
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// replaced is the page with the table in its place.
func replaced(was, table string) (string, error) {
	before, rest, found := strings.Cut(was, begins)
	_, after, ended := strings.Cut(rest, ends)
	if !found || !ended {
		return "", errors.New(page + " has no place for the table")
	}
	return before + begins + table + ends + after, nil
}
