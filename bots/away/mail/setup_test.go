package mail_test

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/away/mail"
	"github.com/aisteam/aisteam/internal/fakemail"
)

// given is what was filled in of a server, changed by pairs of a field and a text.
func given(addr string, changes ...string) assistant.PartSettings {
	host, port, _ := net.SplitHostPort(addr)
	set := assistant.PartSettings{
		Given:   map[string]string{"server": host, "port": port, "encryption": "tls", "user": "robin", "from": from, "test": "robin@example.com"},
		Secrets: map[string]assistant.Secret{"password": "pass word"},
	}
	for i := 0; i < len(changes); i += 2 {
		if changes[i] == "password" {
			set.Secrets = map[string]assistant.Secret{"password": assistant.Secret(changes[i+1])}
		} else {
			set.Given[changes[i]] = changes[i+1]
		}
	}
	return set
}

// TestWhatAMailServerAnswersIsToldInPlainWords: a test mail is taken, or why not; a port that refuses is told of within a second, and the password
// stands in no words.
func TestWhatAMailServerAnswersIsToldInPlainWords(t *testing.T) {
	fromFirst, later := start(t, "robin", "pass word", true), start(t, "robin", "pass word", false)
	picky := start(t, "robin", "pass word", true)
	picky.Faults(func(string) fakemail.Fault { return fakemail.Fault{Code: 550} })
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	_ = closed.Close()
	for name, c := range map[string]struct {
		server      *fakemail.Server
		set         assistant.PartSettings
		found, says string
	}{
		"TLS":              {fromFirst, given(fromFirst.Addr), "has taken the test mail to robin@example.com", ""},
		"STARTTLS":         {later, given(later.Addr, "encryption", "starttls"), "has taken the test mail to robin@example.com", ""},
		"without a mail":   {fromFirst, given(fromFirst.Addr, "test", ""), "takes the user and the password", ""},
		"a wrong password": {fromFirst, given(fromFirst.Addr, "password", "hunter2hunter2"), "", "does not take the user and the password: it answered 535"},
		"a refused mail":   {picky, given(picky.Addr), "", "it answered 550"},
		"not trusted":      {&fakemail.Server{}, given(fromFirst.Addr), "", "is not trusted"},
		"the other one":    {later, given(later.Addr), "", "does not speak this encryption"},
		"nobody":           {fromFirst, given(nobody), "", "Nothing answers at " + nobody},
		"no such name":     {fromFirst, given("smtp.invalid:465"), "", "smtp.invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			found, err := mail.Setup{Roots: c.server.Roots}.Try(t.Context(), c.set)
			if took := time.Since(began); name == "nobody" && took > time.Second {
				t.Errorf("it took %s", took)
			}
			if c.says == "" {
				if err != nil || !strings.Contains(found.String(), c.found) {
					t.Errorf("%q, %v", found, err)
				}
				return
			}
			trouble, told := errors.AsType[*assistant.Trouble](err)
			if !told || !strings.Contains(trouble.Problem.Message.String(), c.says) || trouble.Problem.Recovery.IsZero() || strings.Contains(err.Error()+trouble.Problem.Whole().String(), "hunter2") {
				t.Errorf("%v", err)
			}
		})
	}
	if mails, wrong := fromFirst.Taken(); len(mails) != 1 || len(wrong) > 0 || mails[0].To != "robin@example.com" {
		t.Errorf("%d mails, %v", len(mails), wrong)
	}
}

// TestWhatCannotBeAMailServerIsSaidWithItsField, and what the environment gives as one address is a server, too.
func TestWhatCannotBeAMailServerIsSaidWithItsField(t *testing.T) {
	for name, c := range map[string]struct {
		set   assistant.PartSettings
		field string
	}{
		"well":              {given("smtp.example.com:465"), ""},
		"the usual port":    {given("smtp.example.com:465", "port", ""), ""},
		"nobody":            {given(":465"), "server"},
		"an address":        {given("smtp.example.com:465", "server", "smtps://smtp.example.com"), "server"},
		"a user in it":      {given("smtp.example.com:465", "server", "robin@smtp.example.com"), "server"},
		"no port":           {given("smtp.example.com:465", "port", "smtp"), "port"},
		"a port too high":   {given("smtp.example.com:465", "port", "99999"), "port"},
		"no sender":         {given("smtp.example.com:465", "from", "AISTEAM"), "from"},
		"no test's address": {given("smtp.example.com:465", "test", "robin"), "test"},
	} {
		err := mail.Setup{}.Fits(c.set)
		if wrong, told := errors.AsType[*assistant.FieldError](err); told != (c.field != "") || told && wrong.Key != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := start(t, "robin", "pass word", true)
	set := assistant.PartSettings{Given: map[string]string{mail.FieldFrom: from}, Secrets: map[string]assistant.Secret{mail.FieldAddress: assistant.Secret("smtps://robin:pass%20word@" + s.Addr)}}
	if found, err := (mail.Setup{Roots: s.Roots}).Try(t.Context(), set); err != nil || !strings.Contains(found.String(), "takes the user") {
		t.Errorf("%q, %v", found, err)
	}
}
