package mail_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away"
	"github.com/aisteam/aisteam/bots/away/mail"
	"github.com/aisteam/aisteam/internal/fakemail"
)

const (
	anna = assistant.PersonID("0190a000-0000-7000-8000-00000000000a")
	talk = assistant.ConversationID("0190a000-0000-7000-8000-00000000000c")
	from = "AISTEAM at Aquaverter <aisteam@example.com>"
)

// office knows one person's address.
type office struct{ reach assistant.Reach }

func (o office) Reaches(context.Context, assistant.TenantID, assistant.PersonID) ([]assistant.Reach, error) {
	return []assistant.Reach{o.reach}, nil
}

func (office) DropReach(context.Context, assistant.TenantID, assistant.PersonID, assistant.ReachID) error {
	return nil
}

func (office) ConversationAt(context.Context, assistant.TenantID, assistant.Place) (assistant.ConversationID, error) {
	return talk, nil
}

func (office) MayAct(context.Context, assistant.TenantID, assistant.PersonID, []assistant.ConversationID) (map[assistant.ConversationID]bool, error) {
	return map[assistant.ConversationID]bool{talk: true}, nil
}

func start(t *testing.T, user, password string, fromFirst bool) *fakemail.Server {
	t.Helper()
	s, err := fakemail.Start(user, password, fromFirst)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// at is a surface that hands its mail in at an address.
func at(t *testing.T, s *fakemail.Server, url string) *mail.Surface {
	t.Helper()
	server, err := mail.ReadServer(url, from, s.Roots)
	if err != nil {
		t.Fatal(err)
	}
	o := office{assistant.Reach{Person: anna, Surface: assistant.SurfaceMail, Language: assistant.German, To: "anna@example.com"}}
	return mail.New(mail.Config{Desk: away.Desk{Reaches: o, Conversations: o}, Server: server, Panel: assistant.PublicAt("https://panel.example"), Log: slog.New(slog.DiscardHandler)})
}

func post(t *testing.T, s *mail.Surface) error {
	t.Helper()
	place := assistant.DirectPlace(assistant.Identity{Surface: assistant.SurfaceMail, External: string(anna)}, "plan:p/1")
	_, err := s.Post(t.Context(), place, bots.PlanCard{Plan: assistant.Plan{ID: "p", Title: "Über <b>uns</b>"}, State: assistant.PlanOpen, RequestedBy: "Bob"}, "n1")
	return err
}

// TestAMailSaysWhatWaitsAndLeadsToItsCard: over TLS of both kinds with a password, and to a relay on the same machine without.
func TestAMailSaysWhatWaitsAndLeadsToItsCard(t *testing.T) {
	for name, c := range map[string]struct {
		user   string
		first  bool
		scheme string
	}{"TLS from the first byte": {"robin", true, "smtps://robin:pass%20word@"}, "STARTTLS": {"robin", false, "smtp://robin:pass%20word@"}, "a relay": {"", false, "smtp://"}} {
		server := start(t, c.user, "pass word", c.first)
		if err := post(t, at(t, server, c.scheme+server.Addr)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, wrong := server.Taken()
		if len(got) != 1 || wrong != nil {
			t.Fatalf("%s: %v %v", name, got, wrong)
		}
		m := got[0]
		const link = "https://panel.example/c/" + string(talk) + "#slot-plan-p-1"
		if diff := cmp.Diff([]string{"aisteam@example.com", "anna@example.com", "AISTEAM braucht Sie: Plan: Über <b>uns</b>", "<n1@example.com>", "auto-generated"}, []string{m.From, m.To, m.Subject, m.ID, m.Header.Get("Auto-Submitted")}); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if !strings.HasPrefix(m.Text, "Plan: Über <b>uns</b>\n\nGewünscht von Bob\n\n") || !strings.Contains(m.Text, link) {
			t.Errorf("%s: its text is\n%s", name, m.Text)
		}
		if strings.Contains(m.HTML, "<b>") || !strings.Contains(m.HTML, `<a href="`+link+`">`) || !strings.Contains(m.HTML, `<html lang="de">`) || strings.Contains(m.HTML, "<script") || strings.Contains(m.HTML, "<img") {
			t.Errorf("%s: its page is\n%s", name, m.HTML)
		}
		if strings.Contains(m.Text+m.HTML, "token") || strings.Contains(m.Text+m.HTML, "code=") {
			t.Errorf("%s: the link lets somebody in", name)
		}
	}
}

// TestAPasswordIsShownToNobody: it goes over no open line, and stands in no error.
func TestAPasswordIsShownToNobody(t *testing.T) {
	open := start(t, "", "", false) // offers no TLS
	err := post(t, at(t, open, "smtp://robin:hunter2@"+open.Addr))
	if later, ok := errors.AsType[*bots.LaterError](err); !ok || strings.Contains(later.Error(), "hunter2") {
		t.Errorf("over an open line: %v", err)
	}
	closed := start(t, "robin", "other", true)
	if err := post(t, at(t, closed, "smtps://robin:hunter2@"+closed.Addr)); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a wrong one: %v", err)
	}
	strange := start(t, "robin", "hunter2", true)
	strange.Roots = nil
	if err := post(t, at(t, strange, "smtps://robin:hunter2@"+strange.Addr)); err == nil {
		t.Error("anybody's certificate is trusted")
	}
	for _, s := range []*fakemail.Server{open, closed, strange} {
		if got, _ := s.Taken(); got != nil {
			t.Errorf("%v was sent", got)
		}
	}
	for _, wrong := range []string{"smtp.example.com", "http://smtp.example.com", "smtps://", "smtps://robin:hunter2@smtp.example.com:99999", "smtps://robin:hunter2@smtp.example.com/x", "smtps://robin:hunter2@smtp.example.com:465?tls=no", "smtps://a:hunter2@[::1"} {
		if _, err := mail.ReadServer(wrong, from, nil); !errors.Is(err, mail.ErrURL) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if _, err := mail.ReadServer("smtps://smtp.example.com", "nobody", nil); !errors.Is(err, mail.ErrFrom) {
		t.Errorf("a sender that is none: %v", err)
	}
}

// TestWhatBecomesOfAMail: what a server puts off is tried again, within bounds; what it refuses is not; and where its answer was lost
// nothing is sent twice.
func TestWhatBecomesOfAMail(t *testing.T) {
	server := start(t, "", "", false)
	s := at(t, server, "smtp://"+server.Addr)
	answers := func(f fakemail.Fault) error {
		server.Faults(func(string) fakemail.Fault { return f })
		return post(t, s)
	}
	for _, atEnd := range []bool{false, true} {
		if _, later := errors.AsType[*bots.LaterError](answers(fakemail.Fault{Code: 451, AtEnd: atEnd})); !later {
			t.Errorf("451 at its end: %t", atEnd)
		}
		if _, refused := errors.AsType[*bots.RefusedError](answers(fakemail.Fault{Code: 550, AtEnd: atEnd})); !refused {
			t.Errorf("550 at its end: %t", atEnd)
		}
	}
	if got, _ := server.Taken(); got != nil {
		t.Fatalf("%v was taken", got)
	}
	if err := answers(fakemail.Fault{Lost: true}); err == nil {
		t.Error("a lost answer is one")
	} else if _, silent := errors.AsType[*bots.SilentError](err); !silent {
		t.Errorf("a lost answer: %v", err)
	}
	if _, _, err := s.Find(t.Context(), assistant.Place{}, "n1"); err == nil {
		t.Error("a mail that may have been sent is sent again")
	}
	tries := 0
	for {
		err := answers(fakemail.Fault{Code: 421})
		if _, refused := errors.AsType[*bots.RefusedError](err); refused {
			break
		}
		if tries++; tries > 20 {
			t.Fatal("a server that takes nothing is asked for ever")
		}
	}
}

func TestAnAddressIsConfirmedByALink(t *testing.T) {
	server := start(t, "", "", false)
	s := at(t, server, "smtp://"+server.Addr)
	if err := s.Confirm(t.Context(), "anna@example.com", assistant.English, "/notifications?confirm=abc"); err != nil {
		t.Fatal(err)
	}
	got, wrong := server.Taken()
	if len(got) != 1 || wrong != nil || got[0].Subject != "Confirm your address" || !strings.Contains(got[0].Text, "https://panel.example/notifications?confirm=abc\n") {
		t.Errorf("%+v %v", got, wrong)
	}
	for text, want := range map[string]string{" anna@example.com ": "anna@example.com", "anna": "", "anna@localhost": "", "@example.com": "", "a b@example.com": "", "Anna <anna@example.com>": "", "a@example.com,b@example.com": "", "a@example.com\r\nBcc: b@example.com": "", strings.Repeat("a", 300) + "@example.com": ""} {
		if got, err := s.Address(text); got != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, mail.ErrAddress) {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
}
