package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// The most lines a file may have.
const (
	codeLines = 500
	testLines = 700
)

// Check reads every Go file of a tree and returns what breaks a rule, a line each, in the order of the files.
func Check(root fs.FS) ([]string, error) {
	c := &checker{rows: table(), documented: make(map[string]bool)}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && skipped(d.Name()):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		return c.file(root, name)
	})
	if err != nil {
		return nil, fmt.Errorf("read the tree: %w", err)
	}
	for pkg, ok := range c.documented {
		if !ok {
			c.say(pkg, "the package has no comment that says what it is for")
		}
	}
	slices.Sort(c.found)
	return c.found, nil
}

func skipped(dir string) bool {
	return dir != "." && strings.HasPrefix(dir, ".") || dir == "testdata" || dir == "vendor" || dir == "bin"
}

type checker struct {
	rows       map[string][]string
	documented map[string]bool // by package: one of its files says what it is for
	found      []string
}

func (c *checker) say(where, format string, a ...any) {
	c.found = append(c.found, where+": "+fmt.Sprintf(format, a...))
}

func (c *checker) file(root fs.FS, name string) error {
	src, err := fs.ReadFile(root, name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("parse %s: %w", name, err)
	}
	lines, test := set.File(f.FileStart).LineCount(), strings.HasSuffix(name, "_test.go")
	if most := map[bool]int{false: codeLines, true: testLines}[test]; lines > most && !ast.IsGenerated(f) {
		c.say(name, "%d lines, more than %d: has it one subject?", lines, most)
	}
	if test {
		return nil
	}
	pkg := path.Dir(name)
	c.documented[pkg] = c.documented[pkg] || f.Doc != nil
	c.imports(name, pkg, f)
	c.habits(name, pkg, f)
	c.recorders(name, pkg, f)
	c.teams(name, pkg, f)
	c.roads(name, pkg, f)
	return nil
}

func (c *checker) imports(name, pkg string, f *ast.File) {
	allowed, known := row(c.rows, pkg)
	if !known {
		c.say(name, "%s has no row in the import table", pkg)
	}
	for _, spec := range f.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser has seen to it
		}
		dep, ours := strings.CutPrefix(imp, module+"/")
		switch {
		case ours && !permits(allowed, dep):
			c.say(name, "%s may not import %s", pkg, dep)
		case !ours && within(pkg, "assistant") && strings.Contains(strings.Split(imp, "/")[0], "."):
			c.say(name, "%s may import the standard library alone, not %s", pkg, imp)
		}
	}
}

func permits(allowed []string, dep string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		below, tree := strings.CutSuffix(a, "/...")
		return a == anything || a == dep || tree && within(dep, below)
	})
}

func within(pkg, tree string) bool { return pkg == tree || strings.HasPrefix(pkg, tree+"/") }

// habits: only cmd reads the environment, nothing happens on import, and what a program is made of is passed to it.
func (c *checker) habits(name, pkg string, f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				c.say(name, "an init function; constructors are called")
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "os" && environment(n.Sel.Name) && !within(pkg, "cmd") && !within(pkg, "internal") {
				c.say(name, "os.%s outside cmd; take it from the Config", n.Sel.Name)
			}
		}
		return true
	})
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			c.global(name, s)
		}
	}
}

func environment(function string) bool {
	return slices.Contains([]string{"Getenv", "LookupEnv", "Environ", "ExpandEnv", "Setenv"}, function)
}

// global reports maps at package level: somebody will write to them.
func (c *checker) global(name string, s ast.Spec) {
	v, ok := s.(*ast.ValueSpec)
	if !ok {
		return
	}
	_, typed := v.Type.(*ast.MapType)
	for _, value := range v.Values {
		if lit, ok := value.(*ast.CompositeLit); ok {
			_, typed = lit.Type.(*ast.MapType)
		}
	}
	if typed {
		c.say(name, "the map %s at package level; return it from a function", v.Names[0].Name)
	}
}
