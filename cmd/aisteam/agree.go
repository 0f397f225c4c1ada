package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

const (
	agreeEvery = 30 * time.Second
	folderName = ".folder" // in the folder of sites: what tells it from another one
)

// alone are the variables that replicas may differ in.
func alone() []string {
	return []string{"AISTEAM_ADDR", "AISTEAM_METRICS_ADDR", "AISTEAM_DRAIN", "DATABASE_URL", "AISTEAM_DATABASE_CONNECTIONS", "AISTEAM_DATABASE_WAIT", "LOG_LEVEL", "LOG_FORMAT"}
}

// agreement is what this replica is set to, compared with the others. What must be equal and is not is logged once, and stands
// in a gauge; where the folders of sites differ, pages in them are not touched.
type agreement struct {
	s        *server
	replica  string
	settings map[string]string
	differ   map[string]bool // by the last comparison
	apart    atomic.Bool     // another replica has another folder of sites
	replicas atomic.Int64
}

// newAgreement takes the fingerprints of the settings, and of the folder of sites.
func (s *server) newAgreement() (*agreement, error) {
	folder, err := folderID(filepath.Join(s.config.Data, "sites"))
	if err != nil {
		return nil, misconfigured("AISTEAM_DATA: the folder of sites cannot be marked (%v): give it to the user that the service runs as", reasonOf(err))
	}
	a := &agreement{s: s, replica: s.ids.New(), settings: map[string]string{"AISTEAM_DATA": folder}, differ: make(map[string]bool)}
	for field, value := range reflect.ValueOf(s.config).Fields() {
		if name := field.Tag.Get("env"); name != "AISTEAM_DATA" && !slices.Contains(alone(), name) {
			a.settings[name] = fingerprint(string(s.tenant.ID), fmt.Sprint(value.Interface()))
		}
	}
	return a, nil
}

// fingerprint tells values apart, and is too short to find a value by.
func fingerprint(key, value string) string {
	sum := hmac.New(sha256.New, []byte(key))
	sum.Write([]byte(value)) // it never fails
	return hex.EncodeToString(sum.Sum(nil)[:4])
}

// folderID returns the mark that the first process to see a folder left in it.
func folderID(folder string) (string, error) {
	path := filepath.Join(folder, folderName)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, private)
	if err == nil {
		_, err = f.WriteString(rand.Text() + "\n")
		if err = errors.Join(err, f.Close()); err != nil {
			return "", err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	raw, err := os.ReadFile(path)
	return strings.TrimSpace(string(raw)), err
}

// compare asks once what the others are set to. Embedded there is one replica.
func (a *agreement) compare(ctx context.Context) error {
	a.replicas.Store(1)
	for name := range a.settings {
		a.s.meter.SettingDiffers(name, a.differ[name])
	}
	if a.s.config.DatabaseURL == "" {
		return nil
	}
	others, err := a.s.db.ShareSettings(ctx, a.s.tenant.ID, a.replica, a.settings)
	if err != nil {
		return err
	}
	a.replicas.Store(int64(len(others)) + 1)
	for name, mine := range a.settings {
		differs := slices.ContainsFunc(others, func(other map[string]string) bool {
			theirs, known := other[name] // an older or newer program has other settings
			return known && theirs != mine
		})
		if differs && !a.differ[name] {
			a.s.log.WarnContext(ctx, "another replica is set otherwise", slog.String("variable", name), slog.String("mend", ofDifference(name)))
		}
		a.differ[name] = differs
		a.s.meter.SettingDiffers(name, differs)
	}
	a.apart.Store(a.differ["AISTEAM_DATA"])
	return nil
}

// ofDifference says what to do about it.
func ofDifference(name string) string {
	if name == "AISTEAM_DATA" {
		return "share its folder of sites; until then pages that are kept in a folder are left alone"
	}
	return "set it the same everywhere"
}

// run compares again and again until ctx ends; then the others need not compare with this one any more.
func (a *agreement) run(ctx context.Context) error {
	tick := time.NewTicker(agreeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			if a.s.config.DatabaseURL == "" {
				return nil
			}
			bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = a.s.db.LeaveSettings(bounded, a.s.tenant.ID, a.replica) // else it is forgotten by itself
			return nil
		case <-tick.C:
		}
		if err := a.compare(ctx); err != nil && ctx.Err() == nil {
			a.s.log.WarnContext(ctx, "settings not compared with other replicas", slog.Any("err", err))
		}
	}
}
