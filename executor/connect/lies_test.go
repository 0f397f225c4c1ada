package connect_test

import (
	"flag"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/crashsweep"
)

var (
	liesAll  = flag.Bool("lies.all", false, "let a site lie in every answer")
	liesSeed = flag.String("lies.seed", "", "let it lie in the answers of this `seed`, as a failure named it, and not in those of the commit")
)

// untruth is an answer that is a lie: to which request of which task.
type untruth struct {
	task assistant.TaskType
	at   int
}

// told are the answers that are lies, by what is lied: with each change others, and always those to what writes.
func told(t *testing.T, lies []string, asked map[assistant.TaskType][]string) map[string][]untruth {
	t.Helper()
	const writes, share = "write", 1.0 / 4
	var points []string
	var all []untruth
	for _, lie := range lies {
		for _, task := range slices.Sorted(maps.Keys(asked)) {
			for at, method := range asked[task] {
				kind := "read"
				if method != http.MethodGet && method != http.MethodOptions {
					kind = writes
				}
				points, all = append(points, fmt.Sprintf("%s: %s, answer %d, %s", lie, task, at, kind)), append(all, untruth{task, at})
			}
		}
	}
	seed, part := *liesSeed, share
	if seed == "" {
		seed = crashsweep.Seed(t.Context(), ".")
	}
	if *liesAll {
		part = 1
	}
	drawn := crashsweep.Sample(points, func(p string) bool { return strings.HasSuffix(p, writes) }, seed+" "+t.Name(), part)
	t.Logf("%d of %d answers are lies. The same again with -run '^%s$' -lies.seed='%s', all with -lies.all", len(drawn), len(points), t.Name(), seed)
	out := map[string][]untruth{}
	for _, n := range drawn {
		lie, _, _ := strings.Cut(points[n-1], ": ")
		out[lie] = append(out[lie], all[n-1])
	}
	return out
}
