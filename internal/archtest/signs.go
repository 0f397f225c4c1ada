package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Sign is how large a package is and how its files hang together. Signs are looked at; nothing is refused for them, since a
// split for a number's sake is worse than none.
type Sign struct {
	Package string
	Files   int
	Lines   int    // of the product
	Widest  string // the type with the most methods
	Methods int    // of it
	Calls   int    // pairs of files, one using what the other declares
	Up      int    // those that run against the order in which most of the package can be read
}

// Signs are those of every package of the tree, by name.
func Signs(tree fs.FS) ([]Sign, error) {
	packages := map[string][]*source{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && skipped(d.Name()):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		s, err := read(tree, name)
		packages[path.Dir(name)] = append(packages[path.Dir(name)], s)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the tree: %w", err)
	}
	var out []Sign
	for name, files := range packages {
		out = append(out, sign(name, files))
	}
	slices.SortFunc(out, func(a, b Sign) int { return strings.Compare(a.Package, b.Package) })
	return out, nil
}

// source is what a file declares and which names it uses.
type source struct {
	lines    int
	declares []string
	methods  map[string]int // by their type
	uses     map[string]bool
}

func read(tree fs.FS, name string) (*source, error) {
	raw, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, raw, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", name, err)
	}
	s := &source{lines: bytes.Count(raw, []byte("\n")), methods: map[string]int{}, uses: map[string]bool{}}
	for _, d := range file.Decls {
		s.declare(d)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			s.uses[id.Name] = true
		}
		return true
	})
	return s, nil
}

func (s *source) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		s.declares = append(s.declares, d.Name.Name)
		if d.Recv != nil && len(d.Recv.List) == 1 {
			s.methods[receiver(d.Recv.List[0].Type)]++
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.declares = append(s.declares, spec.Name.Name)
			case *ast.ValueSpec:
				for _, n := range spec.Names {
					s.declares = append(s.declares, n.Name)
				}
			}
		}
	}
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	default:
		return ""
	}
}

func sign(name string, files []*source) Sign {
	out := Sign{Package: name, Files: len(files)}
	methods := map[string]int{}
	for _, f := range files {
		out.Lines += f.lines
		for t, n := range f.methods {
			methods[t] += n
		}
	}
	for t, n := range methods {
		if n > out.Methods || n == out.Methods && t < out.Widest {
			out.Widest, out.Methods = t, n
		}
	}
	uses := arrows(files)
	for _, to := range uses {
		out.Calls += len(to)
	}
	out.Up = against(uses)
	return out
}

// arrows are, of each file, the others whose names it uses. A name that several files declare, as methods of several types do,
// says nothing.
func arrows(files []*source) []map[int]bool {
	where := map[string]int{}
	for i, f := range files {
		for _, n := range f.declares {
			if at, known := where[n]; known && at != i {
				where[n] = -1
				continue
			}
			where[n] = i
		}
	}
	out := make([]map[int]bool, len(files))
	for i, f := range files {
		out[i] = map[int]bool{}
		for n := range f.uses {
			if at, known := where[n]; known && at >= 0 && at != i {
				out[i][at] = true
			}
		}
	}
	return out
}

// against counts the arrows that run back in an order that has few of them: again and again the file that uses the most and is
// used the least comes next (Eades, Lin and Smyth, 1993).
func against(uses []map[int]bool) int {
	place := make([]int, len(uses))
	left := map[int]bool{}
	for i := range uses {
		left[i] = true
	}
	for next := range uses {
		best, most := -1, 0
		for i := range uses {
			if !left[i] {
				continue
			}
			weight := 0
			for j := range left {
				if uses[i][j] {
					weight++
				}
				if uses[j][i] {
					weight--
				}
			}
			if best < 0 || weight > most {
				best, most = i, weight
			}
		}
		place[best] = next
		delete(left, best)
	}
	n := 0
	for i, to := range uses {
		for j := range to {
			if place[j] < place[i] {
				n++
			}
		}
	}
	return n
}
