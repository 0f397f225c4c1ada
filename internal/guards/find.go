package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

// guard is one condition, or a part of one, that can be taken out.
type guard struct {
	ID     int
	File   string // from the module's folder on
	Line   int
	Within string // the function it stands in
	Text   string // as it is written
	// Holds: taken out, the condition always holds; else it never does.
	Holds      bool
	start, end int // its position in the file
}

func (g guard) String() string {
	how := "never holds"
	if g.Holds {
		how = "always holds"
	}
	return fmt.Sprintf("%s:%d %s: %s (taken out it %s)", g.File, g.Line, g.Within, g.Text, how)
}

// key is what stays the same of a guard when lines above it come and go.
func (g guard) key() string { return g.File + "\t" + g.Within + "\t" + g.Text }

// finder walks one file.
type finder struct {
	files          *token.FileSet
	source         []byte
	name           string
	speaks, checks vocabulary
	found          []guard
}

// find lists the guards of a file, as the package comment says what one is.
func find(path, name string) (found []guard, source []byte, err error) {
	source, err = os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	f := finder{files: token.NewFileSet(), source: source, name: name, speaks: words(speaking), checks: words(checking)}
	file, err := parser.ParseFile(f.files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, fmt.Errorf("parse %s: %w", name, err)
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			ast.Walk(inside{&f, fn.Name.Name, fn.Type.Results}, fn.Body)
		}
	}
	return f.found, source, nil
}

// inside is a walk through the body of a function with these results.
type inside struct {
	f       *finder
	name    string
	results *ast.FieldList
}

func (w inside) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.FuncLit:
		return inside{w.f, w.name, n.Type.Results}
	case *ast.IfStmt:
		if leaves(n.Body.List) {
			w.condition(n.Cond, w.looked(n))
		}
	case *ast.SwitchStmt:
		if n.Tag == nil {
			w.cases(n.Body.List)
		}
	case *ast.ReturnStmt:
		w.answer(n)
	}
	return w
}

func (w inside) cases(clauses []ast.Stmt) {
	for _, c := range clauses {
		if c, ok := c.(*ast.CaseClause); ok && leaves(c.Body) {
			for _, e := range c.List {
				w.condition(e, false)
			}
		}
	}
}

// looked tells whether the condition is about the error of a call that looks whether something may be.
func (w inside) looked(n *ast.IfStmt) bool {
	assign, ok := n.Init.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 || !ofError(n.Cond) {
		return false
	}
	call, ok := assign.Rhs[0].(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		return w.f.checks.has(fn.Name)
	case *ast.SelectorExpr:
		return w.f.checks.has(fn.Sel.Name)
	}
	return false
}

// leaves tells whether the way ends here, or goes on with an error.
func leaves(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch last := body[len(body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE || last.Tok == token.BREAK
	case *ast.AssignStmt:
		for _, to := range last.Lhs {
			if id, ok := to.(*ast.Ident); ok && id.Name == "err" {
				return true
			}
		}
	}
	return false
}

// ofError tells whether something says only whether there is an error, or which.
func ofError(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		id, ok := e.X.(*ast.Ident)
		return ok && strings.HasSuffix(strings.ToLower(id.Name), "err")
	case *ast.CallExpr:
		if s, ok := e.Fun.(*ast.SelectorExpr); ok {
			of, ok := s.X.(*ast.Ident)
			return ok && of.Name == "errors"
		}
	case *ast.UnaryExpr:
		return ofError(e.X)
	}
	return false
}
