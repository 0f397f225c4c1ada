package slack_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// estate is a Slack of several workspaces, a database, and replicas of the bot.
type estate struct {
	t     *testing.T
	slack *fakeslack.Server
	db    *ledgerkit.DB
	inbox *inbox
	said  *lockedBuffer // the log
	own   assistant.TenantID

	mu  sync.Mutex
	now time.Time
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func (e *estate) clock() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now
}

func (e *estate) later(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now = e.now.Add(d)
}

func newEstate(t *testing.T) *estate {
	t.Helper()
	e := &estate{t: t, said: &lockedBuffer{}, now: time.Now().Truncate(time.Second)}
	var err error
	if e.slack, err = fakeslack.New(t.Context(), fakeslack.Config{Now: e.clock}); err != nil {
		t.Fatal(err)
	}
	e.slack.AddChannel("C1")
	log := slog.New(slog.NewTextHandler(e.said, &slog.HandlerOptions{Level: slog.LevelDebug}))
	ledger := ledgerkit.Open(t, storage.Config{Now: e.clock, Log: log})
	e.db, e.own = ledger.DB, ledger.Tenant
	e.inbox = &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	t.Cleanup(func() {
		for _, secret := range []string{"xox", e.slack.ClientSecret, "code-"} {
			if i := strings.Index(e.said.String(), secret); i >= 0 {
				t.Errorf("the log says %q", e.said.String()[max(0, i-100):i+20])
			}
		}
		if v := e.slack.Violations(); len(v) > 0 {
			t.Errorf("Slack's rules were broken: %v", v)
		}
		_ = e.slack.Close()
	})
	return e
}

// bot makes a replica, to which Slack sends from now on.
func (e *estate) bot(change func(*slack.Config)) *slack.Bot {
	c := slack.Config{
		SigningSecret: e.slack.SigningSecret, APIURL: e.slack.APIURL(), Tenant: e.own, Public: assistant.PublicAt("https://team.example.com"),
		ClientID: e.slack.ClientID, ClientSecret: e.slack.ClientSecret, Installs: e.db.Installs, Installing: e.db.Installs,
		Inbox: e.inbox, Threads: e.inbox, Questions: e.inbox, Work: e.inbox, Now: e.clock,
		Log:  slog.New(slog.NewTextHandler(e.said, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Pace: slack.Pace{Posts: 1e6, PostBurst: 1e6, EditEvery: time.Nanosecond, EditBurst: 1e6},
	}
	if change != nil {
		change(&c)
	}
	b := slack.New(c)
	e.slack.Connect(b)
	return b
}

// begin opens /slack/install: where it leads, and the cookie.
func (e *estate) begin(b http.Handler) (string, *http.Cookie) {
	e.t.Helper()
	w := httptest.NewRecorder()
	b.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/slack/install", nil))
	res := w.Result()
	defer res.Body.Close()
	if res.StatusCode != http.StatusFound || len(res.Cookies()) != 1 {
		e.t.Fatalf("install answers %d with %v", res.StatusCode, res.Cookies())
	}
	return res.Header.Get("Location"), res.Cookies()[0]
}

// back comes back from Slack.
func (e *estate) back(b http.Handler, to string, cookie *http.Cookie) *httptest.ResponseRecorder {
	e.t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		e.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, u.RequestURI(), nil)
	if cookie != nil {
		r.AddCookie(cookie)
	}
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	return w
}

// install walks the whole way in a workspace.
func (e *estate) install(b http.Handler, in *fakeslack.Server, whole bool) {
	e.t.Helper()
	to, cookie := e.begin(b)
	back, err := in.Consent(to, "UANNA", whole)
	if err != nil {
		e.t.Fatal(err)
	}
	if w := e.back(b, back, cookie); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "AISTEAM is in ") {
		e.t.Fatalf("%d: %s", w.Code, w.Body)
	}
}

// mention makes somebody mention the bot and returns what the inbox was told, if anything.
func (e *estate) mention(in *fakeslack.Server, channel string) (assistant.Inbound, bool) {
	e.t.Helper()
	before := len(e.inbox.texts())
	if _, a, err := in.MentionOnce(e.t.Context(), channel, "", "UANNA", "hello"); err != nil || !a.OK() {
		e.t.Fatalf("%+v %v", a, err)
	}
	e.inbox.mu.Lock()
	defer e.inbox.mu.Unlock()
	if len(e.inbox.received) == before {
		return assistant.Inbound{}, false
	}
	return e.inbox.received[before], true
}

func (e *estate) post(b *slack.Bot, team, channel string) error {
	root := e.slack.Write(channel, "", "UANNA", "a root")
	_, err := b.Post(e.t.Context(), assistant.Place{Surface: assistant.SurfaceSlack, Space: team, Channel: channel, Thread: root}, cards()["status"], root)
	return err
}

func TestTwoWorkspacesAreTwoTenantsWithTheirOwnTokens(t *testing.T) {
	e := newEstate(t)
	b := e.bot(nil)
	seen := map[assistant.TenantID]string{e.own: "the service's own"}
	for _, id := range []string{"T2", "T3"} {
		in := e.slack.Workspace(id, "")
		in.AddChannel("C" + id)
		if _, heard := e.mention(in, "C"+id); heard {
			t.Fatalf("%s is heard before it is installed", id)
		}
		e.install(b, in, false)
		got, heard := e.mention(in, "C"+id)
		if !heard || seen[got.Tenant] != "" || got.Place.Space != id {
			t.Fatalf("%s: %+v %v, known %v", id, got, heard, seen)
		}
		seen[got.Tenant] = id
		if _, owner, err := e.db.Installs.InstallOf(t.Context(), "", id); err != nil || owner != got.Tenant {
			t.Errorf("%s is %s's: %v", id, owner, err)
		}
		if err := e.post(b, id, "C"+id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		if n := len(in.Messages("C" + id)); n < 3 || in.Messages("C" + id)[n-1].User != in.BotUser {
			t.Errorf("%s: somebody else answered: %+v", id, in.Messages("C"+id))
		}
	}
}

func TestTheWayToSlackIsBoundToTheBrowser(t *testing.T) {
	e := newEstate(t)
	b := e.bot(nil)
	to, cookie := e.begin(b)
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/slack/oauth/callback" || cookie.MaxAge != 600 {
		t.Errorf("cookie %+v", cookie)
	}
	if q := u.Query(); q.Get("redirect_uri") != "https://team.example.com/slack/oauth/callback" || q.Get("client_id") != e.slack.ClientID {
		t.Errorf("leads to %s", to)
	}
	want := slices.Clone(manifest(t, "manifest.json").OAuthConfig.Scopes.Bot)
	if d := cmp.Diff(want, strings.Split(u.Query().Get("scope"), ",")); d != "" {
		t.Errorf("asks for other scopes than the manifest: %s", d)
	}
	if again, _ := e.begin(b); again == to {
		t.Error("two have the same state")
	}
	if w := httptest.NewRecorder(); true {
		e.bot(func(c *slack.Config) { c.ClientID = "" }).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/slack/install", nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("without a client: %d", w.Code)
		}
	}
}

// Whatever is wrong is said in words, with a way on, and nothing is kept.
func TestAnInstallThatIsNotRightIsRefusedWithAWayOn(t *testing.T) {
	type try struct {
		to     string
		cookie *http.Cookie
	}
	query := func(to, key, value string) string {
		u, _ := url.Parse(to)
		q := u.Query()
		if q.Set(key, value); value == "" {
			q.Del(key)
		}
		u.RawQuery = q.Encode()
		return u.String()
	}
	for name, c := range map[string]struct {
		spoil     func(e *estate, b http.Handler, y try) try
		status    int
		says      string
		exchanges int
	}{
		"no state": {func(_ *estate, _ http.Handler, y try) try { y.to = query(y.to, "state", ""); return y }, 400, "One more click", 0},
		"garbage":  {func(_ *estate, _ http.Handler, y try) try { y.to = query(y.to, "state", "%%%"); return y }, 400, "does not belong to you", 0},
		"a forged state": {func(_ *estate, _ http.Handler, y try) try {
			state := []byte(query(y.to, "x", "x"))
			u, _ := url.Parse(string(state))
			s := []byte(u.Query().Get("state"))
			s[4] ^= 1
			y.to = query(y.to, "state", string(s))
			return y
		}, 400, "does not belong to you", 0},
		"no cookie":       {func(_ *estate, _ http.Handler, y try) try { y.cookie = nil; return y }, 400, "not the browser you started in", 0},
		"another browser": {func(e *estate, b http.Handler, y try) try { _, y.cookie = e.begin(b); return y }, 400, "does not belong to you", 0},
		"no code":         {func(_ *estate, _ http.Handler, y try) try { y.to = query(y.to, "code", ""); return y }, 400, "does not belong to you", 0},
		"too late":        {func(e *estate, _ http.Handler, y try) try { e.later(10*time.Minute + time.Second); return y }, 400, "more than ten minutes", 0},
		"another service's state": {func(e *estate, _ http.Handler, y try) try {
			other := e.bot(func(c *slack.Config) { c.ClientSecret = "another" })
			to, cookie := e.begin(other)
			u, _ := url.Parse(to)
			return try{query(y.to, "state", u.Query().Get("state")), cookie}
		}, 400, "does not belong to you", 0},
		"declined": {func(_ *estate, _ http.Handler, y try) try { y.to = query(y.to, "error", "access_denied"); return y }, 403, "Nothing was installed", 0},
		"declined by nobody": {func(_ *estate, _ http.Handler, y try) try {
			y.to = query(query(y.to, "error", "call 555"), "state", "")
			return y
		}, 400, "One more click", 0},
		"declined by somebody else": {func(e *estate, b http.Handler, y try) try {
			_, y.cookie = e.begin(b)
			y.to = query(y.to, "error", "call 555")
			return y
		}, 400, "does not belong to you", 0},
		"declined without the browser": {func(_ *estate, _ http.Handler, y try) try {
			y.cookie, y.to = nil, query(y.to, "error", "call 555")
			return y
		}, 400, "not the browser you started in", 0},
		"a word with teeth": {func(_ *estate, _ http.Handler, y try) try {
			y.to = query(y.to, "error", "<script>x</script>")
			return y
		}, 502, "Slack says: an error", 0},
		"a code nobody gave": {func(_ *estate, _ http.Handler, y try) try { y.to = query(y.to, "code", "code-1"); return y }, 400, "used or is too old", 1},
		"a wrong secret": {func(e *estate, _ http.Handler, y try) try {
			e.slack.Fault("oauth.v2.access", fakeslack.Fault{Error: "bad_client_secret"})
			return y
		}, 502, "SLACK_CLIENT_SECRET", 1},
		"Slack is down": {func(e *estate, _ http.Handler, y try) try {
			e.slack.Fault("oauth.v2.access", fakeslack.Fault{Status: 503})
			return y
		}, 502, "did not answer as expected", 1},
		"garbage JSON": {func(e *estate, _ http.Handler, y try) try {
			e.slack.Fault("oauth.v2.access", fakeslack.Fault{Raw: `{"ok":true,"access_token":`})
			return y
		}, 502, "did not answer as expected", 1},
		"a token of nobody": {func(e *estate, _ http.Handler, y try) try {
			e.slack.Fault("oauth.v2.access", fakeslack.Fault{Raw: `{"ok":true,"access_token":"xoxb-1","token_type":"bot","app_id":"A1","team":null}`})
			return y
		}, 502, "did not answer as expected", 1},
		"a person's token": {func(e *estate, _ http.Handler, y try) try {
			e.slack.Fault("oauth.v2.access", fakeslack.Fault{Raw: `{"ok":true,"access_token":"xoxp-1","token_type":"user","app_id":"A1","team":{"id":"T2"}}`})
			return y
		}, 502, "did not answer as expected", 1},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEstate(t)
			b := e.bot(nil)
			in := e.slack.Workspace("T2", "")
			to, cookie := e.begin(b)
			back, err := in.Consent(to, "UANNA", false)
			if err != nil {
				t.Fatal(err)
			}
			y := c.spoil(e, b, try{back, cookie})
			w := e.back(b, y.to, y.cookie)
			page := w.Body.String()
			if w.Code != c.status || !strings.Contains(page, c.says) || !strings.Contains(page, `href="/slack/install"`) || strings.Contains(page, "<script") {
				t.Errorf("%d: %s", w.Code, page)
			}
			if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("headers %v", w.Header())
			}
			if n := e.slack.Calls("oauth.v2.access"); n != c.exchanges {
				t.Errorf("%d exchanges", n)
			}
			if _, _, err := e.db.Installs.InstallOf(t.Context(), "", "T2"); !errors.Is(err, assistant.ErrNotFound) {
				t.Errorf("something was kept: %v", err)
			}
		})
	}
}

// Without a public address there is nowhere to come back to: whoever would install is told, and Slack is not asked. It is in force once it is set.
func TestNobodyInstallsUntilThereIsAnAddressToComeBackTo(t *testing.T) {
	e := newEstate(t)
	at := ""
	b := e.bot(func(c *slack.Config) { c.Public = func() assistant.Address { return assistant.Address{URL: at} } })
	w := httptest.NewRecorder()
	b.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/slack/install", nil))
	if page := w.Body.String(); w.Code != http.StatusServiceUnavailable || !strings.Contains(page, "no public address yet") || len(w.Result().Cookies()) > 0 {
		t.Errorf("%d: %s", w.Code, page)
	}
	at = "https://team.example.com"
	e.install(b, e.slack.Workspace("T2", ""), false)
}

// A callback serves once, on whichever replica it is shown again, and even when both see it at once.
func TestACallbackServesOnceOnAllReplicas(t *testing.T) {
	e := newEstate(t)
	one, two := e.bot(nil), e.bot(nil)
	to, cookie := e.begin(one)
	back, err := e.slack.Workspace("T2", "").Consent(to, "UANNA", false)
	if err != nil {
		t.Fatal(err)
	}
	codes := make([]int, 4)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() { codes[i] = e.back([]*slack.Bot{one, two}[i%2], back, cookie).Code })
	}
	all.Wait()
	slices.Sort(codes)
	if !slices.Equal(codes, []int{200, 409, 409, 409}) || e.slack.Calls("oauth.v2.access") != 1 {
		t.Errorf("answers %v, %d exchanges", codes, e.slack.Calls("oauth.v2.access"))
	}
	e.later(9 * time.Minute)
	if w := e.back(two, back, cookie); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "done already") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}
