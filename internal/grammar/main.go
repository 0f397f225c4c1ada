// Command grammar reads pages with our parser of WordPress's block grammar and with WordPress's own two, the one that sites
// run (PHP, of Debian's package) and the one that the editor runs (JavaScript, from npm at a pinned version), and counts where
// they differ. It also counts texts that do not print as they were read. It ends with a failure where either is not 0.
//
//	go run ./internal/grammar -n 100000
//	go run ./internal/grammar -also /usr/share/wordpress/wp-content/themes
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/aisteam/aisteam/executor/blocks"
)

func main() {
	n := flag.Int("n", 100_000, "generated texts")
	seed := flag.Uint64("seed", 1, "of what is generated")
	also := flag.String("also", "", "a folder whose .html and .php files are read too")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Stdout, *n, *seed, *also)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "grammar:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, n int, seed uint64, also string) error {
	dir, err := os.MkdirTemp("", "grammar-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	found, err := files(also)
	if err != nil {
		return err
	}
	shipped, err := files("/usr/share/wordpress/wp-includes/block-patterns")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	texts := append(pages(seed), append(shipped, found...)...)
	fmt.Fprintf(out, "%d pages as people have them (%d of WordPress's package, %d of %q), %d generated texts\n", len(texts), len(shipped), len(found), also, n)
	texts = append(texts, generated(n, seed)...)
	var wrong []error
	for _, t := range texts {
		if blocks.Parse(t).String() != t {
			wrong = append(wrong, fmt.Errorf("%q does not print as it was read", t))
		}
	}
	fmt.Fprintf(out, "printed otherwise than read: %d\n", len(wrong))
	asked := 0
	for _, find := range []func() (parser, error){func() (parser, error) { return php(dir) }, func() (parser, error) { return npm(ctx, dir) }} {
		p, err := find()
		if errors.Is(err, errMissing) {
			fmt.Fprintf(out, "NOT ASKED: %s: %v\n", p.name, err)
			continue
		}
		if err != nil {
			return err
		}
		differing, err := compare(ctx, p, texts)
		if err != nil {
			return err
		}
		asked++
		fmt.Fprintf(out, "%s: %d of %d read otherwise\n", p.name, len(differing), len(texts))
		wrong = append(wrong, differing...)
	}
	if asked == 0 {
		return errors.New("none of WordPress's parsers could be asked")
	}
	return errors.Join(wrong[:min(len(wrong), 5)]...)
}

func generated(n int, seed uint64) []string {
	r := random{rand.New(rand.NewPCG(seed, 2))} // it shall be the same again
	out := make([]string, n)
	for i := range out {
		out[i] = r.text()
	}
	return out
}

// compare lists the texts that the parser reads otherwise than we do.
func compare(ctx context.Context, p parser, texts []string) (differing []error, err error) {
	err = p.read(ctx, texts, func(i int, theirs []told) error {
		want, err := form(theirs)
		if err != nil {
			return err
		}
		got, err := form(p.dialect.tell(blocks.Parse(texts[i])))
		if err == nil && got != want {
			differing = append(differing, fmt.Errorf("%q is read otherwise by %s:%s", texts[i], p.name, apart(want, got)))
		}
		return err
	})
	return differing, err
}

// apart is where two tellings part.
func apart(want, got string) string {
	theirs, ours := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < len(theirs) && i < len(ours) && theirs[i] == ours[i] {
		i++
	}
	part := func(lines []string) string {
		return strings.Join(lines[min(len(lines), max(0, i-3)):min(len(lines), i+3)], "\n\t")
	}
	return "\n\t" + part(theirs) + "\nwe read\n\t" + part(ours)
}

// files are the pages in a folder.
func files(dir string) ([]string, error) {
	var out []string
	if dir == "" {
		return nil, nil
	}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".html") && !strings.HasSuffix(path, ".php") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(raw), "<!-- wp:") {
			out = append(out, string(raw))
		}
		return err
	})
	return out, err
}
