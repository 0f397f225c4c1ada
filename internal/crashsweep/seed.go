package crashsweep

import (
	"context"
	"os/exec"
	"strings"
)

// WorkingTree is the seed where no commit is known.
const WorkingTree = "working tree"

// Seed is the seed of the change that a folder is at: the hash of its commit, so that who has the commit has the sample.
func Seed(ctx context.Context, dir string) string {
	git := exec.CommandContext(ctx, "git", "rev-parse", "--verify", "--quiet", "HEAD")
	git.Dir = dir
	out, err := git.Output()
	if err != nil {
		return WorkingTree // no git, no repository, no commit yet
	}
	return strings.TrimSpace(string(out))
}
