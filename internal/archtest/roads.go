package archtest

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// rooms are from where something goes out that no use of a tool asked for, and why. What tools ask for goes out from the dialer's room
// alone, which takes requests under a permit (package agents/outward).
func rooms() map[string]string {
	return map[string]string{
		"executor/connect/dial": "the dialer itself",
		"agents/llm":            "models, at the addresses that whoever runs the service has set",
		"bots":                  "platforms, at theirs",
		"storage":               "the database",
		"orchestrator/queue":    "Redis",
		"cmd":                   "what puts the parts together",
		"internal":              "kits for tests",
	}
}

// roads: nothing that serves tools dials, looks names up or makes a client by itself, and addresses that no permit is asked for are
// made by code alone, where that is said.
func (c *checker) roads(name, pkg string, f *ast.File) {
	for room := range rooms() {
		if within(pkg, room) {
			return
		}
	}
	for _, spec := range f.Imports {
		if imp, err := strconv.Unquote(spec.Path.Value); err == nil && within(pkg, "executor") && slices.Contains([]string{"os/exec", "net/smtp", "net/rpc", "plugin"}, imp) {
			c.say(name, "%s reaches out past the dialer: go through executor/connect/dial", imp)
		}
	}
	pointed := map[*ast.SelectorExpr]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr:
			if s, ok := n.X.(*ast.SelectorExpr); ok {
				pointed[s] = true // somebody else's, which was made where it may be
			}
		case *ast.SelectorExpr:
			if dials(n, pointed[n]) {
				c.say(name, "%s reaches out past the dialer: go through executor/connect/dial", n.Sel.Name)
			}
			if of(n, "outward", "ByCode") && pkg != "executor/connect/registry" {
				c.say(name, "outward.ByCode outside the registry: a use of a tool has its permit")
			}
		}
		return true
	})
}

// dials tells whether a name is one by which connections or look-ups are made.
func dials(s *ast.SelectorExpr, pointed bool) bool {
	x, ok := s.X.(*ast.Ident)
	if !ok || x.Name != "net" && x.Name != "http" && x.Name != "tls" {
		return s.Sel.Name == "DialContext" || strings.HasPrefix(s.Sel.Name, "LookupHost") || strings.HasPrefix(s.Sel.Name, "LookupIP") || s.Sel.Name == "LookupNetIP"
	}
	switch s.Sel.Name {
	case "Client", "Transport", "Dialer", "Resolver":
		return !pointed
	case "DefaultClient", "DefaultTransport", "DefaultResolver", "Get", "Head", "Post", "PostForm":
		return true
	}
	return strings.HasPrefix(s.Sel.Name, "Dial") || strings.HasPrefix(s.Sel.Name, "Lookup")
}
