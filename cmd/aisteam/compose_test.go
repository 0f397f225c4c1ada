package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// composed is what of a service of compose is looked at.
type composed struct {
	Build       struct{ Context, Dockerfile string }
	Image       string
	Command     []string
	Environment map[string]string
	ReadOnly    bool     `json:"read_only"`
	CapDrop     []string `json:"cap_drop"`
	SecurityOpt []string `json:"security_opt"`
	Ports       []struct {
		HostIP string `json:"host_ip"`
	}
}

// load reads a compose file as Docker Compose does, with every password of its example filled in: its name in lower case.
func load(t *testing.T, loader, text string) (services map[string]composed, said string, err error) {
	t.Helper()
	folder := t.TempDir()
	cmd := exec.CommandContext(t.Context(), loader, "compose.yaml")
	cmd.Dir, cmd.Env = folder, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + folder}
	filled := regexp.MustCompile(`(?m)^\w+PASSWORD=$`).ReplaceAllStringFunc(textOf(t, deployed+"compose.env.example"), func(line string) string {
		line += strings.ToLower(strings.TrimSuffix(line, "="))
		cmd.Env = append(cmd.Env, line)
		return line
	})
	for name, content := range map[string]string{"compose.yaml": text, "compose.env": filled} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), private); err != nil {
			t.Fatal(err)
		}
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	raw, err := cmd.Output()
	if err != nil {
		return nil, stderr.String(), err
	}
	var all struct{ Services map[string]composed }
	return all.Services, stderr.String(), json.Unmarshal(raw, &all)
}

// TestComposeIsReadByItsOwnLoader: Docker Compose takes the file, understands every word in it, and what comes of it runs as it should.
func TestComposeIsReadByItsOwnLoader(t *testing.T) {
	t.Parallel()
	loader := filepath.Join(t.TempDir(), "compose")
	build := exec.CommandContext(t.Context(), tool(t, "go"), "build", "-o", loader, ".")
	build.Dir, build.Env = "testdata/compose", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		if os.Getenv("CI") != "true" {
			t.Skipf("SKIPPED, NOT TESTED: compose's loader cannot be had: %v\n%s", err, out)
		}
		t.Fatalf("build compose's loader: %v\n%s", err, out)
	}
	text := textOf(t, deployed+"compose.yaml")
	services, said, err := load(t, loader, text)
	if err != nil || said != "" {
		t.Fatalf("compose.yaml: %v\n%s", err, said)
	}
	for name, password := range map[string]string{"aisteam": "service_password", "migrate": "owner_password"} {
		s := services[name]
		if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || !slices.Contains(s.SecurityOpt, "no-new-privileges:true") || s.Build.Dockerfile != "deploy/Dockerfile" {
			t.Errorf("%s is not as locked in as it may be: %+v", name, s)
		}
		if url := s.Environment["DATABASE_URL"]; !strings.Contains(url, ":"+password+"@postgres:5432/aisteam") {
			t.Errorf("%s has the database %q", name, url)
		}
		for variable, value := range s.Environment {
			if strings.Contains(value, "_password") && variable != "DATABASE_URL" {
				t.Errorf("%s is told %s=%s", name, variable, value)
			}
		}
	}
	for name, s := range services {
		if s.Image != "" && !strings.Contains(s.Image, ":") || strings.HasSuffix(s.Image, ":latest") {
			t.Errorf("%s has no version: %s", name, s.Image)
		}
		for _, p := range s.Ports {
			if p.HostIP != "127.0.0.1" {
				t.Errorf("%s listens to the world", name)
			}
		}
	}
	if len(services) != 6 {
		t.Errorf("%d services", len(services))
	}
	for what, broken := range map[string]string{
		"a word that compose does not know": strings.Replace(text, "stop_grace_period", "stop_graceperiod", 1),
		"a service that there is not":       strings.Replace(text, "      migrate:\n", "      migrates:\n", 1),
		"a volume that there is not":        strings.Replace(text, "data:/data", "dota:/data", 1),
		"a condition that there is not":     strings.Replace(text, "service_healthy", "service_well", 1),
		"a variable without its word":       strings.ReplaceAll(text, "SERVICE_PASSWORD:?", "NOBODYS_PASSWORD:?"),
	} {
		if _, said, err := load(t, loader, broken); err == nil || broken == text {
			t.Errorf("%s is not noticed: %s", what, said)
		}
	}
}
