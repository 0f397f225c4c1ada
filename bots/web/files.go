package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// uploadLimit bounds a message with all that is attached to it. Its files are read one after the other.
const uploadLimit = assistant.MaxFiles*assistant.MaxFileBytes + bodyLimit

// transferWithin is how long somebody who is signed in may take to send or get files, on a slow line.
const transferWithin = 10 * time.Minute

// composed reads the form of the message box: its fields into the request's form, and its files into the store.
func (s *Surface) composed(r *http.Request) ([]assistant.File, error) {
	parts, err := r.MultipartReader()
	if errors.Is(err, http.ErrNotMultipart) {
		r.Body = http.MaxBytesReader(nil, r.Body, bodyLimit)
		return nil, form(r)
	}
	if err != nil {
		return nil, malformed("The form could not be read.")
	}
	r.PostForm, r.Form = url.Values{}, url.Values{}
	var files []assistant.File
	room := int64(bodyLimit) // of the fields
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, unreadable(err)
		}
		if part.FormName() != "files" {
			if err := field(r, part, &room); err != nil {
				return nil, err
			}
			continue
		}
		f, err := s.upload(r, part)
		if err != nil {
			return nil, err
		}
		if f.URL == "" {
			continue // the box is sent without a file
		}
		if files = append(files, f); len(files) > assistant.MaxFiles {
			return nil, refuse(http.StatusBadRequest, assistant.SideInput,
				fmt.Sprintf("A message takes at most %d files.", assistant.MaxFiles), "Send the others with another message.")
		}
	}
}

func unreadable(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return err
	}
	return malformed("The form could not be read.")
}

func field(r *http.Request, part *multipart.Part, room *int64) error {
	value, err := io.ReadAll(io.LimitReader(part, *room+1))
	if err != nil {
		return unreadable(err)
	}
	if *room -= int64(len(value)); *room < 0 {
		return &http.MaxBytesError{Limit: bodyLimit}
	}
	r.PostForm.Add(part.FormName(), string(value))
	r.Form.Add(part.FormName(), string(value))
	return nil
}

// upload keeps a file of the form. An empty box gives none.
func (s *Surface) upload(r *http.Request, part *multipart.Part) (assistant.File, error) {
	data, err := io.ReadAll(io.LimitReader(part, assistant.MaxFileBytes+1))
	name := fileName(part.FileName())
	switch {
	case err != nil:
		return assistant.File{}, unreadable(err)
	case part.FileName() == "" && len(data) == 0:
		return assistant.File{}, nil
	case s.Files == nil:
		return assistant.File{}, refuse(http.StatusNotImplemented, assistant.SideContext, "Files cannot be attached here.", "Send your message without them.")
	case len(data) > assistant.MaxFileBytes:
		return assistant.File{}, refuse(http.StatusRequestEntityTooLarge, assistant.SideInput,
			fmt.Sprintf("“%s” is larger than %d MB.", name, assistant.MaxFileBytes>>20), "Attach the part of it that matters.")
	}
	k := assistant.KeptFile{
		ID: assistant.FileID(s.IDs.New()), Tenant: s.Tenant.ID, Person: s.Owner.ID, Name: name, Type: http.DetectContentType(data), Bytes: data,
	}
	if c := r.PostForm.Get("conversation"); assistant.ValidID(c) {
		k.Conversation = assistant.ConversationID(c)
	}
	if err := s.Files.SaveFile(r.Context(), k); err != nil {
		return assistant.File{}, found(err, "conversation")
	}
	return k.File(), nil
}

// fileName is the harmless form of a name.
func fileName(given string) string { return cmp.Or(assistant.CleanName(given), "file") }

// download serves a kept file. It is never shown as a page: whatever it holds, it runs nothing here.
func (s *Surface) download(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.FileID](r, "file")
	if err != nil {
		return err
	}
	if s.Files == nil {
		return unknown("file")
	}
	k, err := s.Files.File(r.Context(), s.Tenant.ID, id)
	if err != nil {
		return found(err, "file")
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	if picture(k.Type) {
		h.Set("Content-Type", k.Type)
	}
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": k.Name}))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Content-Length", strconv.Itoa(len(k.Bytes)))
	w.WriteHeader(http.StatusOK) // an answer's time begins here
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(transferWithin))
	w.Write(k.Bytes) //nolint:errcheck // the reader has gone; there is nobody to tell
	return nil
}

// picture tells whether a type is of a picture that browsers show and that cannot hold a script.
func picture(mediaType string) bool {
	switch mediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	default:
		return false
	}
}

// shows tells whether a file can be drawn on its card.
func shows(f assistant.File) bool {
	return strings.HasPrefix(f.URL, assistant.FilePath) && picture(f.Type)
}

// Uploads gives what was uploaded on the panel to whoever reads it.
type Uploads struct{ Files Files }

// Fetch gets a file that is kept here.
func (u Uploads) Fetch(ctx context.Context, t assistant.TenantID, _ string, f assistant.File) ([]byte, error) {
	id, ok := strings.CutPrefix(f.URL, assistant.FilePath)
	if !ok {
		return nil, &bots.RefusedError{Reason: "not a file that is kept here"}
	}
	k, err := u.Files.File(ctx, t, assistant.FileID(id))
	if err != nil {
		return nil, fmt.Errorf("uploaded file: %w", err)
	}
	return k.Bytes, nil
}
