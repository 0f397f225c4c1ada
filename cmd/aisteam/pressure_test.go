package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// smallDisk is a disk with little room, where the machine lets us have one.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("SKIPPED, NOT TESTED: a small disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// fill leaves no room at all on a folder's disk, until what it returns is called.
func fill(t *testing.T, folder string) (free func()) {
	t.Helper()
	path := filepath.Join(folder, "ballast")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{64 << 10, 4 << 10, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
	_ = f.Close()
	return func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
}

func post(t *testing.T, k *child, text string) (status int, body string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, k.url("/api/assistant/chat"),
		bytes.NewBufferString(fmt.Sprintf(`{"messages":[{"role":"user","content":%q}]}`, text)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+testToken)
	req.Header.Set("Content-Type", "application/json")
	res, err := (&http.Client{Timeout: patience}).Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(raw)
}

// On a full disk people are told that nothing was taken, operators where to look, and what was taken before is there.
func TestAFullDiskIsSaidAndLosesNothing(t *testing.T) {
	t.Parallel()
	folder := smallDisk(t, "16m")
	k := newChild(t, "AISTEAM_DATA="+folder)
	k.startReady()
	before := (api{t, k}).chat("", "hello")
	free := fill(t, folder)

	var status int
	var body string
	taken := 0
	eventually(t, patience, "what people say is refused", func() bool {
		if status, body = post(t, k, strings.Repeat("and this too ", 500)); status == http.StatusOK {
			taken++
		}
		return status == http.StatusServiceUnavailable
	})
	if !strings.Contains(body, "have not taken this") || !strings.Contains(body, `"recovery"`) {
		t.Errorf("people are told %s", body)
	}
	eventually(t, patience, "readyz says so", func() bool {
		code, page, _ := get(t.Context(), k.url("/readyz"))
		return code == http.StatusServiceUnavailable && strings.Contains(page, "disk is full")
	})
	_, page, _ := get(t.Context(), k.url("/metrics"))
	if !strings.Contains(page, "aisteam_database_writable 0\n") || !strings.Contains(page, "aisteam_disk_free_bytes 0\n") {
		t.Error("the metrics do not show it")
	}
	k.kill() // and the power fails on top of it
	free()
	k.startReady()
	if got := (api{t, k}).log(before.ConversationID); !strings.Contains(got, "hello") {
		t.Errorf("of what was taken before there is %q", got)
	}
	if after := (api{t, k}).chat("", "hello"); after.text() == "" {
		t.Error("no answer afterwards")
	}
	if _, page, _ := get(t.Context(), k.url("/metrics")); !strings.Contains(page, "aisteam_database_writable 1\n") {
		t.Error("the metrics do not show that it is over")
	}
	t.Logf("%d more were taken; then %s", taken, body)
}

// A disk with room again is noticed without a restart, and by a look alone.
func TestRoomIsNoticedWithoutARestart(t *testing.T) {
	t.Parallel()
	folder := smallDisk(t, "16m")
	k := newChild(t, "AISTEAM_DATA="+folder)
	k.startReady()
	free := fill(t, folder)
	eventually(t, patience, "what people say is refused", func() bool {
		status, _ := post(t, k, strings.Repeat("and this too ", 500))
		return status == http.StatusServiceUnavailable
	})
	free()
	eventually(t, patience, "it is ready", k.ready)
}

// A data folder that cannot be written to ends the start with its name.
func TestAReadOnlyDataFolderIsSaid(t *testing.T) {
	folder := smallDisk(t, "1m")
	if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if line := misstarted(t, []string{"AISTEAM_DATA=" + folder}); !strings.Contains(line, "read-only file system") || !strings.Contains(line, "AISTEAM_DATA") {
		t.Error(line)
	}
}
