package main

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

const (
	private       = 0o600 // of files that other users of the machine must not read
	privateFolder = 0o700
	others        = 0o077
)

// openData makes the data folder, or restricts an existing one and the files with secrets or people's words in it to its owner. A
// folder that is shared on purpose, or owned by another user, is left alone with a warning.
func (c Config) openData(log *slog.Logger) error {
	if err := os.MkdirAll(c.Data, privateFolder); err != nil {
		return misconfigured("AISTEAM_DATA %s cannot be made (%v): name a folder that the user who runs the service may write to", c.Data, reasonOf(err))
	}
	if err := writable(c.Data); err != nil {
		return misconfigured("AISTEAM_DATA %s cannot be written to (%v): name a folder on a disk with room, and give it to the user that the service runs as", c.Data, err)
	}
	closeTo(log, c.Data, privateFolder)
	for _, name := range []string{"token", "key", "key.new", "aisteam.db", "aisteam.db-wal", "aisteam.db-shm"} {
		closeTo(log, filepath.Join(c.Data, name), private)
	}
	return nil
}

// writable tries whether files can be made in a folder.
func writable(folder string) error {
	f, err := os.CreateTemp(folder, ".try-")
	if err != nil {
		return reasonOf(err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// reasonOf is an error of a file without the file's name.
func reasonOf(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

func closeTo(log *slog.Logger, path string, mode fs.FileMode) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().Perm()&others == 0 {
		return
	}
	if err == nil && info.Mode()&fs.ModeSticky != 0 {
		log.Warn("others may look into the data folder: set AISTEAM_DATA to a folder of its own", slog.String("path", path))
		return
	}
	if err == nil {
		err = os.Chmod(path, mode)
	}
	if err != nil {
		log.Warn("others may read this, and it could not be closed to them: chmod it to its owner alone", slog.String("path", path), slog.Any("err", err))
		return
	}
	log.Info("closed to others what they could read", slog.String("path", path), slog.String("was", info.Mode().Perm().String()))
}
