package main

import (
	"go/ast"
	"go/token"
	"strings"
)

// operand is a part of a condition that stands between and, or and not.
type operand struct {
	ast.Expr
	and bool // taken out it holds, since what it is joined to by "and" decides alone; joined by "or" it never does
}

// operands are the parts of a condition.
func operands(e ast.Expr, and bool) []operand {
	switch n := e.(type) {
	case *ast.ParenExpr:
		return operands(n.X, and)
	case *ast.UnaryExpr:
		if in, ok := n.X.(*ast.ParenExpr); ok && n.Op == token.NOT {
			return operands(in.X, and)
		}
	case *ast.BinaryExpr:
		if n.Op == token.LAND || n.Op == token.LOR {
			return append(operands(n.X, n.Op == token.LAND), operands(n.Y, n.Op == token.LAND)...)
		}
	}
	return []operand{{e, and}}
}

// condition notes the guards of a condition behind which the way ends: as a whole it never holds when it is taken out, and each
// operand that speaks is one by itself.
func (w inside) condition(e ast.Expr, looked bool) {
	parts := operands(e, false)
	speaks := looked
	for _, p := range parts {
		speaks = speaks || w.counts(p.Expr)
	}
	if !speaks {
		return
	}
	w.note(e, false)
	if len(parts) > 1 {
		w.each(parts)
	}
}

// answer notes the guards of a yes or no that a function returns.
func (w inside) answer(n *ast.ReturnStmt) {
	types := flat(w.results)
	if len(types) != len(n.Results) {
		return
	}
	for i, e := range n.Results {
		if id, ok := types[i].(*ast.Ident); ok && id.Name == "bool" {
			w.each(operands(e, true))
		}
	}
}

func (w inside) each(parts []operand) {
	for _, p := range parts {
		if w.counts(p.Expr) {
			w.note(p.Expr, p.and)
		}
	}
}

// counts tells whether an operand speaks of who, when, what or how much, and is more than a name for what was decided before.
func (w inside) counts(e ast.Expr) bool { return !ofError(e) && w.f.speaks.in(e) }

func (w inside) note(e ast.Expr, holds bool) {
	at := w.f.files.Position(e.Pos())
	end := w.f.files.Position(e.End()).Offset
	w.f.found = append(w.f.found, guard{
		File: w.f.name, Line: at.Line, Within: w.name, Text: strings.Join(strings.Fields(string(w.f.source[at.Offset:end])), " "), Holds: holds, start: at.Offset, end: end,
	})
}

// flat is one type for each result.
func flat(l *ast.FieldList) (out []ast.Expr) {
	if l == nil {
		return nil
	}
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			out = append(out, f.Type)
		}
	}
	return out
}
