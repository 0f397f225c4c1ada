package wire

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
)

// unpacked is a body without its compression. The transport unpacks what it has asked for; proxies compress all the same where
// nobody asked, and some say nothing of it.
func unpacked(r *http.Response) io.ReadCloser {
	if r.Uncompressed {
		return r.Body
	}
	return &unpacking{body: r.Body}
}

type unpacking struct {
	body io.ReadCloser
	from io.Reader // once the first bytes have told
}

// Read implements [io.Reader].
func (u *unpacking) Read(p []byte) (int, error) {
	if u.from == nil {
		head := bufio.NewReaderSize(u.body, 16)
		u.from = head
		if first, err := head.Peek(1); err == nil && first[0] == 0x1f { // which no text begins with
			unzipped, err := gzip.NewReader(head)
			if err != nil {
				return 0, fmt.Errorf("unpack the reply: %w", err)
			}
			u.from = unzipped
		}
	}
	return u.from.Read(p)
}

// Close implements [io.Closer].
func (u *unpacking) Close() error { return u.body.Close() }
