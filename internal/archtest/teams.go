package archtest

import (
	"go/ast"
	"go/token"
)

// teams: only cmd makes a team, and nobody stores one globally: code is given the team of the turn, the task or the call.
func (c *checker) teams(name, pkg string, f *ast.File) {
	if within(pkg, "agents/team") || within(pkg, "internal") {
		return
	}
	for _, d := range f.Decls {
		g, declares := d.(*ast.GenDecl)
		global := declares && g.Tok == token.VAR
		ast.Inspect(d, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			switch {
			case !ok:
			case global && of(s, "team", "Team", "New", "Roster"):
				c.say(name, "team.%s at package level: a team is of one tenant at one moment; pass it on", s.Sel.Name)
			case of(s, "team", "New", "Roster") && !within(pkg, "cmd"):
				c.say(name, "team.%s outside cmd: take the *team.Team of the turn, the task or the call", s.Sel.Name)
			}
			return true
		})
	}
}
