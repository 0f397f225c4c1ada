package files

import (
	"cmp"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// UploadLimit bounds a message with all that is attached to it. Its files are read one after the other.
const UploadLimit = assistant.MaxFiles*assistant.MaxFileBytes + request.BodyLimit

// TransferWithin is how long somebody who is signed in may take to send or get files, on a slow line.
const TransferWithin = 10 * time.Minute

// Composed reads the form of the message box: its fields into the request's form, and its files into the store, where they are of no
// conversation until [Shelf.Went] says so. Whoever does not take the message drops them.
func (s *Shelf) Composed(r *http.Request) ([]assistant.File, error) {
	files, err := s.read(r)
	if err != nil {
		s.Drop(r.Context(), files)
		return nil, err
	}
	return files, nil
}

// read is Composed; with an error it gives what it has kept until then.
func (s *Shelf) read(r *http.Request) (files []assistant.File, err error) {
	parts, err := r.MultipartReader()
	if errors.Is(err, http.ErrNotMultipart) {
		r.Body = http.MaxBytesReader(nil, r.Body, request.BodyLimit)
		return nil, request.Form(r)
	}
	if err != nil {
		return nil, request.Malformed(assistant.Say("The form could not be read."))
	}
	r.PostForm, r.Form = url.Values{}, url.Values{}
	room := int64(request.BodyLimit) // of the fields
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return files, unreadable(err)
		}
		if part.FormName() != "files" {
			if err := field(r, part, &room); err != nil {
				return files, err
			}
			continue
		}
		f, err := s.upload(r, part)
		if err != nil {
			return files, err
		}
		if f.URL == "" {
			continue // the box is sent without a file
		}
		if files = append(files, f); len(files) > assistant.MaxFiles {
			return files, request.Refuse(http.StatusBadRequest, assistant.SideInput,
				assistant.Say("A message takes at most %d files.", assistant.MaxFiles), assistant.Say("Send the others with another message."))
		}
	}
}

func unreadable(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return err
	}
	return request.Malformed(assistant.Say("The form could not be read."))
}

func field(r *http.Request, part *multipart.Part, room *int64) error {
	value, err := io.ReadAll(io.LimitReader(part, *room+1))
	if err != nil {
		return unreadable(err)
	}
	if *room -= int64(len(value)); *room < 0 {
		return &http.MaxBytesError{Limit: request.BodyLimit}
	}
	r.PostForm.Add(part.FormName(), string(value))
	r.Form.Add(part.FormName(), string(value))
	return nil
}

// upload keeps a file of the form. An empty box gives none.
func (s *Shelf) upload(r *http.Request, part *multipart.Part) (assistant.File, error) {
	data, err := io.ReadAll(io.LimitReader(part, assistant.MaxFileBytes+1))
	name := fileName(part.FileName())
	switch {
	case err != nil:
		return assistant.File{}, unreadable(err)
	case part.FileName() == "" && len(data) == 0:
		return assistant.File{}, nil
	case s.Files == nil:
		return assistant.File{}, request.Refuse(http.StatusNotImplemented, assistant.SideContext, assistant.Say("Files cannot be attached here."), assistant.Say("Send your message without them."))
	case len(data) > assistant.MaxFileBytes:
		return assistant.File{}, request.Refuse(http.StatusRequestEntityTooLarge, assistant.SideInput,
			assistant.Say("“%s” is larger than %d MB.", name, assistant.MaxFileBytes>>20), assistant.Say("Attach the part of it that matters."))
	}
	k := assistant.KeptFile{
		ID: assistant.FileID(s.IDs.New()), Tenant: s.Owner.Tenant.ID, Person: s.Owner.Person.ID, Name: name, Type: http.DetectContentType(data), Bytes: data,
	}
	if err := s.Files.SaveFile(r.Context(), k); err != nil {
		return assistant.File{}, err
	}
	return k.File(), nil
}

// fileName is the harmless form of a name as a browser's form writes it, which codes quotes and ends of lines, and nothing else.
func fileName(given string) string {
	given = strings.NewReplacer("%22", `"`, "%0D", " ", "%0A", " ").Replace(given)
	return cmp.Or(assistant.CleanName(given), "file")
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

// Shows tells whether a file can be drawn on its card.
func Shows(f assistant.File) bool {
	_, kept := f.KeptID()
	return kept && picture(f.Type)
}
