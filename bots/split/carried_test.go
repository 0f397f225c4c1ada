package split_test

import (
	"strings"
	"testing"
)

func TestEmphasisThatIsCutIsClosedAndBegunAgain(t *testing.T) {
	words := strings.TrimSpace(strings.Repeat("several words ", 40))
	for _, c := range []struct{ open, end string }{{"**", "**"}, {"*", "*"}, {"_", "_"}, {"__", "__"}, {"~~", "~~"}, {"**bold _", "_**"}, {"***", "***"}} {
		pieces := checkPieces(t, "Begins. "+c.open+words+c.end+" Ends.", 160)
		if len(pieces) < 4 {
			t.Fatalf("%s: %d pieces", c.open, len(pieces))
		}
		for i, p := range pieces {
			mark := c.end[:1]
			if n := strings.Count(p, mark); n%2 != 0 || i > 0 && i < len(pieces)-1 && !strings.HasPrefix(p, c.end[len(c.end)-1:]) {
				t.Errorf("%s: piece %d is %q", c.open, i, p)
			}
		}
	}
}

// An address that models may not lead to is shown as code: it stays code where it is longer than a piece.
func TestCodeThatIsLongerThanAPieceStaysCode(t *testing.T) {
	for _, run := range []string{"`", "``"} {
		for _, p := range checkPieces(t, "See "+run+"https://evil.example/"+strings.Repeat("a", 700)+run+" there.", 150) {
			if strings.Contains(p, "evil") && !strings.HasPrefix(strings.TrimPrefix(p, "See "), run+"https") || strings.Count(p, run)%2 != 0 {
				t.Errorf("%q", p)
			}
		}
	}
}

func TestAHeadingGoesAlongWithWhatItHeads(t *testing.T) {
	for n := 60; n < 130; n += 7 {
		text := strings.TrimSpace(strings.Repeat("word ", n/5)) + "\n\n# Part\n\n## Of it\n" + strings.TrimSpace(strings.Repeat("more ", 20)) + "\n\n" + strings.Repeat("end ", 30)
		for _, p := range checkPieces(t, text, 140) {
			if strings.HasSuffix(p, "# Part") || strings.HasSuffix(p, "## Of it") {
				t.Errorf("%d: a heading alone at the end of %q", n, p)
			}
		}
	}
}
