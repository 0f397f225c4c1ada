package main

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// secretKeys reads the keys that secrets are encrypted with in the database: the first seals, all open. None is a way to run.
func (c Config) secretKeys() ([][]byte, error) {
	if c.SecretKey == "" {
		return nil, nil
	}
	var keys [][]byte
	for text := range strings.SplitSeq(c.SecretKey, ",") {
		key, ok := readKey(text)
		if !ok {
			return nil, misconfigured("AISTEAM_SECRET_KEY is not 32 bytes in base64, or several of them with commas: make one with openssl rand -base64 32")
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func readKey(text string) ([]byte, bool) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	return key, err == nil && len(key) == 32
}

// allKeys returns the configured keys and, for the embedded database, the key stored beside it. That key is made at the first start
// without configured keys, so that no password is ever stored in clear, and is read for as long as the file exists.
func (c Config) allKeys() ([][]byte, error) {
	keys, err := c.secretKeys()
	if err != nil || c.DatabaseURL != "" {
		return keys, err
	}
	path := c.keyFile()
	raw, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(keys) > 0:
		return keys, nil
	case errors.Is(err, fs.ErrNotExist):
		key := make([]byte, 32)
		_, _ = rand.Read(key) // it never fails
		return [][]byte{key}, keepKey(path, key)
	case err != nil:
		return nil, fmt.Errorf("read the secret key: %w", err)
	}
	key, ok := readKey(string(raw))
	if !ok {
		return nil, fmt.Errorf("%s is not 32 bytes in base64: bring it back from a backup, or remove it and give the sites their passwords again", path)
	}
	return append(keys, key), nil
}

func (c Config) keyFile() string { return filepath.Join(c.Data, "key") }

// keepKey writes a key whole or not at all: what it seals is lost without it.
func keepKey(path string, key []byte) (err error) {
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, private)
	if err != nil {
		return fmt.Errorf("keep the secret key: %w", err)
	}
	_, err = f.WriteString(base64.StdEncoding.EncodeToString(key) + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("keep the secret key: %w", err)
	}
	return nil
}
