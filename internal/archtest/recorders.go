package archtest

import (
	"go/ast"
	"slices"
)

// keepers are the files that may hold something that asks a model: the recorders of turns and tasks, and files that pass it on for
// one of them. Everything else is given, for one call, an asker that records and counts it.
func keepers() []string {
	return []string{"orchestrator/tasklines.go", "orchestrator/turn.go", "orchestrator/worker.go", "planning/planner.go"}
}

// recorders: only cmd makes the client of models, and gives it to those that record each call; nobody asks it itself.
func (c *checker) recorders(name, pkg string, f *ast.File) {
	if within(pkg, "agents/llm") || within(pkg, "internal") {
		return
	}
	inCmd := within(pkg, "cmd")
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if of(n, "llm", "Client", "NewClient") && !inCmd {
				c.say(name, "llm.%s outside cmd: its calls are recorded by nobody; take an llm.Asker", n.Sel.Name)
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				if s, ok := field.Type.(*ast.SelectorExpr); ok && of(s, "llm", "Asker", "Backend") && !inCmd && !slices.Contains(keepers(), name) {
					c.say(name, "an llm.Asker is kept in a struct: take one for each call, from whoever records it")
				}
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && inCmd && s.Sel.Name == "Ask" && !recorded(s.X) {
				c.say(name, "a model is asked past the recorder: ask through the purse")
			}
		}
		return true
	})
}

// of tells whether a selector is one of these names of a package.
func of(s *ast.SelectorExpr, pkg string, names ...string) bool {
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg && slices.Contains(names, s.Sel.Name)
}

// recorded tells whether what is asked is what a purse gives.
func recorded(x ast.Expr) bool {
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return false
	}
	s, ok := call.Fun.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Within"
}
