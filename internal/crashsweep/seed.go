package crashsweep

import (
	"context"
	"os/exec"
	"strings"
)

// WorkingTree is the seed where no commit is known.
const WorkingTree = "working tree"

// Seed returns the seed of the change checked out in a folder: the hash of its commit, so that anybody with the commit has the same
// sample.
func Seed(ctx context.Context, dir string) string {
	git := exec.CommandContext(ctx, "git", "rev-parse", "--verify", "--quiet", "HEAD")
	git.Dir = dir
	out, err := git.Output()
	if err != nil {
		return WorkingTree // no git, no repository, no commit yet
	}
	return strings.TrimSpace(string(out))
}
