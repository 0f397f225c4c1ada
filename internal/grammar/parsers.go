package main

import (
	"bufio"
	"context"
	_ "embed" // the scripts that ask WordPress's parsers
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"
)

//go:embed parse.php
var phpScript string

//go:embed parse.mjs
var nodeScript string

// The parser of the editor itself, as the registry has it.
const (
	npmPackage = "@wordpress/block-serialization-default-parser@5.56.0"
	npmFile    = "wordpress-block-serialization-default-parser-5.56.0.tgz"
)

// debianParser is the parser of Debian's WordPress.
const debianParser = "/usr/share/wordpress/wp-includes/class-wp-block-parser.php"

// errMissing says that this machine lacks what a parser needs.
var errMissing = errors.New("it cannot be asked here")

// parser is one of WordPress's own.
type parser struct {
	name    string
	command []string
	dialect dialect
}

// php is the parser that sites run.
func php(dir string) (parser, error) {
	p := parser{name: "WordPress's parse_blocks (PHP)", dialect: dialect{zeroIsNothing: true}}
	at, err := exec.LookPath("php")
	if err != nil {
		return p, fmt.Errorf("%w: no php", errMissing)
	}
	if _, err := os.Stat(debianParser); err != nil {
		return p, fmt.Errorf("%w: no %s", errMissing, debianParser)
	}
	script := filepath.Join(dir, "parse.php")
	p.command = []string{at, "-d", "memory_limit=1G", script, debianParser}
	return p, os.WriteFile(script, []byte(phpScript), 0o600)
}

// npm is the parser that the editor runs in the browser, fetched from the registry at its pinned version.
func npm(ctx context.Context, dir string) (parser, error) {
	p := parser{name: npmPackage}
	for _, tool := range []string{"node", "npm", "tar"} {
		if _, err := exec.LookPath(tool); err != nil {
			return p, fmt.Errorf("%w: no %s", errMissing, tool)
		}
	}
	for _, c := range [][]string{{"npm", "pack", "--silent", npmPackage}, {"tar", "xzf", npmFile}} {
		run := exec.CommandContext(ctx, c[0], c[1:]...) // the two commands above
		run.Dir = dir
		if out, err := run.CombinedOutput(); err != nil {
			return p, fmt.Errorf("%w: %s: %w: %.300s", errMissing, strings.Join(c, " "), err, out)
		}
	}
	script := filepath.Join(dir, "parse.mjs")
	p.command = []string{"node", script, filepath.Join(dir, "package", "build-module", "index.mjs")}
	return p, os.WriteFile(script, []byte(nodeScript), 0o600)
}

// read asks the parser how it reads each text.
func (p parser) read(ctx context.Context, texts []string, each func(i int, all []told) error) error {
	c := exec.CommandContext(ctx, p.command[0], p.command[1:]...) // made above
	in, errIn := c.StdinPipe()
	out, errOut := c.StdoutPipe()
	c.Stderr = os.Stderr
	if err := errors.Join(errIn, errOut); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	var g errgroup.Group
	g.Go(func() error {
		w := bufio.NewWriter(in)
		for _, t := range texts {
			if _, err := io.WriteString(w, base64.StdEncoding.EncodeToString([]byte(t))+"\n"); err != nil {
				return errors.Join(err, in.Close())
			}
		}
		return errors.Join(w.Flush(), in.Close())
	})
	g.Go(func() error {
		lines := json.NewDecoder(out)
		for i := range texts {
			var all []told
			if err := lines.Decode(&all); err != nil {
				return fmt.Errorf("text %d: %w", i, err)
			}
			if err := each(i, all); err != nil {
				_ = c.Process.Kill() // it would wait for its reader
				return err
			}
		}
		return nil
	})
	err := g.Wait()
	if wait := c.Wait(); err == nil && wait != nil {
		err = wait
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}
