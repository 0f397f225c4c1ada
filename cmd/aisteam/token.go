package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ownerToken is the bearer token of the default tenant's owner: the configured one, or the one made at the first start and
// kept under the data directory, readable by its owner alone.
func ownerToken(c Config) (string, error) {
	if c.Token != "" {
		if len(c.Token) < 16 {
			return "", misconfigured("AISTEAM_TOKEN is too short to keep anybody out: use 16 characters or more")
		}
		return c.Token, nil
	}
	path := filepath.Join(c.Data, "token")
	raw, err := os.ReadFile(path)
	if err == nil {
		return strings.TrimSpace(string(raw)), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read token: %w", err)
	}
	token := rand.Text()
	if err := os.WriteFile(path, []byte(token+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("keep token: %w", err)
	}
	return token, nil
}
