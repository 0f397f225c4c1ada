package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestTheImageServesFromNothingButItself does what the image's two stages do, as far as that goes without a daemon: it builds the
// binary as the first stage does, puts into a folder what the second one copies, and serves from that folder as the root of all
// files, as the image's user.
func TestTheImageServesFromNothingButItself(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("SKIPPED, NOT TESTED: only root may change the root of a process")
	}
	if testing.Short() {
		t.Skip("it builds the binary")
	}
	image := textOf(t, deployed+"Dockerfile")
	root := t.TempDir()
	for _, dir := range []string{"data", "tmp", "etc/ssl/certs"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil { // as in the image
			t.Fatal(err)
		}
	}
	for up := root; len(up) > len(os.TempDir()); up = filepath.Dir(up) {
		if err := os.Chmod(up, 0o755); err != nil { // the user is another
			t.Fatal(err)
		}
	}
	line := imageBuild().FindString(image)
	args := strings.Fields(strings.ReplaceAll(strings.TrimPrefix(line, "CGO_ENABLED=0 go "), `"`, ""))
	flags := []string{"build", "-ldflags=-s -w", "-o", filepath.Join(root, "aisteam"), "."} // without -trimpath it is compiled already
	if len(args) < 3 || args[0] != "build" {
		t.Fatalf("the image builds with %q", line)
	}
	build := exec.CommandContext(t.Context(), tool(t, "go"), flags...)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	const nobody = 65532
	if err := os.Chown(filepath.Join(root, "data"), nobody, nobody); err != nil {
		t.Fatal(err)
	}
	addr, metrics := freeAddr(t), freeAddr(t)
	var said logFile
	serve := exec.CommandContext(t.Context(), "/aisteam", "serve")
	serve.Dir, serve.Stdout, serve.Stderr = "/", &said, &said
	serve.Env = []string{"AISTEAM_ADDR=" + addr, "AISTEAM_METRICS_ADDR=" + metrics, "AISTEAM_DATA=/data", "AI_PRIMARY_PROVIDER=rehearsal"}
	serve.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}, Pdeathsig: syscall.SIGKILL}
	serve.Cancel = func() error { return serve.Process.Signal(syscall.SIGTERM) }
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	ready := until(t.Context(), patience, func() bool {
		res, err := http.Get("http://" + addr + "/readyz")
		if err != nil {
			return false
		}
		defer res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
	_ = serve.Process.Signal(syscall.SIGTERM)
	if err := serve.Wait(); ready != nil || err != nil {
		t.Errorf("ready: %v, ended: %v\n%s", ready, err, said.text())
	}
	if entries, err := os.ReadDir(filepath.Join(root, "data")); err != nil || len(entries) == 0 {
		t.Errorf("nothing is kept in /data: %v", err)
	}
}
