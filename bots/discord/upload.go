package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
)

// attachment names a file that goes with a message; one that is not named is taken off it.
type attachment struct {
	ID   string `json:"id"`
	Name string `json:"filename"`
}

// carrier is a body that may carry a file.
type carrier interface{ carried() []byte }

func (p posting) carried() []byte { return p.file }

func (e editing) carried() []byte { return e.file }

// attachments names the file of a message, where it has one.
func attachments(file []byte) []attachment {
	if file == nil {
		return nil
	}
	return []attachment{{ID: "0", Name: fileName}}
}

// encode writes a body, in parts where it carries a file.
func encode(in any) (body []byte, kind string, err error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, "", fmt.Errorf("discord: encode request: %w", err)
	}
	c, ok := in.(carrier)
	if !ok || c.carried() == nil {
		return raw, "application/json", nil
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, part := range []struct {
		disposition, kind string
		content           []byte
	}{
		{`form-data; name="payload_json"`, "application/json", raw},
		{`form-data; name="files[0]"; filename="` + fileName + `"`, "text/markdown; charset=utf-8", c.carried()},
	} {
		to, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {part.disposition}, "Content-Type": {part.kind}})
		if err != nil {
			return nil, "", fmt.Errorf("discord: encode file: %w", err)
		}
		_, _ = to.Write(part.content) // a buffer takes everything
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("discord: encode file: %w", err)
	}
	return b.Bytes(), w.FormDataContentType(), nil
}
