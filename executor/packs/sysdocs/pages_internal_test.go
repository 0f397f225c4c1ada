package sysdocs

import "testing"

func TestAPageThatIsNotWrittenAsAllAreIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "How undo works\n\n*guide*: What.\n\nWords.", "# How undo works\n\nWords.", "# How undo works\n\n*secret*: What.\n\nWords.", "# How undo works\n*guide*: What.\n\nWords.",
	} {
		if p, err := readPage("undo", text); err == nil {
			t.Errorf("%q is taken for %+v", text, p)
		}
	}
	p, err := readPage("undo", "# How undo works\n\n*guide*: What.\n\nOne\nline.\n\n## Who\n\n- You: the\n  one.\n- Me.\n")
	if err != nil || p.about != "What." || len(p.pieces) != 3 || p.pieces[0] != (piece{"", "One line."}) || p.pieces[1] != (piece{"Who", "You: the one."}) || p.pieces[2] != (piece{"Who", "Me."}) {
		t.Errorf("%+v %v", p, err)
	}
}
