package reading

import (
	"bytes"
	"errors"
	"strings"

	"github.com/ledongthuc/pdf"

	"github.com/aisteam/aisteam/assistant"
)

const maxPages = 500

// readPDF gives the words of a PDF's pages, line by line.
func readPDF(data []byte, w *words, _ *Document) error {
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	switch {
	case errors.Is(err, pdf.ErrInvalidPassword), err != nil && strings.Contains(err.Error(), "encrypt"):
		return trouble(err, assistant.Say("it has a password"), assistant.Say("Please save it without a password and attach it again."))
	case err != nil:
		return err
	}
	pages := r.NumPage()
	for i := 1; i <= min(pages, maxPages); i++ {
		p := r.Page(i)
		if p.V.IsNull() {
			continue
		}
		said, err := p.GetPlainText(nil)
		if err != nil {
			return err
		}
		if err := w.write(said); err != nil {
			return err
		}
		if err := w.line(); err != nil {
			return err
		}
	}
	w.full = pages > maxPages
	return nil
}
