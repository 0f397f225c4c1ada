package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"mime/multipart"
	"net/textproto"
)

// encode writes a body, in parts where it carries files.
func encode(in any) (body []byte, kind string, err error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, "", fmt.Errorf("discord: encode request: %w", err)
	}
	c, ok := in.(carrier)
	if !ok || !c.Carries() {
		return raw, "application/json", nil
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	put := func(disposition, kind string, content []byte) error {
		to, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
		if err != nil {
			return fmt.Errorf("discord: encode file: %w", err)
		}
		_, _ = to.Write(content) // a buffer takes everything
		return nil
	}
	if err := put(`form-data; name="payload_json"`, "application/json", raw); err != nil {
		return nil, "", err
	}
	number := 0
	for name, content := range c.Carried() {
		if err := put(fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, number, name), "application/octet-stream", content); err != nil {
			return nil, "", err
		}
		number++
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("discord: encode file: %w", err)
	}
	return b.Bytes(), w.FormDataContentType(), nil
}

// carrier is a body that may carry files.
type carrier interface {
	// Carries tells whether there is any.
	Carries() bool
	// Carried returns the names and contents of the files, in the order of their numbers in the body.
	Carried() iter.Seq2[string, []byte]
}
