package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// chosen are the guards of the files that are asked for.
func (o options) chosen(all []guard) ([]guard, error) {
	var patterns []string
	if o.Files != "" {
		patterns = strings.Split(o.Files, ",")
	}
	for _, p := range patterns {
		if _, err := path.Match(p, ""); err != nil {
			return nil, fmt.Errorf("read which files %q: %w", p, err)
		}
	}
	of := func(g guard) bool {
		like := func(p string) bool { ok, _ := path.Match(p, path.Base(g.File)); return ok }
		return strings.HasSuffix(g.File, o.File) && (patterns == nil || slices.ContainsFunc(patterns, like))
	}
	return slices.DeleteFunc(slices.Clone(all), func(g guard) bool { return !of(g) }), nil
}

// lists prints the guards of the targets that are asked for; nothing is compiled.
func lists(ctx context.Context, out io.Writer, o options, ts []target) error {
	module, err := filepath.Abs(o.Module)
	if err != nil {
		return fmt.Errorf("name %s: %w", o.Module, err)
	}
	for _, t := range ts {
		packages, err := list(ctx, module, t.Patterns...)
		if err != nil {
			return err
		}
		for _, p := range packages {
			found, err := ofPackage(module, p)
			if err != nil {
				return err
			}
			chosen, err := o.chosen(found)
			if err != nil {
				return err
			}
			for _, g := range chosen {
				fmt.Fprintln(out, g)
			}
		}
	}
	return nil
}

// ofPackage finds the guards of all files of a package.
func ofPackage(module string, p listed) (all []guard, err error) {
	for _, name := range p.GoFiles {
		at := filepath.Join(p.Dir, name)
		short, err := filepath.Rel(module, at)
		if err != nil {
			return nil, fmt.Errorf("name %s: %w", at, err)
		}
		found, _, err := find(at, filepath.ToSlash(short))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}
