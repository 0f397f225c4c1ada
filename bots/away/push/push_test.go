package push_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away"
	"github.com/aisteam/aisteam/bots/away/push"
	"github.com/aisteam/aisteam/internal/fakepush"
)

const (
	anna = assistant.PersonID("0190a000-0000-7000-8000-00000000000a")
	talk = assistant.ConversationID("0190a000-0000-7000-8000-00000000000c")
)

// office is where one person's devices are kept.
type office struct {
	reaches []assistant.Reach
	sees    bool
}

func (o *office) Reaches(context.Context, assistant.TenantID, assistant.PersonID) ([]assistant.Reach, error) {
	return o.reaches, nil
}

func (o *office) DropReach(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, id assistant.ReachID) error {
	for i, r := range o.reaches {
		if r.ID == id {
			o.reaches = append(o.reaches[:i:i], o.reaches[i+1:]...)
			return nil
		}
	}
	return assistant.ErrNotFound
}

func (*office) ConversationAt(context.Context, assistant.TenantID, assistant.Place) (assistant.ConversationID, error) {
	return talk, nil
}

func (o *office) MayAct(context.Context, assistant.TenantID, assistant.PersonID, []assistant.ConversationID) (map[assistant.ConversationID]bool, error) {
	return map[assistant.ConversationID]bool{talk: o.sees}, nil
}

// stand is a surface, a push service and Anna's devices.
type stand struct {
	*push.Surface

	t       *testing.T
	key     push.Key
	service *fakepush.Service
	office  *office
	place   assistant.Place
}

func newStand(t *testing.T) *stand {
	t.Helper()
	made, err := push.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	key, err := push.ReadKey(made)
	if err != nil {
		t.Fatal(err)
	}
	s := &stand{t: t, key: key, service: fakepush.New(key.PushKey()), office: &office{sees: true}}
	t.Cleanup(s.service.Close)
	s.place = assistant.DirectPlace(assistant.Identity{Surface: assistant.SurfacePush, External: string(anna)}, "plan:p/1")
	s.restart()
	return s
}

// restart is another process with the same devices: it remembers nothing.
func (s *stand) restart() {
	s.Surface = push.New(push.Config{
		Desk: away.Desk{Reaches: s.office, Conversations: s.office}, Key: s.key, Contact: func() string { return "https://panel.example" }, Client: s.service.Client(), Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
}

func (s *stand) device(language assistant.Language) *fakepush.Device {
	s.t.Helper()
	d, err := s.service.Subscribe()
	if err != nil {
		s.t.Fatal(err)
	}
	to, err := s.key.Subscription(d.Endpoint, d.P256dh, d.Auth)
	if err != nil {
		// the test's service is on this machine's own address, which no browser's is
		to = assistant.Secret(`{"endpoint":"` + d.Endpoint + `","keys":{"auth":"` + d.Auth + `","p256dh":"` + d.P256dh + `"}}`)
	}
	s.office.reaches = append(s.office.reaches, assistant.Reach{ID: assistant.ReachID(d.Endpoint), Person: anna, Surface: assistant.SurfacePush, Language: language, To: to})
	return d
}

func (s *stand) post() error {
	_, err := s.Post(s.t.Context(), s.place, plan(assistant.PlanOpen), "n1")
	return err
}

func plan(state assistant.PlanStatus) bots.Card {
	return bots.PlanCard{Plan: assistant.Plan{ID: "p", Version: 1, Title: "Services page"}, State: state, RequestedBy: "Bob"}
}

func TestADeviceIsToldWhatWaitsInItsPersonsLanguage(t *testing.T) {
	s := newStand(t)
	english, german := s.device(""), s.device(assistant.German)
	if err := s.post(); err != nil {
		t.Fatal(err)
	}
	path := "/c/" + string(talk) + "#slot-plan-p-1"
	for d, want := range map[*fakepush.Device]fakepush.Told{
		english: {ID: "n1", Title: "AISTEAM needs you", Body: "Plan: Services page\nRequested by Bob", Path: path, Tag: "plan:p/1"},
		german:  {ID: "n1", Title: "AISTEAM braucht Sie", Body: "Plan: Services page\nGewünscht von Bob", Path: path, Tag: "plan:p/1"},
	} {
		if diff := cmp.Diff([]fakepush.Told{want}, d.Shown()); diff != "" {
			t.Error(diff)
		}
	}
	if wrong := s.service.Wrong(); wrong != nil {
		t.Errorf("what was sent is wrong: %v", wrong)
	}
}

// TestWhoSeesOnlyWhatTheyDecideIsLedToThat: they may not open the conversation.
func TestWhoSeesOnlyWhatTheyDecideIsLedToThat(t *testing.T) {
	s := newStand(t)
	d := s.device("")
	s.office.sees = false
	if err := s.post(); err != nil || d.Shown()[0].Path != "/waiting#slot-plan-p-1" {
		t.Errorf("%v %v", d.Shown(), err)
	}
}

func TestOnlyWhatWaitsOrIsNewIsTold(t *testing.T) {
	s := newStand(t)
	for _, c := range []struct {
		card bots.Card
		told bool
	}{
		{plan(assistant.PlanOpen), true},
		{plan(assistant.PlanApproved), false},
		{bots.AnswerCard{Text: "all is well"}, true},
		{bots.AnswerCard{Text: "all is", Draft: true}, false},
		{bots.ReminderCard{Title: "Services"}, false},
		{bots.ThinkingCard{}, false},
		{bots.RunCard{}, false},
		{bots.UserCard{Text: "hello"}, false},
		{bots.UserCard{Text: "hello", Calls: true}, true},
		{bots.UserCard{Calls: true, Deleted: true}, false},
		{bots.MemberCard{Text: "Anna invited Ben.", By: "Anna"}, true},
		{bots.MemberCard{Text: "Anna took Ben out of the conversation."}, false},
		{bots.ApprovalCard{State: assistant.ApprovalPending}, true},
		{bots.ApprovalCard{State: assistant.ApprovalRejected}, false},
		{bots.ClarificationCard{State: bots.AskOpen}, true},
		{bots.ClarificationCard{State: bots.AskAnswered}, false},
		{bots.StepCard{}, false},
	} {
		if got := s.Hash(t.Context(), s.place, c.card) != ""; got != c.told {
			t.Errorf("%T %+v is told: %t", c.card, c.card, got)
		}
	}
}

// TestADeviceThatIsThereNoMoreIsForgotten, and the others are told.
func TestADeviceThatIsThereNoMoreIsForgotten(t *testing.T) {
	s := newStand(t)
	gone, there := s.device(""), s.device("")
	s.service.End(gone)
	if err := s.post(); err != nil || len(there.Shown()) != 1 || len(s.office.reaches) != 1 {
		t.Fatalf("%v: %v, %d kept", err, there.Shown(), len(s.office.reaches))
	}
	s.service.End(there)
	for range 2 {
		if err := s.post(); refused(err) == nil && len(s.office.reaches) == 0 {
			t.Errorf("with no device left: %v", err)
		}
		s.restart()
	}
}

func refused(err error) *bots.RefusedError {
	r, _ := errors.AsType[*bots.RefusedError](err)
	return r
}

// TestAPushServiceThatWantsToBeLeftAloneIs: as long as it says, within bounds, and not for ever; who was told is not told again.
func TestAPushServiceThatWantsToBeLeftAloneIs(t *testing.T) {
	for said, want := range map[string]time.Duration{"7": 7 * time.Second, "0": 2 * time.Second, "86400": 5 * time.Minute, "soon": 8 * time.Second} {
		s := newStand(t)
		told, busy := s.device(""), s.device("")
		s.service.Faults(func(d *fakepush.Device) fakepush.Fault {
			if d == busy {
				return fakepush.Fault{Status: http.StatusTooManyRequests, RetryAfter: said}
			}
			return fakepush.Fault{}
		})
		later, ok := errors.AsType[*bots.LaterError](s.post())
		if !ok || later.After != want {
			t.Errorf("Retry-After %s: %+v", said, later)
		}
		s.service.Faults(func(*fakepush.Device) fakepush.Fault { return fakepush.Fault{} })
		if err := s.post(); err != nil || len(told.Shown()) != 1 || told.Again() != 0 || len(busy.Shown()) != 1 {
			t.Errorf("%v: %v (%d again), %v", err, told.Shown(), told.Again(), busy.Shown())
		}
	}
	s := newStand(t)
	s.device("")
	s.service.Faults(func(*fakepush.Device) fakepush.Fault { return fakepush.Fault{Status: http.StatusServiceUnavailable} })
	tries := 0
	for refused(s.post()) == nil {
		if tries++; tries > 20 {
			t.Fatal("a push service that is down is asked for ever")
		}
	}
}

// TestALostAnswerTellsNobodyTwice: the message is sent again, and the device knows it.
func TestALostAnswerTellsNobodyTwice(t *testing.T) {
	s := newStand(t)
	d := s.device("")
	s.service.Faults(func(*fakepush.Device) fakepush.Fault { return fakepush.Fault{Status: 1, After: true} })
	if err := s.post(); err == nil || refused(err) != nil {
		t.Fatalf("a lost answer is %v", err)
	} else if strings.Contains(err.Error(), "/push/") {
		t.Errorf("the error tells where the device is: %v", err)
	}
	s.service.Faults(func(*fakepush.Device) fakepush.Fault { return fakepush.Fault{} })
	s.restart()
	if err := s.post(); err != nil || len(d.Shown()) != 1 || d.Again() != 1 {
		t.Errorf("%v: %v, %d again", err, d.Shown(), d.Again())
	}
}

func TestNobodysPlaceTellsNobody(t *testing.T) {
	s := newStand(t)
	if r := refused(s.post()); r == nil || !r.Closed {
		t.Errorf("without a device: %v", r)
	}
	s.office.reaches = []assistant.Reach{{Surface: assistant.SurfaceMail, To: "anna@example.com"}, {Surface: assistant.SurfacePush, Open: true, To: "x"}}
	if refused(s.post()) == nil {
		t.Error("an address by mail, or a device that is not confirmed, takes push messages")
	}
	s.office.reaches = []assistant.Reach{{Surface: assistant.SurfacePush, To: "no subscription"}}
	if refused(s.post()) == nil {
		t.Error("what is no subscription is tried again and again")
	}
}

// TestWhatIsNoSubscriptionIsNotKept: we go where a browser says, so that has to be a push service of the open internet.
func TestWhatIsNoSubscriptionIsNotKept(t *testing.T) {
	s := newStand(t)
	d, err := s.service.Subscribe()
	if err != nil {
		t.Fatal(err)
	}
	const good = "https://updates.push.example/wpush/v2/abc"
	if _, err := s.key.Subscription(good, d.P256dh, d.Auth); err != nil {
		t.Errorf("a good one: %v", err)
	}
	for _, c := range [][3]string{
		{"http://push.example/1", d.P256dh, d.Auth},
		{"https://127.0.0.1/1", d.P256dh, d.Auth},
		{"https://[::1]/1", d.P256dh, d.Auth},
		{"https://a:b@push.example/1", d.P256dh, d.Auth},
		{"/1", d.P256dh, d.Auth},
		{"https://push.example/" + strings.Repeat("x", 2000), d.P256dh, d.Auth},
		{good, "", d.Auth},
		{good, d.P256dh, ""},
		{good, d.Auth, d.Auth},
		{good, d.P256dh, d.P256dh},
		{good, "%%%", d.Auth},
	} {
		if _, err := s.key.Subscription(c[0], c[1], c[2]); !errors.Is(err, push.ErrSubscription) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := push.ReadKey("half"); err == nil {
		t.Error("half a key is read")
	}
}
