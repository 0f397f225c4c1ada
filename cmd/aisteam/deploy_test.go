package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const deployed = "../../deploy/"

// tool finds a program of Debian's, or skips.
func tool(t *testing.T, name string) string {
	t.Helper()
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name); len(found) > 0 {
		return found[len(found)-1]
	}
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrNotFound) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT TESTED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func do(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), tool(t, name), args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Every alert is accepted by promtool, fires in its test, and has its paragraph in the guide.
func TestEveryAlertFiresAndIsExplained(t *testing.T) {
	t.Parallel()
	do(t, "promtool", "check", "rules", deployed+"prometheus/alerts.yml")
	do(t, "promtool", "test", "rules", deployed+"prometheus/alerts_test.yml")
	tests, guide := textOf(t, deployed+"prometheus/alerts_test.yml"), textOf(t, "../../docs/operating.md")
	alerts := regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(textOf(t, deployed+"prometheus/alerts.yml"), -1)
	for _, alert := range alerts {
		name := alert[1]
		if !strings.Contains(tests, "- alertname: "+name+"\n") {
			t.Errorf("nothing makes %s fire", name)
		}
		if !strings.Contains(guide, "\n### "+name+"\n\n") || !strings.Contains(textOf(t, deployed+"prometheus/alerts.yml"), "#"+strings.ToLower(name)+"\n") {
			t.Errorf("the guide does not say what %s means", name)
		}
	}
	if len(alerts) < 10 {
		t.Errorf("only %d alerts", len(alerts))
	}
}

type dashboard struct {
	Panels []struct {
		Title   string
		Targets []struct{ Expr string }
	}
}

// Every query of the dashboard brings data from the first minute on, and every series that an alert looks at is there, on a
// service to which nothing has happened yet.
func TestTheDashboardAsksForWhatThereIs(t *testing.T) {
	t.Parallel()
	prometheus := tool(t, "prometheus")
	k := newChild(t, "SLACK_BOT_TOKEN=xoxb-1", "SLACK_SIGNING_SECRET=secret", "SLACK_API_URL=http://127.0.0.1:1/", "LOG_LEVEL=error", "AISTEAM_METRICS_TENANTS=5")
	k.startReady()
	folder, at := t.TempDir(), freeAddr(t)
	config := fmt.Sprintf("global: {scrape_interval: 1s}\nscrape_configs: [{job_name: aisteam, static_configs: [{targets: ['%s']}]}]\n", k.addr)
	if err := os.WriteFile(filepath.Join(folder, "prometheus.yml"), []byte(config), private); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), prometheus, "--config.file="+filepath.Join(folder, "prometheus.yml"),
		"--storage.tsdb.path="+filepath.Join(folder, "data"), "--web.listen-address="+at, "--log.level=error")
	var said logFile
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	var d dashboard
	if err := json.Unmarshal([]byte(textOf(t, deployed+"grafana/aisteam.json")), &d); err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			asked++
			if err := until(t.Context(), patience, func() bool { return hasData(t, at, target.Expr) }); err != nil {
				t.Errorf("%s: no data for %s\n%s", p.Title, target.Expr, said.text())
			}
		}
	}
	for _, name := range regexp.MustCompile(`aisteam_[a-z_]+`).FindAllString(textOf(t, deployed+"prometheus/alerts.yml"), -1) {
		if !hasData(t, at, name) {
			t.Errorf("an alert looks at %s, which is not there", name)
		}
	}
	t.Logf("%d queries", asked)
}

func hasData(t *testing.T, at, query string) bool {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at+"/api/v1/query?query="+url.QueryEscape(query), nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	var found struct {
		Data struct{ Result []json.RawMessage }
	}
	return json.Unmarshal(raw, &found) == nil && len(found.Data.Result) > 0
}

// imageBuild finds how the binary is built.
func imageBuild() *regexp.Regexp { return regexp.MustCompile(`CGO_ENABLED=0 go build [^\n]*`) }

// The guide, the image and compose speak of what there is.
func TestWhatIsDeployedFitsTogether(t *testing.T) {
	t.Parallel()
	guide, compose, image := textOf(t, "../../docs/operating.md"), textOf(t, deployed+"compose.yaml"), textOf(t, deployed+"Dockerfile")
	if !strings.Contains(guide, textOf(t, "../../storage/dba.sql")) {
		t.Error("the guide's SQL is not what `aisteam migrate --sql` prints")
	}
	build := imageBuild()
	flags := func(s string) string {
		line, _, _ := strings.Cut(build.FindString(s), " -o ")
		return line
	}
	if got, want := flags(image), flags(textOf(t, "../../Makefile")); got == "" || got != want {
		t.Errorf("the image is built by %q, the binary by %q", got, want)
	}
	module := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(textOf(t, "../../go.mod"))[1]
	if !strings.Contains(image, "FROM golang:"+module+"-") || !strings.Contains(image, "\nUSER 65532:65532\n") || !strings.Contains(image, "\nFROM scratch\n") {
		t.Error("the image is not built by the module's Go, or runs as root")
	}
	for _, mounted := range regexp.MustCompile(`(?m)^\s+- (\.\.?/[^:]+):`).FindAllStringSubmatch(compose, -1) {
		if _, err := os.Stat(deployed + mounted[1]); err != nil {
			t.Errorf("compose: %v", err)
		}
	}
	example := textOf(t, deployed+"compose.env.example")
	for _, name := range regexp.MustCompile(`\$\{(\w+):`).FindAllStringSubmatch(compose, -1) {
		if !strings.Contains(example, "\n"+name[1]+"=") {
			t.Errorf("compose asks for %s, which compose.env.example has not", name[1])
		}
	}
	do(t, "promtool", "check", "config", deployed+"prometheus/prometheus.yml")
}
