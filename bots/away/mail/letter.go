package mail

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"github.com/aisteam/aisteam/wording"
)

// letter is the content of a mail, as text and as a page without images, external styles or scripts.
type letter struct {
	in      wording.Words
	subject string
	lines   []string
	link    string
	open    string // what the link is called
	foot    string
}

const page = `<!doctype html>
<html lang="{{.Language}}"><body style="font-family:system-ui,sans-serif;line-height:1.5">
{{range .Lines}}<p>{{.}}</p>
{{end}}{{with .Link}}<p><a href="{{.}}">{{$.Open}}</a></p>
{{end}}{{with .Foot}}<p style="color:#666;font-size:small">{{.}}</p>
{{end}}</body></html>
`

// text returns the letter as plain text.
func (l letter) text() string {
	parts := slices.Clone(l.lines)
	if l.link != "" {
		parts = append(parts, l.open+":\n"+l.link)
	}
	if l.foot != "" {
		parts = append(parts, l.foot)
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// written makes a letter a message. Its id is of the nonce, so that a mail that a server passes on twice is known to be one.
func (s Server) written(l letter, to, nonce string) (*gomail.Msg, error) {
	m := gomail.NewMsg()
	if err := m.FromFormat(s.from.Name, s.from.Address); err != nil {
		return nil, fmt.Errorf("read the sender: %w", err)
	}
	if err := m.To(to); err != nil {
		return nil, fmt.Errorf("read an address: %w", err)
	}
	var html bytes.Buffer
	err := s.page.Execute(&html, struct {
		Language         string
		Lines            []string
		Link, Open, Foot string
	}{string(l.in.Language()), l.lines, l.link, l.open, l.foot})
	if err != nil {
		return nil, fmt.Errorf("write a mail: %w", err)
	}
	m.Subject(strings.Join(strings.Fields(l.subject), " "))
	m.SetDate()
	m.SetMessageID()
	if nonce != "" {
		_, domain, _ := strings.Cut(s.from.Address, "@")
		m.SetMessageIDWithValue(nonce + "@" + domain)
	}
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetBodyString(gomail.TypeTextPlain, l.text())
	m.AddAlternativeString(gomail.TypeTextHTML, html.String())
	return m, nil
}
