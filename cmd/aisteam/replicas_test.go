package main

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/internal/servers"
)

const testKey = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

// Without a token of their own replicas are given one, the same to all, which is kept sealed.
func TestReplicasWithoutATokenShareOne(t *testing.T) {
	url := servers.EmptiedPostgres(t)
	one := newChild(t, "DATABASE_URL="+url, "AISTEAM_TOKEN=", "AISTEAM_SECRET_KEY="+testKey)
	two := newChild(t, "DATABASE_URL="+url, "AISTEAM_TOKEN=", "AISTEAM_SECRET_KEY="+testKey)
	one.start()
	two.start()
	eventually(t, patience, "both are ready", func() bool { return one.ready() && two.ready() })

	for name, value := range map[string]string{"DATABASE_URL": url, "AISTEAM_SECRET_KEY": testKey, "AISTEAM_TOKEN": "", "AISTEAM_DATA": t.TempDir(), "LOG_LEVEL": "error"} {
		t.Setenv(name, value)
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"token"}, &stdout, &stderr, hooks{}); code != exitClean {
		t.Fatal(stderr.String())
	}
	token := strings.TrimSpace(stdout.String())
	for _, k := range []*child{one, two} {
		if got := statusAs(t, k, token); got != http.StatusOK {
			t.Errorf("with the one token: %d", got)
		}
		if said := k.log.text(); strings.Contains(said, token) || !strings.Contains(said, "aisteam token") {
			t.Errorf("it said %s", said)
		}
	}
	none := newChild(t, "DATABASE_URL="+url, "AISTEAM_TOKEN=")
	none.start()
	eventually(t, patience, "it ends", none.ended)
	if code := none.cmd.ProcessState.ExitCode(); code != exitUsage || !strings.Contains(none.log.text(), "AISTEAM_SECRET_KEY") {
		t.Errorf("%d %s", code, none.log.text())
	}
}

func statusAs(t *testing.T, k *child, token string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, k.url("/api/agents"), nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}

// A replica that is set otherwise says so at its start, and in a gauge; the values are in neither.
func TestReplicasThatAreSetOtherwiseAreNoticed(t *testing.T) {
	t.Parallel()
	url := servers.EmptiedPostgres(t)
	one := newChild(t, "DATABASE_URL="+url)
	one.startReady()
	two := newChild(t, "DATABASE_URL="+url, "RATE_LIMIT_AI_REQUESTS_PER_MINUTE=7777", "AISTEAM_PUBLIC_URL=http://elsewhere.example")
	two.startReady()
	_, page, _ := get(t.Context(), two.url("/metrics"))
	for _, want := range []string{
		`aisteam_settings_differ{variable="RATE_LIMIT_AI_REQUESTS_PER_MINUTE"} 1`, `aisteam_settings_differ{variable="AISTEAM_PUBLIC_URL"} 1`,
		`aisteam_settings_differ{variable="AISTEAM_TOKEN"} 0`, `aisteam_settings_differ{variable="AISTEAM_DATA"} 1`, `aisteam_replicas 2`,
	} {
		if !strings.Contains(page, want+"\n") {
			t.Errorf("not scraped: %s", want)
		}
	}
	said := two.log.text()
	if n := strings.Count(said, "set otherwise"); n != 3 || strings.Contains(said, "7777") {
		t.Errorf("%d lines:\n%s", n, said)
	}
	same := newChild(t, "DATABASE_URL="+url, "AISTEAM_DATA="+one.data)
	two.signal(15)
	eventually(t, patience, "the other leaves", two.ended)
	same.startReady()
	if said := same.log.text(); strings.Contains(said, "set otherwise") {
		t.Error(said)
	}
}

// Pages in folders that replicas do not share are left alone, and people are told why.
func TestFoldersThatAreNotSharedAreLeftAlone(t *testing.T) {
	a := &agreement{}
	f := &oneFolder{agreed: a}
	a.apart.Store(true)
	_, _, err := f.Find(t.Context(), assistant.Project{}, "x", "")
	for _, e := range []error{
		err, second(f.Write(t.Context(), assistant.Project{}, site.Page{}, "")), f.Remove(t.Context(), assistant.Project{}, site.Page{}),
		second(f.Stage(t.Context(), assistant.Project{}, site.Page{}, "")),
	} {
		if !errors.Is(e, errFoldersApart) || !strings.Contains(assistant.ProblemOf(e).Message.String(), "do not share") {
			t.Errorf("got %v", e)
		}
	}
}

func second[T any](_ T, err error) error { return err }
