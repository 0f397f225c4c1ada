package wording_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/wording"
)

// spoken are the packages all of whose sentences are people's to read, and what in them is not: prompts, and names of metrics.
func spoken() map[string][]string {
	return map[string][]string{
		"bots":                 {"download.go", "surface.go", "transcript.go", "unproven.go"}, // for operators, and for models
		"bots/view":            nil,
		"bots/click":           nil,
		"bots/slack/home":      nil,
		"bots/discord/receive": {"saidbefore.go", "ask.go", "command.go", "link.go", "event.go", "shard.go"}, // for models, and as commands are registered
		"wording/waits":        nil,
		"wording/deciders":     nil,
		"planning":             {"catalogue.go", "prompts.go", "whichproject.go", "requesttext.go", "receiptwords.go", "steps.go"},
		// The rest of these is for models and tapes, and for clients of the API: the content of a status line, which no card shows.
		"orchestrator": {"modelcalls.go", "actingresults.go", "inbox.go", "guest.go", "tasklines.go", "timers.go", "execute.go", "files.go", "tapedports.go", "tapedtasks.go", "tapedtools.go"},
	}
}

// literal is a text of the code, its parts joined.
type literal struct {
	at   token.Position
	text string
	said bool // it is given to Say
	ours bool // it is for operators: an error, a log line, a pattern
}

var (
	saidInTemplate = regexp.MustCompile(`(?:\.Say|\bsay|\bphrase) "([^"]+)"`)
	saidInScript   = regexp.MustCompile(`\bsay\("([^"]+)"`)
)

// A sentence is at least two words, the second of which is one of ours to translate.
var sentence = regexp.MustCompile(`\pL{2,}[,:;]? \pL`)

func TestNoSentenceStandsOutsideTheCatalogue(t *testing.T) {
	known, err := wording.Entries(assistant.German)
	if err != nil {
		t.Fatal(err)
	}
	for pkg, without := range spoken() {
		for _, file := range filesOf(t, pkg, without) {
			for _, l := range literalsOf(t, file) {
				if _, ok := known[l.text]; ok || l.ours || forModels[l.text] || !l.said && !sentence.MatchString(l.text) {
					continue
				}
				t.Errorf("%s:%d: %q is not in the catalogue", file, l.at.Line, l.text)
			}
		}
	}
}

func TestWhatIsSaidAnywhereIsInTheCatalogueAndTheCatalogueHasNothingElse(t *testing.T) {
	known, err := wording.Entries(assistant.German)
	if err != nil {
		t.Fatal(err)
	}
	used, missing, said := map[string]bool{}, map[string]bool{}, 0
	walked := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return filepath.SkipDir
		}
		if by := map[string]*regexp.Regexp{".html": saidInTemplate, ".js": saidInScript}[filepath.Ext(path)]; by != nil {
			raw, err := os.ReadFile(path)
			for _, m := range by.FindAllStringSubmatch(string(raw), -1) {
				used[m[1]] = true
				if _, ok := known[m[1]]; !ok {
					t.Errorf("%s: %q is said and is not in the catalogue", path, m[1])
				}
			}
			return err
		}
		if d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == "." {
			return nil
		}
		in := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(path, ".."+string(filepath.Separator))))
		for _, l := range literalsOf(t, path) {
			used[l.text], used[executor.Progressive(l.text)] = true, true
			if strings.HasPrefix(in, "internal") || strings.HasSuffix(in, "storagetest") {
				continue // examples of tests
			}
			if _, ok := known[l.text]; l.said && !ok && !english[in] && !madeOfOthers[l.text] {
				t.Errorf("%s:%d: %q is said and is not in the catalogue", path, l.at.Line, l.text)
			} else if l.said && !ok {
				missing[in] = true
			}
			if l.said {
				said++
			}
		}
		return nil
	})
	if walked != nil || said < 1500 {
		t.Fatalf("%d sentences were looked at: %v", said, walked)
	}
	for in := range english {
		if !missing[in] {
			t.Errorf("%s says nothing in English alone any more", in)
		}
	}
	used["%s and %s"], used["%s: %s"] = true, true // of Words.List, and a call's title
	for key := range known {
		if !used[key] {
			t.Errorf("nobody says %q any more", key)
		}
	}
}

// madeOfOthers are refusals that are words of others all but whole.
var madeOfOthers = map[string]bool{"%s There is /%s (“%s”).": true, "Write it like 22:00. %s": true}

// english are the packages some of whose sentences are in English alone: what the systems read that send events, whose language nobody
// knows.
var english = map[string]bool{"bots/web/outside": true}

func filesOf(t *testing.T, pkg string, without []string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pkg), "*.go"))
	if err != nil || len(all) == 0 {
		t.Fatalf("no files in %s: %v", pkg, err)
	}
	var out []string
	for _, f := range all {
		skip := strings.HasSuffix(f, "_test.go")
		for _, w := range without {
			skip = skip || filepath.Base(f) == w
		}
		if !skip {
			out = append(out, f)
		}
	}
	return out
}

// literalsOf are the texts of a file, but its imports and tags.
func literalsOf(t *testing.T, path string) []literal {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []literal
	var walk func(n ast.Node, said, ours bool)
	walk = func(n ast.Node, said, ours bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.ValueSpec:
				if kind, ok := n.Type.(*ast.Ident); ok && (kind.Name == "Do" || kind.Name == "Sign") {
					return false // names for surfaces, not words for people
				}
			case *ast.Field:
				if n.Tag != nil {
					walk(n.Type, said, ours)
					return false
				}
			case *ast.CallExpr:
				name := called(n.Fun)
				walk(n.Fun, false, ours)
				for i, arg := range n.Args {
					walk(arg, i == 0 && (name == "Say" || name == "View"), ours || forOperators[name])
				}
				return false
			case *ast.BinaryExpr, *ast.BasicLit:
				if text, ok := folded(n.(ast.Expr)); ok {
					out = append(out, literal{set.Position(n.Pos()), text, said, ours})
					return false
				}
				said = false
			}
			return true
		})
	}
	walk(file, false, false)
	return out
}

// forModels are texts that a model is told or a log keeps, in files that speak to people too.
var forModels = map[string]bool{"\nThe chosen way: ": true, "they own steps of the plan": true, "an end to it": true}

// forOperators are the functions whose texts nobody reads in a conversation.
var forOperators = map[string]bool{
	"Errorf": true, "New": true, "pattern": true, "Pattern": true, "MustCompile": true, "complain": true,
	"InfoContext": true, "WarnContext": true, "ErrorContext": true, "DebugContext": true, "Info": true, "Warn": true, "Error": true, "String": true,
	"oneOf": true, "begins": true,
}

func called(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	default:
		return ""
	}
}

// folded is a text, also of several parts.
func folded(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		a, ok := folded(e.X)
		b, also := folded(e.Y)
		return a + b, e.Op == token.ADD && ok && also
	default:
		return "", false
	}
}
