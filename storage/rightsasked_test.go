package storage_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	rawRole    = regexp.MustCompile(`\b(\w+)\.role\b`)
	bareRole   = regexp.MustCompile(`(^|[^.\w«])role\b`)
	writesRole = regexp.MustCompile(`^\s*(update persons set |insert into persons )`)
	ofPersons  = regexp.MustCompile(`\b(from|join) persons\b|«LivingPerson»|«personOfSession»`)
	ofRights   = regexp.MustCompile(`\b(from|join) (standing_yeses|delegations)\b`)
	endsRights = regexp.MustCompile(`^\s*(update|delete|insert) `)
	asksRole   = regexp.MustCompile(`«(Role|PersonColumns|roleOf|noMore)»`)
)

// statement is a text of SQL as it is written, with the names of what is put into it in «».
type statement struct{ in, at, text string }

// TestARoleIsReadAsItHoldsNow walks all SQL: the role that somebody was once given is read in one place alone, which knows of guests
// and of who has left. Whatever else asks about rights asks that.
func TestARoleIsReadAsItHoldsNow(t *testing.T) {
	places, texts := 0, statements(t)
	for _, s := range texts {
		if s.in == "personOwn" || s.in == "Role" {
			places++
			continue
		}
		for _, m := range rawRole.FindAllStringSubmatch(s.text, -1) {
			// Exempt are invitations, what a grant would be, and the role of a person when a code was mailed.
			if m[1] != "v" && m[1] != "excluded" && m[1] != "sign_in_codes" {
				t.Errorf("%s: %s reads %s: take tables.Role", s.at, s.in, m[0])
			}
		}
		if ofPersons.MatchString(s.text) && bareRole.MatchString(s.text) && !writesRole.MatchString(s.text) {
			t.Errorf("%s: %s reads the role of persons as it was given: take tables.Role", s.at, s.in)
		}
	}
	if places != 2 || len(texts) < 500 {
		t.Errorf("of %d statements %d say what a role is", len(texts), places)
	}
}

// TestAStandingRightIsReadWithItsPersonsRole: what is approved for good, and who decides for whom, is read with the role that holds now.
func TestAStandingRightIsReadWithItsPersonsRole(t *testing.T) {
	lists := map[string]bool{ // that count or name what there is, and let nobody do anything by it
		"leaving": true, "AccountsToAsk": true, "EndStanding": true, "EndDelegation": true, "ClaimTasks": true,
	}
	found := 0
	for _, s := range statements(t) {
		if !ofRights.MatchString(s.text) || endsRights.MatchString(s.text) || lists[s.in] {
			continue
		}
		found++
		if !asksRole.MatchString(s.text) {
			t.Errorf("%s: %s reads rights and not the role that holds now", s.at, s.in)
		}
	}
	if found < 4 {
		t.Errorf("only %d are read", found)
	}
}

// statements are all the texts of SQL.
func statements(t *testing.T) (out []statement) {
	t.Helper()
	set := token.NewFileSet()
	for _, name := range filesWithSQL(t) {
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			in := ""
			if fn, ok := d.(*ast.FuncDecl); ok {
				in = fn.Name.Name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if spec, ok := n.(*ast.ValueSpec); ok && in == "" {
					for i, v := range spec.Values {
						out = append(out, statement{spec.Names[i].Name, set.Position(v.Pos()).String(), written(v)})
					}
					return false
				}
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				text := written(e)
				if text == "" || strings.HasPrefix(text, "«") && !strings.ContainsAny(text, " ") {
					return true
				}
				out = append(out, statement{in, set.Position(e.Pos()).String(), text})
				return false
			})
		}
	}
	return out
}

// written is a string that is put together, "" for any other expression.
func written(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		if e.Kind != token.STRING || err != nil {
			return ""
		}
		return text
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return ""
		}
		left, right := part(e.X), part(e.Y)
		if !strings.ContainsAny(left+right, " ") {
			return ""
		}
		return left + right
	case *ast.ParenExpr:
		return written(e.X)
	}
	return ""
}

// part is a piece of one: its text, or the name of what gives it.
func part(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return "«" + e.Name + "»"
	case *ast.SelectorExpr:
		return "«" + e.Sel.Name + "»"
	case *ast.CallExpr:
		return part(e.Fun)
	case *ast.BinaryExpr:
		return part(e.X) + part(e.Y)
	}
	return written(e)
}
