package main

import (
	"context"
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
	path := tokenFile(c)
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

func tokenFile(c Config) string { return filepath.Join(c.Data, "token") }

// invitation says how to open the panel. The token is told to a terminal alone: what is printed elsewhere is kept in logs,
// which more people read, for longer. There it is a code, which signs its owner in once.
func (s *server) invitation(ctx context.Context, terminal bool) (string, error) {
	if terminal {
		return fmt.Sprintf("Open the panel: %s/?token=%s", s.public, s.token), nil
	}
	code := s.ids.Secret()
	if _, err := s.db.KeepSignInCode(ctx, s.tenant.ID, s.owner.ID, code); err != nil {
		return "", fmt.Errorf("keep the code for the panel: %w", err)
	}
	where := "AISTEAM_TOKEN"
	if s.config.Token == "" {
		where = tokenFile(s.config)
	}
	return fmt.Sprintf("Open the panel within ten minutes, once: %s/?code=%s\nLater sign in at %s with the token, which is in %s.",
		s.public, code, s.public, where), nil
}
