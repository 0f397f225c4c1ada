// Command newcomers writes the first sentences of newcomers (sentences.txt, and the same in German, French and Spanish), and those
// of strangers (strangers.txt), to the product as it starts without a key, each in a conversation of its own, and prints how many
// of the answers hold what a good one must.
//
//	go run ./internal/newcomers
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

//go:embed sentences.txt
var sentences string

//go:embed strangers.txt
var strangers string

//go:embed german.txt
var german string

//go:embed french.txt
var french string

//go:embed spanish.txt
var spanish string

// patience is how long an answer may take: longer than the slowest machine takes.
const patience = 3 * time.Minute

// least is how many of a hundred answers have to be right; none may be a dead end.
const least = 90

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "newcomers")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary, err := rig.Build(ctx, dir)
	if err != nil {
		return fmt.Errorf("build the service: %w", err)
	}
	const token = "newcomers-token-newcomers-token"
	replica, err := rig.StartReplica(ctx, binary, dir, "service", "AISTEAM_TOKEN="+token, "RATE_LIMIT_AI_REQUESTS_PER_MINUTE=100000")
	if err != nil {
		return fmt.Errorf("start the service: %w", err)
	}
	defer replica.Stop()
	product := service{replica.Base, token}
	for _, file := range []struct{ name, text string }{
		{"newcomers", sentences}, {"strangers", strangers}, {"newcomers in German", german}, {"newcomers in French", french}, {"newcomers in Spanish", spanish},
	} {
		err = errors.Join(err, product.count(ctx, file.name, Read(file.text)))
	}
	return err
}

// count asks all of them and prints what is wrong, and how many are right.
func (s service) count(ctx context.Context, whose string, all []Sentence) error {
	right, ended := 0, 0
	for _, one := range all {
		said, err := s.ask(ctx, one.Written)
		if err != nil {
			return fmt.Errorf("ask %q: %w", one.Written, err)
		}
		missing := one.Missing(said)
		if len(missing) == 0 {
			right++
			continue
		}
		if said.DeadEnd() {
			ended++
		}
		fmt.Printf("wrong  %-60s lacks %s\n       %s\n", one.Written, strings.Join(missing, "; "), strings.ReplaceAll(said.Text, "\n", " / "))
	}
	fmt.Printf("%d of %d first sentences of %s are answered right, %d end in a dead end\n", right, len(all), whose, ended)
	if right*100 < least*len(all) || ended > 0 {
		return fmt.Errorf("fewer than %d of a hundred, or a dead end", least)
	}
	return nil
}

// service is the product as it answers over its API.
type service struct{ base, token string }

// spoke is what its answers have in common.
type spoke struct {
	Conversation string `json:"conversationId"`
	Messages     []struct {
		Type    string `json:"type"`
		Content string `json:"content"`
		Role    string `json:"role"`
		Body    struct {
			Next []string `json:"next"` // that can be pressed
		} `json:"body"`
	} `json:"messages"`
	Run *struct{} `json:"runCreated"`
}

func (s spoke) answer() Answer {
	var out Answer
	for _, m := range s.Messages {
		if m.Role != "user" {
			out.Kinds, out.Text = append(out.Kinds, m.Type), strings.TrimSpace(out.Text+"\n"+m.Content)
			out.Next = append(out.Next, m.Body.Next...)
		}
	}
	return out
}

// ask says something in a new conversation, and gathers what comes of it: also what a task puts before the person.
func (s service) ask(ctx context.Context, text string) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	body, err := json.Marshal(map[string]any{"messages": []map[string]string{{"role": "user", "content": text}}})
	if err != nil {
		return Answer{}, fmt.Errorf("encode: %w", err)
	}
	got, err := s.call(ctx, http.MethodPost, "/api/assistant/chat", body)
	if err != nil || got.Run == nil || got.answer().has("<plan>") { // a plan that changes nothing is at work at once, and asks nobody
		return got.answer(), err
	}
	var now Answer
	waited := rig.Await(ctx, "the approval", patience, func() bool {
		var all spoke
		if all, err = s.call(ctx, http.MethodGet, "/api/conversations/"+got.Conversation+"/messages", nil); err != nil {
			return true
		}
		now = all.answer()
		return now.has("<approval>")
	})
	return now, errors.Join(err, waited)
}

func (s service) call(ctx context.Context, method, path string, body []byte) (spoke, error) {
	r, err := http.NewRequestWithContext(ctx, method, s.base+path, bytes.NewReader(body))
	if err != nil {
		return spoke{}, fmt.Errorf("request: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return spoke{}, fmt.Errorf("call: %w", err)
	}
	defer func() { _ = got.Body.Close() }()
	var reply spoke
	if got.StatusCode != http.StatusOK {
		return reply, fmt.Errorf("%s answered %s", path, got.Status)
	}
	if err := json.NewDecoder(got.Body).Decode(&reply); err != nil {
		return reply, fmt.Errorf("decode: %w", err)
	}
	return reply, nil
}
