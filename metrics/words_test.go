package metrics_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/metrics"
)

// source parses a package's files, tests aside.
func source(t *testing.T, dir string) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, file)
	}
	return out
}

// declared are the constants of a type, as their package declares them.
func declared(t *testing.T, dir, typ string) []string {
	t.Helper()
	var out []string
	for _, file := range source(t, dir) {
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok {
				if name, ok := v.Type.(*ast.Ident); ok && name.Name == typ && len(v.Values) == 1 {
					out = append(out, literals(v.Values[0])...)
				}
			}
			return true
		})
	}
	slices.Sort(out)
	return out
}

// literals are the texts that stand in an expression.
func literals(n ast.Node) []string {
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if s, err := strconv.Unquote(l.Value); err == nil {
				out = append(out, s)
			}
		}
		return true
	})
	return out
}

func words[W ~string](all []W) []string {
	var out []string
	for _, w := range all {
		out = append(out, string(w))
	}
	slices.Sort(out)
	return out
}

// TestNoWordOfOursIsOther: what a package declares is in its set, and what is in a set is a label of its own.
func TestNoWordOfOursIsOther(t *testing.T) {
	for name, both := range map[string][2][]string{
		"executor.Outcome": {declared(t, "executor", "Outcome"), words(executor.Outcomes())},
		"bots.Outcome":     {declared(t, "bots", "Outcome"), words(bots.Outcomes())},
		"bots.Route":       {declared(t, "bots", "Route"), words(bots.Routes())},
		"bots.Ack":         {declared(t, "bots", "Ack"), words(bots.Acks())},
		"llm.Outcome":      {declared(t, "agents/llm", "Outcome"), words(llm.Outcomes())},
		"llm.Purpose":      {declared(t, "agents/llm", "Purpose"), words(llm.Purposes())},
		"metrics.Stage":    {declared(t, "metrics", "Stage"), words(metrics.Stages())},
		"metrics.Queue":    {declared(t, "metrics", "Queue"), words(metrics.Queues())},
		"metrics.Held":     {declared(t, "metrics", "Held"), words(metrics.Helds())},
	} {
		if d := cmp.Diff(both[0], both[1]); d != "" || len(both[0]) < 3 {
			t.Errorf("%s: the set is not what is declared (-declared +set):\n%s", name, d)
		}
	}
	r := prometheus.NewRegistry()
	m := metrics.New(r)
	for _, o := range executor.Outcomes() {
		m.ToolCalled("create_page", o, 0)
	}
	for _, o := range bots.Outcomes() {
		m.Delivered(assistant.SurfaceSlack, o, 0)
	}
	for _, route := range bots.Routes() {
		for _, a := range bots.Acks() {
			m.Acked(assistant.SurfaceSlack, route, a, 0)
		}
	}
	for _, stage := range metrics.Stages() {
		m.Turn(stage, 0)
	}
	for _, q := range metrics.Queues() {
		m.Waiting(q, 0, 0)
	}
	for _, h := range metrics.Helds() {
		m.ClaimLost(h)
	}
	for _, p := range llm.Purposes() {
		for _, o := range llm.Outcomes() {
			m.ModelCalled("tenant-1", "openai", "gpt-5-mini", p, o, assistant.Usage{}, 0, 0)
		}
	}
	noOther(t, r)
}

func noOther(t *testing.T, r *prometheus.Registry) {
	t.Helper()
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, series := range f.GetMetric() {
			for _, l := range series.GetLabel() {
				if l.GetValue() == "other" {
					t.Errorf("%s counts a word of ours as other in %s", f.GetName(), l.GetName())
				}
			}
		}
	}
}
