// Package filekit writes small files of the kinds that people attach, for tests.
package filekit

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"

	"github.com/xuri/excelize/v2"
)

// PDF is a PDF with a page for each text, of one line each.
func PDF(pages ...string) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(body string) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), body)
	}
	b.WriteString("%PDF-1.4\n")
	kids := make([]string, len(pages))
	for i := range pages {
		kids[i] = fmt.Sprintf("%d 0 R", 4+2*i)
	}
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(pages)))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for i, text := range pages {
		object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", 5+2*i))
		text = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(text)
		content := "BT /F1 12 Tf 72 720 Td (" + text + ") Tj ET"
		object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

// Zip is a zip of parts, in order: a name and its content each.
func Zip(parts ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(parts); i += 2 {
		method := zip.Deflate
		if parts[i] == "mimetype" {
			method = zip.Store // OpenDocument wants its kind to be seen from outside
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: parts[i], Method: method})
		if err != nil {
			panic(err)
		}
		if _, err := f.Write([]byte(parts[i+1])); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`

// Word is a .docx with a paragraph for each text.
func Word(paragraphs ...string) []byte {
	var body strings.Builder
	for _, p := range paragraphs {
		body.WriteString("<w:p><w:r><w:t>" + p + "</w:t></w:r></w:p>")
	}
	return Zip("[Content_Types].xml", types, "word/document.xml",
		`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`+body.String()+`</w:body></w:document>`)
}

// Slides is a .pptx with a slide for each text.
func Slides(slides ...string) []byte {
	parts := []string{"[Content_Types].xml", types, "ppt/presentation.xml", "<p/>"}
	for i, s := range slides {
		parts = append(parts, fmt.Sprintf("ppt/slides/slide%d.xml", i+1), `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>`+s+`</a:t></a:r></a:p></p:sld>`)
	}
	return Zip(parts...)
}

// Sheet is an .xlsx with these rows.
func Sheet(rows ...[]any) []byte {
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range rows {
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			panic(err)
		}
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		panic(err)
	}
	return b.Bytes()
}

// PNG is a picture of one colour.
func PNG(width, height int) []byte {
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.RGBA{R: 40, G: 120, B: 220, A: 255}})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}
