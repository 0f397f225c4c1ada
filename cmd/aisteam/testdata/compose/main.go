// Command compose reads a compose file with the loader of Docker Compose, and prints what comes of it as JSON. It is a module of its
// own, so that a test alone needs the loader.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(os.Args[1:], cli.WithOsEnv, cli.WithResolvedPaths(true))
	if err == nil {
		project, failed := options.LoadProject(context.Background())
		if err = failed; err == nil {
			err = json.NewEncoder(os.Stdout).Encode(project)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
