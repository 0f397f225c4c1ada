package main

import (
	"fmt"
	"runtime/debug"
)

// versionCommand prints version and build.
type versionCommand struct{}

// Run implements the subcommand.
func (versionCommand) Run(c *command) error {
	_, err := fmt.Fprintln(c.stdout, "aisteam", version())
	return err
}

// version is what the build knows of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	revision := ""
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = " " + s.Value
		}
	}
	return info.Main.Version + revision + " " + info.GoVersion
}
