package main

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/internal/servers"
)

// talkers say things to a service until they are stopped, and remember what was answered.
type talkers struct {
	mu    sync.Mutex
	acked []string // conversations
	stop  chan struct{}
	all   sync.WaitGroup
}

func talk(t *testing.T, k *child) *talkers {
	t.Helper()
	talking := &talkers{stop: make(chan struct{})}
	for i := range 3 {
		talking.all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-talking.stop:
					return
				default:
				}
				status, body := post(t, k, fmt.Sprintf("talker %d says %d", i, n))
				if id := regexp.MustCompile(`"conversationId":"([^"]+)"`).FindStringSubmatch(body); status == 200 && id != nil {
					talking.mu.Lock()
					talking.acked = append(talking.acked, id[1])
					talking.mu.Unlock()
				}
			}
		})
	}
	return talking
}

func (w *talkers) sofar() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.acked)
}

func (w *talkers) end() {
	close(w.stop)
	w.all.Wait()
}

// holds: what was acked is there, question and answer.
func holds(t *testing.T, k *child, acked []string) {
	t.Helper()
	for _, conversation := range acked {
		if log := (api{t, k}).log(conversation); !strings.Contains(log, "talker") || strings.Count(log, "\n") < 2 {
			t.Errorf("of %s there is %q", conversation, log)
		}
	}
	if got := (api{t, k}).chat(acked[0], "hello again").text(); got == "" {
		t.Error("no answer after the restore")
	}
	t.Logf("%d conversations were acked before the backup", len(acked))
}

// commands are those of the guide's section on backups, by their first word.
func commands(t *testing.T, first string) []string {
	t.Helper()
	_, section, _ := strings.Cut(textOf(t, "../../docs/operating.md"), "## Backup and restore")
	section, _, _ = strings.Cut(section, "\n## ")
	found := regexp.MustCompile(`(?m)^`+first+` .*$`).FindAllString(section, -1)
	if len(found) == 0 {
		t.Fatalf("the guide has no %s", first)
	}
	return found
}

func shell(t *testing.T, command string, env ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-ec", command)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// The embedded default is backed up while people talk, by the guide's own commands, and restored elsewhere.
func TestABackupOfTheEmbeddedDefaultHoldsWhatWasAcked(t *testing.T) {
	t.Parallel()
	tool(t, "sqlite3")
	k := newChild(t, "AISTEAM_TOKEN=", "LOG_LEVEL=error")
	k.env = append(k.env, "AISTEAM_TOKEN="+testToken)
	k.startReady()
	if err := os.WriteFile(filepath.Join(k.data, "token"), []byte(testToken+"\n"), private); err != nil {
		t.Fatal(err)
	}
	talking := talk(t, k)
	eventually(t, patience, "enough was said", func() bool { return len(talking.sofar()) > 20 })
	acked, backup := talking.sofar(), filepath.Join(t.TempDir(), "backup")
	if err := os.Mkdir(backup, privateFolder); err != nil {
		t.Fatal(err)
	}
	for _, command := range slices.Concat(commands(t, "sqlite3"), commands(t, "cp")) {
		shell(t, strings.ReplaceAll(command, "/backup/", backup+"/"), "AISTEAM_DATA="+k.data)
	}
	talking.end()
	k.kill()
	elsewhere := newChild(t, "AISTEAM_DATA="+backup, "LOG_LEVEL=error")
	elsewhere.startReady()
	holds(t, elsewhere, acked)
}

// A Postgres is backed up while people talk, and restored into another database.
func TestABackupOfPostgresHoldsWhatWasAcked(t *testing.T) {
	t.Parallel()
	source := servers.EmptiedPostgres(t)
	k := newChild(t, "DATABASE_URL="+source, "LOG_LEVEL=error")
	k.startReady()
	talking := talk(t, k)
	eventually(t, patience, "enough was said", func() bool { return len(talking.sofar()) > 20 })
	acked, dump := talking.sofar(), filepath.Join(t.TempDir(), "aisteam.dump")
	command := strings.ReplaceAll(commands(t, "pg_dump")[0], "/backup/aisteam.dump", dump)
	shell(t, strings.Replace(command, "pg_dump", tool(t, "pg_dump"), 1), "SUPERUSER_URL="+servers.Superuser(source))
	talking.end()
	k.kill()

	target := servers.EmptyPostgres(t)
	do(t, "pg_restore", "--no-owner", "--role=aisteam_owner", "--dbname="+servers.Superuser(target), dump)
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User("aisteam_service")
	elsewhere := newChild(t, "DATABASE_URL="+u.String(), "LOG_LEVEL=error")
	elsewhere.startReady()
	holds(t, elsewhere, acked)
}
