package hooks

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// charset is the encoding of a name as senders call it, nil for UTF-8. What calls itself Latin-1 is read as browsers read it.
func charset(name string) (encoding.Encoding, error) {
	switch strings.ToLower(name) {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		return nil, nil // it is as it should be
	case "iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
		return charmap.Windows1252, nil
	case "iso-8859-15", "latin9":
		return charmap.ISO8859_15, nil
	case "iso-8859-2", "latin2":
		return charmap.ISO8859_2, nil
	case "windows-1250", "cp1250":
		return charmap.Windows1250, nil
	case "windows-1251", "cp1251":
		return charmap.Windows1251, nil
	case "utf-16", "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), nil
	case "utf-16be":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM), nil
	default:
		return nil, errOtherCharset
	}
}

// decoded is a text as UTF-8.
func decoded(from encoding.Encoding, text []byte) ([]byte, error) {
	if from != nil {
		out, err := from.NewDecoder().Bytes(text)
		if err != nil {
			return nil, errBroken
		}
		text = out
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if !utf8.Valid(text) {
		return nil, errBroken
	}
	return text, nil
}
