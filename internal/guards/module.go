package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is what go list says about a package.
type listed struct {
	Dir, Name, ImportPath string
	GoFiles               []string
	TestGoFiles           []string
	XTestGoFiles          []string
}

// list asks go for the packages of the patterns.
func list(ctx context.Context, module string, patterns ...string) (out []listed, err error) {
	raw, err := tool(ctx, module, append([]string{"list", "-json=Dir,Name,ImportPath,GoFiles,TestGoFiles,XTestGoFiles"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(raw)); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("read what go list says: %w", err)
		}
		out = append(out, p)
	}
	return out, nil
}

// tool runs the go command in the module.
func tool(ctx context.Context, module string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = module
	out, err := c.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("go %s: %w\n%s%s", strings.Join(args, " "), err, out, failed.Stderr)
	}
	return out, err
}

// built is one package list with its guards, and the test binaries that have switches for all of them.
type built struct {
	guards []guard
	tests  []binary
}

// binary is a compiled test of one package; it runs in that package's folder.
type binary struct {
	Path, Dir, Package string
	Flags              []string
}

// quiet has the flag by which tests that draw their own cases (pgregory.net/rapid) write no file into the tree when they fail, where
// the binary knows it.
func (b binary) quiet(ctx context.Context) binary {
	const flag = "-rapid.nofailfile"
	c := exec.CommandContext(ctx, b.Path, flag, "-test.list", "^$")
	c.Dir = b.Dir
	if c.Run() == nil {
		b.Flags = []string{flag}
	}
	return b
}

// build finds the guards of the packages, and compiles their tests over rewritten copies. The tree itself is not touched.
func build(ctx context.Context, module, room string, t target) (b built, err error) {
	module, err = filepath.Abs(module)
	if err != nil {
		return b, fmt.Errorf("name %s: %w", module, err)
	}
	packages, err := list(ctx, module, t.Patterns...)
	if err != nil {
		return b, err
	}
	over := map[string]string{}
	for _, p := range packages {
		if err := b.lay(module, room, p, over); err != nil {
			return b, err
		}
	}
	raw, err := json.Marshal(map[string]any{"Replace": over})
	if err != nil {
		return b, fmt.Errorf("write overlay: %w", err)
	}
	overlay := filepath.Join(room, "overlay.json")
	if err := os.WriteFile(overlay, raw, 0o600); err != nil {
		return b, fmt.Errorf("write overlay: %w", err)
	}
	for i, p := range packages {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		path := filepath.Join(room, fmt.Sprintf("%d.test", i))
		if _, err := tool(ctx, module, "test", "-c", "-overlay", overlay, "-o", path, p.ImportPath); err != nil {
			return b, err
		}
		b.tests = append(b.tests, binary{Path: path, Dir: p.Dir, Package: p.ImportPath}.quiet(ctx))
	}
	return b, nil
}

// lay puts the rewritten files of a package into the room, and notes what they stand for.
func (b *built) lay(module, room string, p listed, over map[string]string) error {
	write := func(path string, content []byte) error {
		to := filepath.Join(room, fmt.Sprintf("%d.go", len(over)))
		over[path] = to
		return os.WriteFile(to, content, 0o600)
	}
	had := len(b.guards)
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		short, err := filepath.Rel(module, path)
		if err != nil {
			return fmt.Errorf("name %s: %w", path, err)
		}
		found, source, err := find(path, filepath.ToSlash(short))
		if err != nil {
			return err
		}
		for i := range found {
			found[i].ID = len(b.guards) + i
		}
		b.guards = append(b.guards, found...)
		if len(found) == 0 {
			continue
		}
		if err := write(path, rewrite(source, found)); err != nil {
			return fmt.Errorf("write %s: %w", short, err)
		}
	}
	if len(b.guards) == had {
		return nil
	}
	return write(filepath.Join(p.Dir, "guardswitches.go"), switches(p.Name))
}
