package main

import (
	"bytes"
	"encoding/base64"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/internal/servers"
)

// opened opens the storage as the service does, and gives what it logged.
func opened(t *testing.T, c Config, do func(*server)) (log string, err error) {
	t.Helper()
	var said bytes.Buffer
	s := &server{config: c, log: slog.New(slog.NewTextHandler(&said, nil)), ids: assistant.NewIDs(time.Now, zeros{})}
	defer s.close()
	if err := c.openData(s.log); err != nil {
		t.Fatal(err)
	}
	if err = s.openStorage(t.Context()); err == nil && do != nil {
		do(s)
	}
	return said.String(), err
}

// zeros is no randomness: ids ascend by their time.
type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func savePassword(t *testing.T) func(*server) {
	return func(s *server) {
		t.Helper()
		projects, err := s.db.Projects(t.Context(), s.tenant.ID)
		if err != nil || len(projects) == 0 {
			t.Fatal(err)
		}
		projects[0].Connections = []assistant.Connection{site.WordPress("https://shop.example", "u")}
		if err := s.db.SaveProject(t.Context(), assistant.Actor{Person: s.owner.ID}, projects[0], assistant.Secrets{site.KindWordPress: "abcd-EFGH-secret"}); err != nil {
			t.Fatal(err)
		}
	}
}

func readPassword(t *testing.T) func(*server) {
	return func(s *server) {
		t.Helper()
		projects, err := s.db.Projects(t.Context(), s.tenant.ID)
		if err != nil || len(projects) == 0 {
			t.Fatal(err)
		}
		secret, err := s.db.Secret(t.Context(), s.tenant.ID, projects[0].ID, site.KindWordPress)
		if err != nil || secret != "abcd-EFGH-secret" {
			t.Errorf("read back %q: %v", string(secret), err)
		}
	}
}

// TestNoPasswordLiesInClearInTheEmbeddedDatabase: without a key in the configuration one is made, as the token is.
func TestNoPasswordLiesInClearInTheEmbeddedDatabase(t *testing.T) {
	c := Config{Data: filepath.Join(t.TempDir(), "data")}
	if _, err := opened(t, c, savePassword(t)); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(c.Data, "aisteam.db*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if raw, err := os.ReadFile(file); err != nil || bytes.Contains(raw, []byte("abcd-EFGH-secret")) {
			t.Errorf("%s holds the password (%v)", file, err)
		}
	}
	if _, err := opened(t, c, readPassword(t)); err != nil {
		t.Fatal(err)
	}
	own := c
	own.SecretKey = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{9}, 32))
	for range 2 { // a key of one's own takes over, and the kept one may go
		if log, err := opened(t, own, readPassword(t)); err != nil || strings.Contains(log, "unencrypted") {
			t.Fatal(log, err)
		}
		_ = os.Remove(c.keyFile())
	}
	if _, err := opened(t, c, nil); err == nil || !strings.Contains(err.Error(), "AISTEAM_SECRET_KEY") {
		t.Errorf("without its key it starts: %v", err)
	}
}

// TestPostgresWithoutAKeySaysSo: nothing there is kept beside the database, so it cannot make one for all replicas.
func TestPostgresWithoutAKeySaysSo(t *testing.T) {
	t.Parallel()
	c := Config{Data: t.TempDir(), DatabaseURL: servers.EmptiedPostgres(t)}
	log, err := opened(t, c, savePassword(t))
	if err != nil || strings.Count(log, "set AISTEAM_SECRET_KEY") != 1 {
		t.Fatalf("%v, %s", err, log)
	}
	if _, err := os.Stat(c.keyFile()); err == nil {
		t.Error("it made a key that other replicas do not have")
	}
	c.SecretKey = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{9}, 32))
	if log, err = opened(t, c, readPassword(t)); err != nil || strings.Contains(log, "set AISTEAM_SECRET_KEY") || !strings.Contains(log, "connections=1") {
		t.Fatalf("%v, %s", err, log)
	}
}

// TestNobodyElseReadsTheData: neither a folder that was there before, nor files of an older version, nor a umask lets others in.
func TestNobodyElseReadsTheData(t *testing.T) {
	c := Config{Data: t.TempDir()}
	if _, err := opened(t, c, savePassword(t)); err != nil {
		t.Fatal(err)
	}
	modes := func() map[string]fs.FileMode {
		out := map[string]fs.FileMode{}
		for _, name := range []string{".", "token", "key", "aisteam.db"} {
			info, err := os.Stat(filepath.Join(c.Data, name))
			if err != nil {
				t.Fatal(err)
			}
			out[name] = info.Mode().Perm()
		}
		return out
	}
	open := func(folder, file fs.FileMode) {
		t.Helper()
		for name := range modes() {
			if err := os.Chmod(filepath.Join(c.Data, name), map[bool]fs.FileMode{true: folder, false: file}[name == "."]); err != nil {
				t.Fatal(err)
			}
		}
	}
	closed := func(when string) {
		t.Helper()
		for name, mode := range modes() {
			if mode&0o077 != 0 {
				t.Errorf("%s: %s is %v", when, name, mode)
			}
		}
	}
	closed("at first")
	open(0o755, 0o644)
	log, err := opened(t, c, func(s *server) {
		savePassword(t)(s)
		for _, name := range []string{"aisteam.db-wal", "aisteam.db-shm"} {
			if info, err := os.Stat(filepath.Join(c.Data, name)); err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v, %v", name, info, err)
			}
		}
	})
	if err != nil || strings.Count(log, "closed to others") != 4 {
		t.Errorf("%v, %s", err, log)
	}
	closed("mended")
	if log, _ = opened(t, c, nil); strings.Contains(log, "closed to others") {
		t.Errorf("mended again: %s", log)
	}
}

// TestAFolderOfManyIsLeftAsItIs: AISTEAM_DATA=/tmp is a mistake, and closing /tmp would be a worse one.
func TestAFolderOfManyIsLeftAsItIs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shared")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777|fs.ModeSticky); err != nil {
		t.Fatal(err)
	}
	log, err := opened(t, Config{Data: dir}, nil)
	if err != nil || !strings.Contains(log, "AISTEAM_DATA") {
		t.Errorf("%v, %s", err, log)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o777 {
		t.Errorf("%v, %v", info, err)
	}
}
