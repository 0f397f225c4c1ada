package reading_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/agents/reading"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/filekit"
)

// TestMain lets the test binary be the reader, as the service is its own.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && hostile(os.Args[1:]):
		os.Exit(0)
	case len(os.Args) > 1 && os.Args[1] == "read":
		if err := reading.Serve(context.Background(), os.Stdin, os.Stdout, reading.Fence(), os.Exit); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	case len(os.Args) > 1 && os.Args[1] == "try":
		try(os.Stdin, os.Stdout)
	case len(os.Args) > 1 && os.Args[1] == "hang":
		time.Sleep(time.Hour)
	case len(os.Args) > 1 && os.Args[1] == "overflow":
		debug.SetMaxStack(1 << 20)
		os.Exit(overflow(1))
	default:
		os.Exit(m.Run())
	}
}

func overflow(n int) int {
	if n < 0 {
		return 0 // never: the stack ends long before
	}
	return n + overflow(n+1) + n
}

func odt(text string) []byte {
	return filekit.Zip("mimetype", "application/vnd.oasis.opendocument.text", "content.xml",
		`<o:document-content xmlns:o="o" xmlns:text="t"><text:p>`+text+`</text:p></o:document-content>`)
}

// TestWordsAreReadByWhatAFileIs: the bytes say what it is; names are not even asked.
func TestWordsAreReadByWhatAFileIs(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want []string
	}{
		"pdf":      {filekit.PDF("The budget is 4200 euros.", "Second page"), []string{"The budget is 4200 euros.", "Second page"}},
		"word":     {filekit.Word("Opening hours", "Monday &amp; Friday"), []string{"Opening hours\nMonday & Friday"}},
		"slides":   {filekit.Slides("First idea", "Second idea"), []string{"Slide 1\nFirst idea\n", "Slide 2\nSecond idea"}},
		"sheet":    {filekit.Sheet([]any{"Month", "Sales"}, []any{"May", 17}), []string{"Month\tSales\nMay\t17"}},
		"odt":      {odt("Dear team"), []string{"Dear team"}},
		"csv":      {[]byte("a,b\n1,2\n3,4\n"), []string{"a,b\n1,2"}},
		"html":     {[]byte("<!doctype html><title>Us</title><script>bad()</script><h1>About</h1><p>We &amp; you"), []string{"Us\n", "About\n", "We & you"}},
		"json":     {[]byte(`{"price": 12}`), []string{`"price": 12`}},
		"markdown": {[]byte("# Title\n\nWords"), []string{"# Title\n\nWords"}},
		"utf-16":   {[]byte("\xff\xfeH\x00\xe9\x00"), []string{"Hé"}},
		"latin":    {[]byte("caf\xe9 cr\xe8me, bien s\xfbr"), []string{"café crème"}},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := reading.Read(c.data)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range c.want {
				if !strings.Contains(d.Text, want) {
					t.Errorf("%q is not in %q (%s)", want, d.Text, d.Type)
				}
			}
			if strings.Contains(d.Text, "bad()") {
				t.Errorf("a script was read: %q", d.Text)
			}
		})
	}
}

func TestPicturesAreMeasuredAndBounded(t *testing.T) {
	d, err := reading.Read(filekit.PNG(30, 20))
	if err != nil || d.Width != 30 || d.Height != 20 || d.Type != "image/png" {
		t.Errorf("%+v, %v", d, err)
	}
	huge := filekit.PNG(1, 1)
	copy(huge[16:], "\x00\x00\xff\xff\x00\x00\xff\xff") // 65535×65535, as its header says
	copy(huge[29:], "\x85\xd1\x24\x6f")
	if _, err := reading.Read(huge); err == nil {
		t.Error("a picture of 4 billion pixels is looked at")
	}
}

// bomb is a .docx whose words unpack to a gigabyte.
func bomb(tb testing.TB, name string) []byte {
	tb.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	for _, part := range []string{"[Content_Types].xml", name} {
		w, err := z.Create(part)
		if err != nil {
			tb.Fatal(err)
		}
		fmt.Fprint(w, "<x>")
		if part == name {
			spaces := bytes.Repeat([]byte(" "), 1<<20)
			for range 100 {
				if _, err := w.Write(spaces); err != nil {
					tb.Fatal(err)
				}
			}
		}
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// TestFilesThatCannotBeReadSayWhyInPlainWords also stands for the poison: bombs, damage, secrets.
func TestFilesThatCannotBeReadSayWhyInPlainWords(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":       {nil, "empty"},
		"blank":         {[]byte("  \n "), "no words"},
		"unknown kind":  {[]byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"), "cannot read this kind"},
		"damaged pdf":   {filekit.PDF("words")[:120], "damaged"},
		"damaged word":  {filekit.Zip("[Content_Types].xml", "<Types/>", "word/document.xml", "<w:p><w:t>x"), "damaged"},
		"deep word":     {filekit.Word(strings.Repeat("<a>", 2000)), "damaged"},
		"word bomb":     {bomb(t, "word/document.xml"), "unpacks to far more"},
		"sheet bomb":    {bomb(t, "xl/worksheets/sheet1.xml"), "unpacks to far more"},
		"empty pdf":     {filekit.PDF(""), "may be a scan"},
		"too large":     {make([]byte, assistant.MaxFileBytes+1), "larger than 20 MB"},
		"old or locked": {append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 2000)...), "password"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := reading.Read(c.data)
			trouble, ok := errors.AsType[*assistant.Trouble](err)
			if !ok || !strings.Contains(trouble.Problem.Message.String(), c.want) || trouble.Problem.Recovery.String() == "" {
				t.Errorf("%+v, %v", d, err)
			}
		})
	}
}

func TestLongTextIsCutAndSaysSo(t *testing.T) {
	d, err := reading.Read([]byte(strings.Repeat("wörter ", 100_000)))
	if err != nil || !d.Truncated || utf8.RuneCountInString(d.Text) > 200_000 || len(d.Text) < 200_000 {
		t.Errorf("%d characters, truncated %v, %v", utf8.RuneCountInString(d.Text), d.Truncated, err)
	}
}

func child(t *testing.T, arg string) *reading.Child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return reading.NewChild([]string{self, arg}, nil, nil)
}

// TestAFileThatKillsItsReaderKillsNobodyElse: deep nesting, and a stack that overflows, which no recover survives.
func TestAFileThatKillsItsReaderKillsNobodyElse(t *testing.T) {
	c := child(t, "read")
	d, err := c.Read(t.Context(), filekit.PDF("The budget is 4200 euros."))
	if err != nil || !strings.Contains(d.Text, "4200") {
		t.Fatalf("%+v, %v", d, err)
	}
	const head = "%PDF-1.4\n"
	_, err = c.Read(t.Context(), []byte(head+"xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root "+strings.Repeat("[", 4<<20)+
		fmt.Sprintf("\nstartxref\n%d\n%%%%EOF\n", len(head))))
	trouble, ok := errors.AsType[*assistant.Trouble](err)
	if !ok || !strings.Contains(trouble.Problem.Message.String(), "damaged") {
		t.Errorf("%v", err)
	}
	_, err = child(t, "overflow").Read(t.Context(), []byte("x"))
	trouble, ok = errors.AsType[*assistant.Trouble](err)
	if !ok || !strings.Contains(trouble.Problem.Message.String(), "damaged") || !strings.Contains(err.Error(), "stack") {
		t.Errorf("%v", err)
	}
}

// TestAReaderThatHangsIsStopped: by whoever waits for it.
func TestAReaderThatHangsIsStopped(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := child(t, "hang").Read(ctx, []byte("x")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// FuzzRead: what the PDF library never comes back from ends with the child, which is told above; all else is read here.
func FuzzRead(f *testing.F) {
	for _, seed := range [][]byte{
		filekit.PDF("a"), filekit.Word("a"), filekit.Slides("a"), filekit.Sheet([]any{"a", 1}), odt("a"), filekit.PNG(1, 1), []byte("<html>a"), []byte("a,b\n"),
	} {
		f.Add(seed)
	}
	first := newTrial(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, []byte("%PDF")) && !first.ends(t, data) {
			return
		}
		d, err := reading.Read(data)
		if err != nil {
			if _, ok := errors.AsType[*assistant.Trouble](err); !ok {
				t.Fatalf("%v is nothing that a person may read", err)
			}
			return
		}
		if !utf8.ValidString(d.Text) || utf8.RuneCountInString(d.Text) > 200_000 {
			t.Fatalf("%d bytes of text", len(d.Text))
		}
	})
}
