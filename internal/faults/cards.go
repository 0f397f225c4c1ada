package main

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/projects"
	"github.com/aisteam/aisteam/storage"
)

// easel draws cards as the product would send them, and sends nothing.
type easel struct {
	surface bots.Surface

	mu   sync.Mutex
	sent []byte
}

// RoundTrip implements [http.RoundTripper]: it keeps what would be sent.
func (e *easel) RoundTrip(r *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	e.sent = raw
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
		Body: io.NopCloser(bytes.NewReader([]byte(`{"ok":true,"id":"1","ts":"1.0"}`))),
	}, nil
}

// draw gives the blocks or components that a card has, and its hash; "" where the surface does not draw it.
func (e *easel) draw(ctx context.Context, p assistant.Place, c bots.Card) (hash, content string, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if hash = e.surface.Hash(ctx, p, c); hash == "" {
		return "", "", nil
	}
	if err := e.surface.Edit(ctx, p, "1.0", c); err != nil {
		return "", "", fmt.Errorf("draw: %w", err)
	}
	if p.Surface == assistant.SurfaceSlack {
		form, err := url.ParseQuery(string(e.sent))
		return hash, form.Get("blocks"), err
	}
	var body struct {
		Components json.RawMessage `json:"components"`
	}
	err = json.Unmarshal(e.sent, &body)
	return hash, string(body.Components), err
}

func (t *trial) easels(db *storage.DB, tenant assistant.TenantID) map[assistant.Surface]*easel {
	s, d := &easel{}, &easel{}
	editor, _ := projects.New(projects.Config{Store: db.Projects}) // without forms there is nothing wrong about them
	s.surface = slack.New(slack.Config{Token: "x", Tenant: tenant, Projects: editor, HTTPClient: &http.Client{Transport: s}, Roster: bots.Always(team.Roster()), Pace: slack.Pace{EditBurst: 1 << 30}})
	d.surface = discord.New(discord.Config{Token: "x", Tenant: tenant, Sites: db.Projects, HTTPClient: &http.Client{Transport: d}, Roster: bots.Always(team.Roster()), History: db.Conversations, Pace: discord.Pace{Requests: 1e6, EditEvery: 1}})
	return map[assistant.Surface]*easel{assistant.SurfaceSlack: s, assistant.SurfaceDiscord: d}
}

// compareCards folds every slot of every conversation anew and holds it against what the platform shows and against what
// the product believes that it shows.
func (t *trial) compareCards(ctx context.Context, v *verdict, records map[string]*record) error {
	db, err := storage.Open(ctx, storage.Config{
		DatabaseURL: t.rig.Database, IDs: assistant.NewIDs(time.Now, crand.Reader), Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return fmt.Errorf("open storage: %w", err)
	}
	defer func() { _ = db.Close() }()
	var tenant assistant.TenantID
	if err := t.sql.QueryRow(ctx, `select tenant_id from tenants limit 1`).Scan(&tenant); err != nil {
		return fmt.Errorf("read tenant: %w", err)
	}
	easels := t.easels(db, tenant)
	var mu sync.Mutex
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(4)
	talks := slices.Clone(t.talks)
	for _, e := range t.errandsOf {
		talks = append(talks, e.talk)
	}
	for _, k := range talks {
		channel, thread := k.on.place()
		r := records[channel+"/"+thread]
		if r == nil {
			continue
		}
		work.Go(func() error {
			wrong, n, err := t.compareTalk(ctx, db, tenant, easels, k, r)
			mu.Lock()
			defer mu.Unlock()
			v.cards += n
			for _, w := range wrong {
				v.wrong(&v.differ, "conversation %d: %s", k.n, w)
			}
			return err
		})
	}
	return work.Wait()
}

func (t *trial) compareTalk(ctx context.Context, db *storage.DB, tenant assistant.TenantID, easels map[assistant.Surface]*easel, k *talk, r *record) (wrong []string, n int, err error) {
	page, err := db.Conversations.Messages(ctx, tenant, assistant.ConversationID(r.conversation), 0, 1000)
	if err != nil {
		return nil, 0, fmt.Errorf("read messages: %w", err)
	}
	people := map[assistant.PersonID]assistant.Person{}
	for _, id := range bots.People(page.Messages) {
		p, err := db.People.Person(ctx, tenant, id)
		if err != nil && !errors.Is(err, assistant.ErrNotFound) {
			return nil, 0, fmt.Errorf("read person: %w", err)
		}
		people[id] = p
	}
	set, err := db.Tenants.Settings(ctx, tenant)
	if err != nil {
		return nil, 0, fmt.Errorf("read settings: %w", err)
	}
	slots, order := map[assistant.Slot][]assistant.Message{}, []assistant.Slot(nil)
	for _, m := range page.Messages {
		if m.Slot == "" {
			continue
		}
		if slots[m.Slot] == nil {
			order = append(order, m.Slot)
		}
		slots[m.Slot] = append(slots[m.Slot], m)
	}
	deliveries, posts := map[string]delivery{}, map[string]post{}
	for _, d := range r.deliveries {
		deliveries[d.slot] = d
	}
	for _, p := range k.on.posts() {
		posts[p.ref] = p
	}
	place := assistant.Place{Surface: assistant.SurfaceDiscord, Space: "1", Channel: "1"}
	if _, ok := k.on.(*slackTalk); ok {
		place = assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C", Thread: "1.0"}
	}
	for _, slot := range order {
		card, ok := bots.Fold(slot, slots[slot], bots.NewNames(team.Roster(), people, set))
		if !ok {
			continue
		}
		hash, content, err := easels[place.Surface].draw(ctx, place, card)
		if err != nil {
			return wrong, n, err
		}
		if hash == "" {
			continue
		}
		if a, ok := card.(bots.AnswerCard); ok {
			thinking := assistant.Slot("thinking:" + slots[slot][0].Cause)
			if t, ok := bots.Fold(thinking, slots[thinking], bots.NewNames(team.Roster(), people, assistant.Settings{})); ok && strings.HasPrefix(deliveries[string(thinking)].hash, "told:") {
				a.Handoffs = t.(bots.ThinkingCard).Handoffs // it is thinking
				if _, content, err = easels[place.Surface].draw(ctx, place, a); err != nil {
					return wrong, n, err
				}
			}
		}
		n++
		d, p := deliveries[string(slot)], posts[deliveries[string(slot)].ref]
		switch {
		case d.ref == "" && d.hash == "told:"+hash: // the answer's post says it
		case d.ref == "" || p.ref == "":
			wrong = append(wrong, fmt.Sprintf("%s is not shown", slot))
		case d.hash != hash:
			wrong = append(wrong, fmt.Sprintf("%s was last shown in another look", slot))
		case !alike(content, p.content):
			wrong = append(wrong, fmt.Sprintf("%s shows another card than the log gives:\n  want %s\n  got  %s", slot, content, p.content))
		}
	}
	return wrong, n, nil
}

// alike compares blocks or components, but for the mark that a first component bears on Discord.
func alike(x, y string) bool {
	clean := func(s string) string {
		var parts []map[string]any
		if json.Unmarshal([]byte(s), &parts) != nil {
			return s
		}
		for _, p := range parts {
			delete(p, "id")
		}
		raw, _ := json.Marshal(parts)
		return string(raw)
	}
	return clean(x) == clean(y)
}
