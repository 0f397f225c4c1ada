package hooks

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// RowsOf gives the rows that a filter is written of; false where it is an expression that no rows come to.
func RowsOf(filter string) (Rows, bool) {
	filter = strings.TrimSpace(filter)
	if filter == "" {
		return Rows{}, true
	}
	env, err := language()
	if err != nil {
		return Rows{}, false
	}
	parsed, issues := env.Parse(filter)
	if issues.Err() != nil {
		return Rows{}, false
	}
	return termsOf(parsed.NativeRep())
}

func termsOf(parsed *ast.AST) (Rows, bool) {
	whole := parsed.Expr()
	rows := Rows{Any: calls(whole, operators.LogicalOr)}
	for _, term := range flat(whole, rows.joins()) {
		row, ok := rowOf(term, parsed.SourceInfo())
		if !ok || len(rows.All) == MostRows {
			return Rows{}, false
		}
		rows.All = append(rows.All, row)
	}
	return rows, true
}

func calls(e ast.Expr, function string) bool {
	return e.Kind() == ast.CallKind && e.AsCall().FunctionName() == function
}

// flat are the terms that a function joins.
func flat(e ast.Expr, function string) []ast.Expr {
	if !calls(e, function) {
		return []ast.Expr{e}
	}
	var out []ast.Expr
	for _, one := range e.AsCall().Args() {
		out = append(out, flat(one, function)...)
	}
	return out
}

// rowOf finds the row that comes to a term, among those about the fields and the values that stand in it.
func rowOf(term ast.Expr, info *ast.SourceInfo) (Row, bool) {
	text, err := cel.ExprToString(term, info)
	if err != nil {
		return Row{}, false
	}
	values := append(textsIn(term), "")
	for _, field := range fieldsIn(term) {
		for _, value := range values {
			for _, how := range Comparisons() {
				row := Row{Field: field, Comparison: how, Value: value}
				if !how.TakesValue() && value != "" {
					continue
				}
				if e, err := row.expr(); err == nil {
					if same, err := written(e); err == nil && same == text {
						return row, true
					}
				}
			}
		}
	}
	return Row{}, false
}

// fieldsIn are the fields that a term looks at, with whatever they lie in.
func fieldsIn(term ast.Expr) (out []string) {
	for _, e := range within(term) {
		if e.Kind() == ast.IdentKind && e.AsIdent() == "event" {
			out = append(out, KindField)
		} else if path, ok := pathOf(e); ok && len(path) > 0 {
			out = append(out, WritePath(path))
		}
	}
	return once(out)
}

// once are texts, each of them once.
func once(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}

// pathOf is the path to what an expression looks at in the payload.
func pathOf(e ast.Expr) ([]string, bool) {
	switch {
	case e.Kind() == ast.IdentKind:
		return nil, e.AsIdent() == "payload"
	case e.Kind() == ast.SelectKind && !e.AsSelect().IsTestOnly():
		path, ok := pathOf(e.AsSelect().Operand())
		return append(path, e.AsSelect().FieldName()), ok
	case calls(e, operators.Index):
		args := e.AsCall().Args()
		return stepped(args[0], args[1])
	case calls(e, operators.In): // "name" in payload.of
		args := e.AsCall().Args()
		return stepped(args[1], args[0])
	}
	return nil, false
}

// stepped is the path to what has a name in something else.
func stepped(of, name ast.Expr) ([]string, bool) {
	if name.Kind() != ast.LiteralKind {
		return nil, false
	}
	text, isText := name.AsLiteral().(types.String)
	path, ok := pathOf(of)
	return append(path, string(text)), ok && isText
}

// textsIn are the values that stand in a term, as people write them.
func textsIn(term ast.Expr) (out []string) {
	for _, e := range within(term) {
		if e.Kind() != ast.LiteralKind {
			continue
		}
		switch v := e.AsLiteral().(type) {
		case types.String:
			out = append(out, string(v))
		case types.Double:
			out = append(out, asText(float64(v)))
		}
	}
	return once(out)
}

// within are an expression and all that it is made of.
func within(e ast.Expr) (out []ast.Expr) {
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(one ast.Expr) { out = append(out, one) }))
	return out
}
