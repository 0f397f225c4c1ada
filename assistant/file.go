package assistant

import (
	"strconv"
	"time"
)

// The bounds of what people attach.
const (
	MaxFiles     = 10       // of one message
	MaxFileBytes = 20 << 20 // of one file
)

// KeptFile is a file whose bytes are kept here: uploaded, made by an agent, or a picture that models look at.
type KeptFile struct {
	ID           FileID
	Tenant       TenantID
	Conversation ConversationID // "" where it came before its conversation
	Name         string
	Type         string // as its bytes say
	SHA256       string // of Bytes, in hexadecimal
	Bytes        []byte
	At           time.Time
}

// FilePath is where the panel serves a kept file.
const FilePath = "/api/files/"

// File is how messages name a kept file.
func (k KeptFile) File() File {
	return File{Name: k.Name, Type: k.Type, URL: FilePath + string(k.ID), Size: int64(len(k.Bytes))}
}

// ReadKey is the key under which what was read in a message's file is kept in its conversation. number counts from 1.
func ReadKey(m MessageID, number int) string {
	return string(m) + "/file-" + strconv.Itoa(number)
}
