package assistant

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// These are the limits of attachments.
const (
	MaxFiles     = 10       // of one message
	MaxFileBytes = 20 << 20 // of one file
)

// FileTooLarge says that a file is over the bound.
func FileTooLarge() *Trouble {
	return &Trouble{Problem: Problem{
		Side: SideInput, Message: Say("it is larger than %d MB", MaxFileBytes>>20), Recovery: Say("Please attach the part that matters."),
	}}
}

// NoFilesRoom says that the files that are kept for a tenant take up all the room there is.
func NoFilesRoom(room int64) *Trouble {
	return &Trouble{Err: ErrTooMuch, Problem: Problem{
		Side: SideContext, Message: Say("there is no room to keep it: this team's files take up the %d MB there are", room>>20),
		Recovery: Say("Whoever runs this assistant can make room."),
	}}
}

// KeptFile is a file whose bytes are kept here: uploaded, made by an agent, or a picture that models look at.
type KeptFile struct {
	ID           FileID
	Tenant       TenantID
	Conversation ConversationID // "" where it came before its conversation
	Person       PersonID       // who sent it; "" where an agent made it
	Sender       string         // their name, where files are listed
	Name         string
	Type         string // as its bytes say
	Size         int64  // of Bytes, where files are listed
	SHA256       string // of Bytes, in hexadecimal
	Bytes        []byte
	At           time.Time
}

// FileStore stores files that are received, made or passed on.
type FileStore interface { //nolint:iface // it stands with its nouns because several packages share it
	// SaveFile keeps a file under its id. An id that is known keeps what it has.
	SaveFile(ctx context.Context, k KeptFile) error
	// File returns a kept file of the tenant, or [ErrNotFound].
	File(ctx context.Context, t TenantID, id FileID) (KeptFile, error)
}

// ErrNotYourFile refuses to delete a file in the name of somebody who neither sent it nor is an admin.
var ErrNotYourFile = refusal(Say("Somebody else sent that file."), Say("Whoever sent it or an admin can delete it."))

// FilePath is where the panel serves a kept file.
const FilePath = "/api/files/"

// WithoutDeleted is the message with those of its files named and no more that were deleted. The given one is not changed.
func (m Message) WithoutDeleted(deleted map[FileID]bool) Message {
	said, ok := m.Body.(Said)
	if !ok || len(deleted) == 0 {
		return m
	}
	said.Files = slices.Clone(said.Files)
	for i, f := range said.Files {
		if id, kept := f.KeptID(); kept && deleted[id] {
			said.Files[i] = File{Name: f.Name + " (deleted)", Type: f.Type}
		}
	}
	m.Body = said
	return m
}

// KeptFiles are the ids of the files that a message names and that are kept here.
func (m Message) KeptFiles() []FileID {
	var ids []FileID
	if said, ok := m.Body.(Said); ok {
		for _, f := range said.Files {
			if id, kept := f.KeptID(); kept {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// MaxMadeBytes bounds what an agent writes into one file.
const MaxMadeBytes = 256 << 10

// MadeID is the id of the file that a tool call of that key makes: the same however often it is made.
func MadeID(t TenantID, key string) FileID { return FileID(idOf("made file", string(t), key)) }

// KeptID is the id of a file that is kept here; false for one that is elsewhere.
func (f File) KeptID() (FileID, bool) {
	id, ok := strings.CutPrefix(f.URL, FilePath)
	return FileID(id), ok && ValidID(id)
}

const maxFileName = 120 // characters

// CleanName makes a name harmless: the last part of a path, with nothing in it that people cannot see, that turns the
// reading order around or that some system's files may not have in their names. "" when nothing is left.
func CleanName(given string) string {
	name := path.Base(strings.ReplaceAll(strings.ToValidUTF8(given, ""), `\`, "/"))
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp):
			return -1
		case strings.ContainsRune(`<>:"|?*`, r):
			return '-'
		default:
			return r
		}
	}, name)
	name = strings.Trim(strings.Join(strings.Fields(name), " "), ". /")
	if cut := []rune(name); len(cut) > maxFileName {
		ending := []rune(path.Ext(name))
		if len(ending) > 10 {
			ending = nil
		}
		name = string(cut[:maxFileName-len(ending)]) + string(ending)
	}
	return name
}

// File is how messages name a kept file.
func (k KeptFile) File() File {
	return File{Name: k.Name, Type: k.Type, URL: FilePath + string(k.ID), Size: int64(len(k.Bytes))}
}

// ReadKey is the key under which the text read from a message's file is stored in its conversation. number counts from 1.
func ReadKey(m MessageID, number int) string {
	return string(m) + "/file-" + strconv.Itoa(number)
}

// SizeWords is a file's size as people say it, "" where it is not known.
func SizeWords(n int64) string {
	switch {
	case n <= 0:
		return ""
	case n < 1<<10:
		return strconv.FormatInt(n, 10) + " bytes"
	case n < 1<<20:
		return strconv.FormatInt(n>>10, 10) + " KB"
	default:
		return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
	}
}
