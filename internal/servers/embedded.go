package servers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/storage"
)

// embeddedFile is the database's file in a folder of the service.
const embeddedFile = "aisteam.db"

// newest makes an embedded database once in a test binary and keeps its bytes: a hundred migrations, one by one, take longer than
// most tests do.
var newest = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "embedded-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the embedded database: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := storage.Migrate(context.Background(), storage.Config{Dir: dir, Packs: stores.All()}); err != nil {
		return nil, fmt.Errorf("make the embedded database: %w", err)
	}
	return os.ReadFile(filepath.Join(dir, embeddedFile))
})

// Embedded gives the test a folder with an embedded database of its own, brought up to date and empty. Tests of the bringing up, and of
// a first start, take an empty folder instead.
func Embedded(tb testing.TB) (dir string) {
	tb.Helper()
	dir = tb.TempDir()
	if err := EmbeddedIn(dir); err != nil {
		tb.Fatal(err)
	}
	return dir
}

// EmbeddedIn puts such a database into a folder, which is made where it is missing.
func EmbeddedIn(dir string) error {
	file, err := newest()
	if err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, embeddedFile), file, 0o600))
}
