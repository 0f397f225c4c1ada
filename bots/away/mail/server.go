package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/aisteam/aisteam/bots"
)

// Server is where mail is handed in, and whom it is from.
type Server struct {
	from    mail.Address
	host    string
	options []gomail.Option
	page    *template.Template
}

const (
	portSMTPS      = 465
	portSubmission = 587
	portLocal      = 25
	patience       = 15 * time.Second
)

// These errors say why a mail server cannot be used, to the person who sets it.
var (
	ErrURL  = errors.New("it is no address like smtps://user:password@smtp.example.com:465, or smtp:// for STARTTLS on port 587")
	ErrFrom = errors.New("it is no sender like AISTEAM <aisteam@example.com>")
)

// ReadServer reads where mail is handed in: smtps:// encrypts from the first byte, smtp:// by STARTTLS and not otherwise, but to a relay on the
// same machine that wants no password. Errors never hold the password. Certificates are trusted by the system's roots where there are no others.
func ReadServer(address, from string, roots *x509.CertPool) (Server, error) {
	at, err := url.Parse(address)
	if err != nil || at.Hostname() == "" || at.Path != "" && at.Path != "/" || at.RawQuery != "" {
		return Server{}, ErrURL
	}
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return Server{}, ErrFrom
	}
	drawn, err := template.New("mail").Parse(page)
	if err != nil {
		return Server{}, fmt.Errorf("read the page of a mail: %w", err)
	}
	s := Server{from: *sender, host: at.Hostname(), page: drawn}
	port := portSubmission
	switch local := at.User == nil && loopback(at.Hostname()); {
	case at.Scheme == "smtps":
		port = portSMTPS
		s.options = append(s.options, gomail.WithSSL())
	case at.Scheme == "smtp" && local:
		port = portLocal
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS))
	case at.Scheme == "smtp":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	default:
		return Server{}, ErrURL
	}
	if at.Port() != "" {
		if port, err = strconv.Atoi(at.Port()); err != nil || port < 1 || port > 65535 {
			return Server{}, ErrURL
		}
	}
	if at.User != nil {
		password, _ := at.User.Password()
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(at.User.Username()), gomail.WithPassword(password))
	}
	s.options = append(s.options, gomail.WithPort(port), gomail.WithTimeout(patience), gomail.WithoutRset(), gomail.WithoutNoop(),
		gomail.WithTLSConfig(&tls.Config{ServerName: s.host, RootCAs: roots, MinVersion: tls.VersionTLS12}))
	return s, nil
}

// loopback tells whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// send hands a message in. A [*bots.LaterError] says that the server certainly has not taken it, a [*bots.RefusedError] that it never
// will, and a [*bots.SilentError] that it may have: its answer was lost.
func (s Server) send(ctx context.Context, m *gomail.Msg) error {
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("reach the mail server: %w", err)
	}
	err = client.DialAndSendWithContext(ctx, m)
	if err == nil || m.IsDelivered() {
		return nil
	}
	var failed *gomail.SendError
	if !errors.As(err, &failed) {
		return &bots.LaterError{After: laterAfter, Err: fmt.Errorf("reach the mail server: %w", err)}
	}
	said := fmt.Errorf("the mail server answers %d to %s", failed.ErrorCode(), failed.Reason) // without the address
	switch {
	case failed.IsTemp():
		return &bots.LaterError{After: laterAfter, Err: said}
	case failed.ErrorCode() >= 500:
		return &bots.RefusedError{Reason: strconv.Itoa(failed.ErrorCode()), Err: said}
	case failed.Reason == gomail.ErrSMTPDataClose, failed.Reason == gomail.ErrWriteContent:
		return &bots.SilentError{Err: said}
	default:
		return &bots.LaterError{After: laterAfter, Err: said}
	}
}
