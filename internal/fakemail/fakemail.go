// Package fakemail is a test kit: a mail server (go-smtp), with TLS and a password if started so, that parses each mail as mail
// programs do and reports faults to the test.
package fakemail

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	"net/mail"
	"strings"
	"sync"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Mail is one that was taken.
type Mail struct {
	From, To, Subject, ID string
	Text, HTML            string
	Header                mail.Header
}

// Fault is what the server does with a mail instead of taking it.
type Fault struct {
	Code  int  // it answers with it
	Lost  bool // it takes the mail, and the connection ends before the answer
	AtEnd bool // it answers once it has the whole mail, and not to its recipient
}

// Server takes mail. It is safe for concurrent use.
type Server struct {
	Addr  string
	Roots *x509.CertPool // by which its certificate, of 127.0.0.1, is trusted

	server         *smtp.Server
	user, password string

	mu    sync.Mutex
	fault func(to string) Fault
	mails []Mail
	wrong []string
}

// Start starts a server. With a user it wants the password, and TLS by STARTTLS, or from the first byte; without one it takes mail of anybody.
func Start(user, password string, fromFirst bool) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for mail: %w", err)
	}
	s := &Server{Addr: l.Addr().String(), user: user, password: password, fault: func(string) Fault { return Fault{} }}
	s.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{s: s, c: c, known: user == ""}, nil }))
	s.server.Domain, s.server.AllowInsecureAuth = "mail.example", false
	s.server.ErrorLog = log.New(io.Discard, "", 0) // who hands in mail may die in between
	if user != "" {
		of := httptest.NewTLSServer(nil) // its certificate is for 127.0.0.1
		s.Roots = x509.NewCertPool()
		s.Roots.AddCert(of.Certificate())
		s.server.TLSConfig = &tls.Config{Certificates: of.TLS.Certificates, MinVersion: tls.VersionTLS12}
		of.Close()
		if fromFirst {
			l = tls.NewListener(l, s.server.TLSConfig)
		}
	}
	go s.server.Serve(l) //nolint:errcheck // it ends with Close
	return s, nil
}

// Close ends it.
func (s *Server) Close() { _ = s.server.Close() }

// Faults lets the server do something else with mail to some, from now on.
func (s *Server) Faults(f func(to string) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// Taken are the mails that were taken, in order, and what was wrong with any.
func (s *Server) Taken() (mails []Mail, wrong []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.mails...), append([]string(nil), s.wrong...)
}

func (s *Server) faultOf(to string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault(to)
}

// session is one connection.
type session struct {
	s        *Server
	c        *smtp.Conn
	known    bool
	from, to string
}

// AuthMechanisms implements [smtp.AuthSession].
func (*session) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth implements [smtp.AuthSession].
func (x *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if x.s.user == "" || user != x.s.user || password != x.s.password {
			return smtp.ErrAuthFailed
		}
		x.known = true
		return nil
	}), nil
}

// Reset implements [smtp.Session].
func (x *session) Reset() { x.from, x.to = "", "" }

// Logout implements [smtp.Session].
func (*session) Logout() error { return nil }

// Mail implements [smtp.Session].
func (x *session) Mail(from string, _ *smtp.MailOptions) error {
	if !x.known {
		return smtp.ErrAuthRequired
	}
	x.from = from
	return nil
}

// Rcpt implements [smtp.Session].
func (x *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	x.to = to
	if f := x.s.faultOf(to); f.Code != 0 && !f.AtEnd {
		return &smtp.SMTPError{Code: f.Code, Message: "no"}
	}
	return nil
}

// Data implements [smtp.Session].
func (x *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("read a mail: %w", err)
	}
	f := x.s.faultOf(x.to)
	if f.Code != 0 {
		return &smtp.SMTPError{Code: f.Code, Message: "no"}
	}
	m, err := read(string(raw))
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	if err != nil || m.To != x.to || m.From != x.from {
		x.s.wrong = append(x.s.wrong, fmt.Sprintf("a mail of %s to %s: %v\n%s", x.from, x.to, err, raw))
	}
	x.s.mails = append(x.s.mails, m)
	if f.Lost {
		_ = x.c.Conn().Close()
	}
	return nil
}

// read reads a mail of two parts that say the same: text, and a page.
func read(raw string) (Mail, error) {
	var out Mail
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return out, fmt.Errorf("read its head: %w", err)
	}
	from, err := m.Header.AddressList("From")
	if err != nil || len(from) != 1 {
		return out, fmt.Errorf("it is from %v: %w", from, err)
	}
	to, err := m.Header.AddressList("To")
	if err != nil || len(to) != 1 {
		return out, fmt.Errorf("it is to %v: %w", to, err)
	}
	if _, err := m.Header.Date(); err != nil {
		return out, fmt.Errorf("read its date: %w", err)
	}
	out = Mail{From: from[0].Address, To: to[0].Address, ID: m.Header.Get("Message-Id"), Header: m.Header}
	if out.Subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		return out, fmt.Errorf("read its subject: %w", err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		return out, fmt.Errorf("it is %s: %w", kind, err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for {
		p, err := parts.NextRawPart()
		if err == io.EOF { //nolint:errorlint // the reader says it bare
			return out, nil
		}
		if err != nil {
			return out, fmt.Errorf("read a part: %w", err)
		}
		body := io.Reader(p)
		if p.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			body = quotedprintable.NewReader(p)
		}
		text, err := io.ReadAll(body)
		if err != nil {
			return out, fmt.Errorf("read a part: %w", err)
		}
		switch plain := strings.ReplaceAll(string(text), "\r\n", "\n"); {
		case strings.HasPrefix(p.Header.Get("Content-Type"), "text/plain"):
			out.Text = plain
		case strings.HasPrefix(p.Header.Get("Content-Type"), "text/html"):
			out.HTML = plain
		default:
			return out, fmt.Errorf("a part of %s", p.Header.Get("Content-Type"))
		}
	}
}
