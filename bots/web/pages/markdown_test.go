package pages_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots/web/pages"
)

// TestTablesKeepTheirAlignmentAndTaskListsTheirTicks: as text alone, that can do nothing.
func TestTablesKeepTheirAlignmentAndTaskListsTheirTicks(t *testing.T) {
	got := string(pages.NewMarkdown().HTML("| Model | Price |\n|---|---:|\n| AquaSoft | $89 |\n\n- [x] done\n- [ ] open\n\n~~old~~ https://example.com"))
	for _, want := range []string{`<th>Model</th>`, `<th align="right">Price</th>`, `<td align="right">$89</td>`, "<li>☑ done</li>", "<li>☐ open</li>", "<del>old</del>", `href="https://example.com"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if strings.Contains(got, "<input") {
		t.Error(got)
	}
}
