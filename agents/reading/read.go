package reading

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gabriel-vasile/mimetype"

	"github.com/aisteam/aisteam/assistant"
)

const (
	maxText     = 200_000  // characters of words given
	maxUnpacked = 64 << 20 // bytes that a packed file may unpack to
)

// Document is what was read.
type Document struct {
	Type      string `json:"type"` // as the bytes say
	Text      string `json:"text,omitempty"`
	Truncated bool   `json:"truncated,omitempty"` // there is more in the file than Text
	Width     int    `json:"width,omitempty"`     // of a picture, in pixels; 0 for what is none
	Height    int    `json:"height,omitempty"`
}

// errMuch ends a reading that has enough.
var errMuch = errors.New("enough was read")

// Read reads a file in this process. A reader's panic becomes an error; what it does besides (a stack without end, an
// endless loop) does not, which is what [Child] is for. Errors are an [*assistant.Trouble].
func Read(data []byte) (d Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = Document{}, damaged(fmt.Errorf("reader panicked: %v", p))
		}
	}()
	switch {
	case len(data) == 0:
		return Document{}, trouble(nil, assistant.Say("it is empty (0 bytes)"), assistant.Say("Please check the file and attach it again."))
	case len(data) > assistant.MaxFileBytes:
		return Document{}, assistant.FileTooLarge()
	}
	kind := mimetype.Detect(data)
	d.Type, _, _ = strings.Cut(kind.String(), ";")
	read := readerFor(kind)
	if read == nil {
		return Document{Type: d.Type}, trouble(nil, assistant.Say("I cannot read this kind of file (%s)", d.Type),
			assistant.Say("I read PDF, Word, Excel, PowerPoint, OpenDocument, CSV, HTML, Markdown, JSON and plain text, and look at PNG, JPEG, GIF and WebP pictures."))
	}
	w := &words{}
	err = read(data, w, &d)
	if err != nil && !errors.Is(err, errMuch) {
		if t, ok := errors.AsType[*assistant.Trouble](err); ok {
			return Document{Type: d.Type}, t
		}
		return Document{Type: d.Type}, damaged(err)
	}
	d.Text, d.Truncated = strings.TrimSpace(w.text.String()), w.full
	if d.Text == "" && d.Width == 0 {
		return Document{Type: d.Type}, trouble(nil, assistant.Say("there are no words in it that I could find (it may be a scan)"), assistant.Say("Please attach it as text, or tell me what it says."))
	}
	return d, nil
}

// reader reads one kind of file.
type reader func(data []byte, w *words, d *Document) error

// readerFor gives the reader of a kind, or of the nearest kind above it; nil for none.
func readerFor(kind *mimetype.MIME) reader {
	for k := kind; k != nil; k = k.Parent() {
		switch {
		case k.Is("application/pdf"):
			return readPDF
		case k.Is("application/vnd.openxmlformats-officedocument.wordprocessingml.document"):
			return readWord
		case k.Is("application/vnd.openxmlformats-officedocument.presentationml.presentation"):
			return readSlides
		case k.Is("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"):
			return readSheets
		case k.Is("application/vnd.oasis.opendocument.text"):
			return readOpenDocument
		case k.Is("image/png"), k.Is("image/jpeg"), k.Is("image/gif"), k.Is("image/webp"):
			return readPicture
		case k.Is("application/x-ole-storage"):
			return readLocked
		case k.Is("text/html"):
			return readHTML
		case k.Is("text/rtf"), k.Is("image/svg+xml"):
			return nil
		case k.Is("text/plain"):
			return readPlain
		}
	}
	return nil
}

// readLocked tells what an OLE container is: an office file with a password, or one from before 2007.
func readLocked([]byte, *words, *Document) error {
	return trouble(nil, assistant.Say("it has a password, or is in an old Office format"), assistant.Say("Please save it without a password as .docx, .xlsx, .pptx or PDF and attach it again."))
}

// words gathers text up to the bound.
type words struct {
	text  strings.Builder
	chars int
	full  bool
}

// write adds text; [errMuch] when there is no room for more.
func (w *words) write(s string) error {
	for _, r := range s {
		if r == 0 || r == utf8.RuneError {
			continue
		}
		if w.chars >= maxText {
			w.full = true
			return errMuch
		}
		w.text.WriteRune(r)
		w.chars++
	}
	return nil
}

// line ends a line, unless one has just been ended.
func (w *words) line() error {
	if s := w.text.String(); s == "" || strings.HasSuffix(s, "\n") {
		return nil
	}
	return w.write("\n")
}

func damaged(err error) *assistant.Trouble {
	return trouble(err, assistant.Say("it seems to be damaged"), assistant.Say("Please save it anew and attach it again."))
}

func trouble(err error, message, recovery assistant.Sentence) *assistant.Trouble {
	return &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideInput, Message: message, Recovery: recovery}}
}

// text is data as UTF-8: what is none of the Unicode forms is taken for Windows-1252, which nothing fails to be.
func text(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return utf16(data[2:], 0, 1)
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return utf16(data[2:], 1, 0)
	case utf8.Valid(data):
		return string(bytes.TrimPrefix(data, []byte("\ufeff")))
	default:
		return windows1252(data)
	}
}
