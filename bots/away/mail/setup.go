package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// What mail is set by, by the keys of its form.
const (
	FieldAddress  = "address" // of the server, where the environment gives one with all that belongs to it; it is a secret, and in no form
	fieldServer   = "server"
	fieldPort     = "port"
	fieldSafety   = "encryption"
	fieldUser     = "user"
	fieldPassword = "password"
	FieldFrom     = "from"
	fieldTest     = "test"
)

const (
	byTLS      = "tls"
	bySTARTTLS = "starttls"
)

// Setup lets an admin set the mail server. Faults are reported as [assistant.Trouble], which never contains the password.
// Certificates are checked against the system's roots unless Roots is set.
type Setup struct{ Roots *x509.CertPool }

// Form is what a mail server is known by.
func (Setup) Form() assistant.Form {
	return assistant.Form{Fields: []assistant.FormField{
		{Key: fieldServer, Kind: assistant.FieldText, Label: assistant.Say("Mail server"), Most: 253, Required: true, Binds: true, Placeholder: assistant.Verbatim("smtp.example.com")},
		{Key: fieldSafety, Kind: assistant.FieldChoice, Label: assistant.Say("Encryption"), Default: byTLS, Options: []assistant.Option{
			{Value: byTLS, Label: "TLS"}, {Value: bySTARTTLS, Label: "STARTTLS"},
		}},
		{Key: fieldPort, Kind: assistant.FieldText, Label: assistant.Say("Port"), Most: 5, Placeholder: assistant.Say("%d with TLS, %d with STARTTLS", portSMTPS, portSubmission)},
		{Key: fieldUser, Kind: assistant.FieldText, Label: assistant.Say("User"), Most: 253, Binds: true},
		{Key: fieldPassword, Kind: assistant.FieldSecret, Label: assistant.Say("Password"), Most: 500},
		{Key: FieldFrom, Kind: assistant.FieldText, Label: assistant.Say("Sender"), Most: 253, Required: true, Placeholder: assistant.Verbatim("AISTEAM <aisteam@example.com>")},
		{Key: fieldTest, Kind: assistant.FieldText, Label: assistant.Say("Send the test mail to"), Most: addressLongest, Placeholder: assistant.Say("your own address")},
	}}
}

// Fits finds what cannot be a mail server.
func (s Setup) Fits(set assistant.PartSettings) error {
	host, port := set.Given[fieldServer], set.Given[fieldPort]
	if n, err := strconv.Atoi(port); port != "" && (err != nil || n < 1 || n > 65535) {
		return &assistant.FieldError{Key: fieldPort, Message: assistant.Say("A port is a number from 1 to 65535. Left empty, it is the usual one.")}
	}
	if host == "" || strings.ContainsAny(host, "/:@ ?#") {
		return &assistant.FieldError{Key: fieldServer, Message: assistant.Say("Enter the name of the mail server, such as smtp.example.com.")}
	}
	if to := set.Given[fieldTest]; to != "" {
		if _, err := (*Surface)(nil).Address(to); err != nil {
			return &assistant.FieldError{Key: fieldTest, Message: assistant.Say("That is no e-mail address.")}
		}
	}
	switch _, err := s.Server(set); {
	case errors.Is(err, ErrFrom):
		return &assistant.FieldError{Key: FieldFrom, Message: assistant.Say("Write the sender like AISTEAM <aisteam@example.com>.")}
	case err != nil:
		return &assistant.FieldError{Key: fieldServer, Message: assistant.Say("Enter the name of the mail server, such as smtp.example.com.")}
	}
	return nil
}

// Server is where mail is handed in by settings.
func (s Setup) Server(set assistant.PartSettings) (Server, error) {
	address := set.Secret(FieldAddress)
	if address == "" {
		at := url.URL{Scheme: "smtps", Host: set.Given[fieldServer]}
		if set.Given[fieldSafety] == bySTARTTLS {
			at.Scheme = "smtp"
		}
		if port := set.Given[fieldPort]; port != "" {
			at.Host = net.JoinHostPort(at.Host, port)
		}
		if set.Given[fieldUser] != "" {
			at.User = url.UserPassword(set.Given[fieldUser], set.Secret(fieldPassword))
		}
		address = at.String()
	}
	return ReadServer(address, set.Given[FieldFrom], s.Roots)
}

// Try signs in at the mail server, and hands in a mail where an address for it is given. It says what the server answered.
func (s Setup) Try(ctx context.Context, set assistant.PartSettings) (assistant.Sentence, error) {
	server, err := s.Server(set)
	if err != nil {
		return assistant.Sentence{}, err
	}
	client, err := gomail.NewClient(server.host, server.options...)
	if err != nil {
		return assistant.Sentence{}, err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return assistant.Sentence{}, refused(err, client.ServerAddr())
	}
	defer client.Close() // the check is done by then
	to := set.Given[fieldTest]
	if to == "" {
		return assistant.Say("The mail server answers, and takes the user and the password."), nil
	}
	// The mail's words are the same in every language.
	m, err := server.written(letter{in: wording.In(assistant.English), subject: "AISTEAM ✓", lines: []string{"AISTEAM ✓ " + server.host}}, to, "")
	if err != nil {
		return assistant.Sentence{}, err
	}
	if err := client.Send(m); err != nil {
		return assistant.Sentence{}, refused(err, client.ServerAddr())
	}
	return assistant.Say("The mail server has taken the test mail to %s.", to), nil
}

// refused says why no mail was handed in, to the person who sets the server.
func refused(err error, at string) error {
	p := assistant.Problem{Side: assistant.SideInput, Recovery: assistant.Say("Check the address and the port, and that this machine may connect to it.")}
	code, said := 0, (*textproto.Error)(nil)
	if failed, ok := errors.AsType[*gomail.SendError](err); ok {
		code = failed.ErrorCode()
	} else if errors.As(err, &said) {
		code = said.Code
	}
	name, _ := errors.AsType[*net.DNSError](err)
	untrusted, _ := errors.AsType[*tls.CertificateVerificationError](err)
	garbled, _ := errors.AsType[tls.RecordHeaderError](err)
	timeout, _ := errors.AsType[net.Error](err)
	switch {
	case code >= 530 && code <= 538:
		p.Message = assistant.Say("The mail server does not take the user and the password: it answered %d.", code)
		p.Recovery = assistant.Say("Many providers want an app password in place of your own.")
	case code > 0:
		p.Message, p.Recovery = assistant.Say("The mail server refused the test mail: it answered %d.", code), assistant.Say("Check the sender: most servers take only addresses of the account.")
	case name != nil:
		p.Message, p.Recovery = assistant.Say("There is no address for the name %s.", name.Name), assistant.Say("Check how it is spelt.")
	case untrusted != nil:
		p.Message, p.Recovery = assistant.Say("The certificate of %s is not trusted.", at), assistant.Say("Enter the name that the server's certificate is for.")
	case garbled.Msg != "", strings.Contains(err.Error(), "STARTTLS"):
		p.Message, p.Recovery = assistant.Say("%s does not speak this encryption.", at), assistant.Say("Choose the other one.")
	case timeout != nil && timeout.Timeout():
		p.Message = assistant.Say("%s did not answer within %d seconds.", at, int(patience/time.Second))
	default:
		p.Message = assistant.Say("Nothing answers at %s.", at)
	}
	return &assistant.Trouble{Err: errors.New(p.Message.String()), Problem: p} // the library's own words might have more in them
}
