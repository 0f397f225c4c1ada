package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/internal/filekit"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/vendors"
)

// road is a vendor's strict server, and how a command is told to ask it.
type road struct {
	serve func(vendors.Brain) strictServer
	env   func(base string) []string
}

type strictServer interface {
	http.Handler
	Refused() []string
}

func allRoads() map[string]road {
	return map[string]road{
		"gemini": {
			func(b vendors.Brain) strictServer { return vendors.NewGemini(b, "key-of-the-test") },
			func(base string) []string {
				return []string{"AI_PRIMARY_PROVIDER=gemini", "GEMINI_API_KEY=key-of-the-test", "GEMINI_BASE_URL=" + base}
			},
		},
		"anthropic": {
			func(b vendors.Brain) strictServer { return vendors.NewAnthropic(b, "key-of-the-test") },
			func(base string) []string {
				return []string{"ANTHROPIC_API_KEY=key-of-the-test", "AI_PRIMARY_PROVIDER=anthropic", "ANTHROPIC_BASE_URL=" + base}
			},
		},
		"responses": {
			func(b vendors.Brain) strictServer { return vendors.NewResponses(b, "key-of-the-test") },
			func(base string) []string {
				return []string{
					"AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=key-of-the-test", "OPENAI_BASE_URL=" + base + "/v1", "OPENAI_API=responses",
					"OPENAI_MODEL=gpt-6.1-terra", "OPENAI_FAST_MODEL=gpt-6-luna",
				}
			},
		},
		"azure": {
			func(b vendors.Brain) strictServer { return vendors.NewAzure(b, "key-of-the-test") },
			func(base string) []string {
				return []string{
					"AI_PRIMARY_PROVIDER=azure_openai", "AZURE_OPENAI_API_KEY=key-of-the-test", "AZURE_OPENAI_ENDPOINT=" + base, "AZURE_OPENAI_DEPLOYMENT=team",
				}
			},
		},
		"chat": {
			func(b vendors.Brain) strictServer {
				return vendors.NewChat(b, vendors.ChatConfig{Key: "key-of-the-test"})
			},
			func(base string) []string {
				return []string{
					"AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=key-of-the-test", "OPENAI_BASE_URL=" + base + "/v1", "OPENAI_API=chat",
					"OPENAI_MODEL=gpt-5.2", "OPENAI_FAST_MODEL=gpt-5.2",
				}
			},
		},
		"compatible": {
			func(b vendors.Brain) strictServer {
				return vendors.NewChat(b, vendors.ChatConfig{Key: "key-of-the-test", Lenient: true})
			},
			func(base string) []string {
				return []string{
					"AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=key-of-the-test", "OPENAI_BASE_URL=" + base + "/v1",
					"OPENAI_MODEL=qwen3:8b", "OPENAI_FAST_MODEL=qwen3:8b",
				}
			},
		},
	}
}

// scripted is what the model says on every road: JSON by the rules of the rehearsal, else a line of the script.
func scripted(t *testing.T) vendors.Brain {
	t.Helper()
	return func(a vendors.Asked) vendors.Said {
		if len(a.Output) > 0 {
			var schema struct{ Properties map[string]any }
			if err := json.Unmarshal(a.Output, &schema); err != nil {
				t.Errorf("a schema that is none: %v", err)
			}
			reply, err := rehearsed(purposeOfAnswer(asked{properties: schema.Properties, last: a.Words()}), wholeFacts(a.System, a.Words()))
			if err != nil {
				t.Errorf("it cannot be played: %v", err)
			}
			return vendors.Said{Text: reply}
		}
		said := a.Words()
		switch {
		case len(a.Last().Results) > 0:
			var gave []string
			for _, r := range a.Last().Results {
				gave = append(gave, strconv.FormatBool(len(r.Content) > 0))
			}
			return vendors.Said{Thought: "I have what I wanted.", Text: "Looked up, or done: " + strings.Join(gave, ", ") + "."}
		case a.Last().Images > 0:
			return vendors.Said{Text: "I see a picture."}
		case strings.Contains(said, "compare"):
			return vendors.Said{Thought: "I look at both.", Text: "Let me look.", Calls: []vendors.Call{
				{Name: "list_tickets", Arguments: `{"limit":3}`}, {Name: "list_tickets", Arguments: `{"limit":7}`},
			}}
		case strings.Contains(said, "create a new webpage"):
			return vendors.Said{Thought: "A page takes a plan.", Calls: []vendors.Call{{Name: "propose_plan", Arguments: `{"reason":"a page takes a plan"}`}}}
		case strings.Contains(said, "Create a ticket"):
			return vendors.Said{Thought: "It needs a ticket.", Calls: []vendors.Call{{Name: "create_ticket", Arguments: `{"title":"Mend the form","priority":"high"}`}}}
		default:
			return vendors.Said{Thought: "That is easy.", Text: "A title tag names a page."}
		}
	}
}

// TestOneScriptOnEveryRoad: a question, two queries at once, an action approved three days after every process has ended, on
// another replica, a plan, and a picture. On the roads drawn for this change, people read the same with every vendor's model, and
// no vendor refuses anything.
func TestOneScriptOnEveryRoad(t *testing.T) {
	t.Parallel()
	logs, roads := map[string]string{}, allRoads()
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(roads)), func(name string) bool { return name == "gemini" })
	for _, name := range append(sampled.Share(t, others, 0.5), "gemini") {
		t.Run(name, func(t *testing.T) { logs[name] = played(t, roads[name]) })
	}
	if t.Failed() {
		return
	}
	for name, log := range logs {
		if d := cmp.Diff(logs["gemini"], log); d != "" {
			t.Errorf("on the road of %s people read something else than on gemini's:\n%s", name, d)
		}
	}
	t.Logf("the same log on %d roads:\n%s", len(logs), logs["gemini"])
}

// played plays the script on a road and returns what people read.
func played(t *testing.T, r road) string {
	t.Helper()
	model := r.serve(scripted(t))
	server := httptest.NewServer(model)
	t.Cleanup(server.Close)
	database := servers.EmptiedPostgres(t)
	env := append(append(r.env(server.URL), ownRedis(t)...), "DATABASE_URL="+database, "AISTEAM_SECRET_KEY="+testKey)
	one, other := newChild(t, env...), newChild(t, env...)
	one.startReady()
	a := api{t, one}
	if status := a.call(http.MethodPut, "/api/settings", map[string]any{"approvalHours": 100, "planHours": 100}, nil); status != http.StatusOK {
		t.Fatalf("the settings answered %d", status)
	}
	var talks []string
	talk := func(text, until string) {
		t.Helper()
		id := a.chat("", text).ConversationID
		a.reads(id, until)
		talks = append(talks, id)
	}
	talk("What is a title tag?", "A title tag names a page.")
	talk("Please compare the newest three tickets with the newest seven", "Looked up, or done: true, true.")
	talk("Please create a new webpage called Services", "Which language")
	talk("Create a ticket about the contact form and tell me its number", "approval")
	waiting := a.pending(1)

	one.kill()
	c, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	ages(t, c, 72*time.Hour)
	_ = c.Close(t.Context())
	other.startReady()
	a = api{t, other}
	a.decide(waiting[0], "approved")
	a.reads(talks[3], "Looked up, or done: true.")
	talks = append(talks, showsPicture(t, other))
	a.reads(talks[4], "I see a picture.")
	settled(t, other, calm)

	if refused := model.Refused(); len(refused) > 0 {
		t.Errorf("%d requests were refused:\n%s", len(refused), strings.Join(refused, "\n"))
	}
	var b strings.Builder
	for _, id := range talks {
		b.WriteString(withoutIDs(a.log(id)) + "\n")
	}
	return b.String()
}

// withoutIDs is a log without what is another at each run: ids, the reminder, which comes when the sweeper does, and the
// line of the turn that passes an approval on while its task has begun already.
func withoutIDs(log string) string {
	log = regexp.MustCompile(`(?m)^(?:system status reminded: |assistant thinking thought: Hans passed the approval on).*\n`).ReplaceAllString(log, "")
	return regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|127\.0\.0\.1:\d+|[0-9A-HJKMNP-TV-Z]{26}`).ReplaceAllString(log, "…")
}

// showsPicture shows a picture on the panel, and returns the conversation.
func showsPicture(t *testing.T, k *child) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	res, err := client.PostForm(k.url("/login"), url.Values{"token": {testToken}})
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	_ = parts.WriteField("text", "What do you see?")
	p, _ := parts.CreateFormFile("files", "logo.png")
	_, _ = p.Write(filekit.PNG(40, 30))
	_ = parts.Close()
	if res, err = client.Post(k.url("/panel/messages"), parts.FormDataContentType(), &form); err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("the picture was answered with %d, %v", res.StatusCode, err)
	}
	return strings.TrimPrefix(res.Request.URL.Path, "/c/")
}
