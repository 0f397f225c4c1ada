package discord_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// permissions are the bits of Discord's documents that the requests need, by the name the guide gives them.
func permissions() map[string]uint64 {
	return map[string]uint64{
		"View Channels": 1 << 10, "Send Messages": 1 << 11, "Embed Links": 1 << 14, "Attach Files": 1 << 15, "Read Message History": 1 << 16,
		"Create Public Threads": 1 << 35, "Send Messages in Threads": 1 << 38,
	}
}

// requests are what the code asks of Discord with the bot's token, and the permissions that each of them needs.
func requests() map[string][]string {
	return map[string][]string{
		"Get applications/commands": nil, "Put applications/commands": nil, "Get applications/@me": nil, "Get gateway/bot": nil, "Get users/@me": nil, "Get guilds/members": nil, "Get guilds/roles": nil, "Get guilds": nil, "Get guilds/channels": nil,
		"Post users/@me/channels":        nil,
		"Get channels":                   {"View Channels"},
		"Patch channels":                 {"Send Messages in Threads"}, // to bring one back
		"Get channels/messages":          {"View Channels", "Read Message History"},
		"Get channels/messages/id":       {"View Channels", "Read Message History"},
		"Post channels/messages":         {"View Channels", "Send Messages", "Send Messages in Threads", "Embed Links", "Attach Files", "Read Message History"}, // the last one to reply
		"Patch channels/messages/id":     nil,                                                                                                                   // its own alone
		"Post channels/messages/threads": {"View Channels", "Create Public Threads"},
		"Post channels/typing":           {"Send Messages"},
	}
}

// Whoever makes a new request says here what it needs, and then the link in the guide has to ask for it.
func TestTheLinkAsksForThePermissionsOfTheRequestsAndNoOthers(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	rooms, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, rooms...)
	wanted, seen := uint64(0), map[string]bool{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`[rR]oute(?:Of)?[({]http\.Method(\w+), "([^"]+)"`).FindAllStringSubmatch(string(code), -1) {
			request := m[1] + " " + m[2]
			needs, known := requests()[request]
			if !known {
				t.Errorf("%s: which permissions does %s need?", name, request)
			}
			seen[request] = true
			for _, p := range needs {
				wanted |= permissions()[p]
			}
		}
	}
	for request := range requests() {
		if !seen[request] {
			t.Errorf("nothing asks %s", request)
		}
	}
	guide, err := os.ReadFile("../../deploy/discord/README.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`scope=(\S+)&permissions=(\d+)`).FindStringSubmatch(string(guide))
	if link == nil || link[1] != "bot+applications.commands" || link[2] != strconv.FormatUint(wanted, 10) {
		t.Errorf("the link asks for %q, and the requests need %d", link, wanted)
	}
	told := uint64(0)
	for _, row := range regexp.MustCompile(`(?m)^\| ([A-Z][\w ]+) \| (\d+) \|`).FindAllStringSubmatch(string(guide), -1) {
		if row[2] != strconv.FormatUint(permissions()[row[1]], 10) {
			t.Errorf("%s is %s in the guide", row[1], row[2])
		}
		told |= permissions()[row[1]]
	}
	if told != wanted {
		t.Errorf("the guide's table adds up to %d, not %d", told, wanted)
	}
}

// People learn the commands from the guide.
func TestTheGuideNamesTheCommandsThatAreRegistered(t *testing.T) {
	guide, err := os.ReadFile("../../deploy/discord/README.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("receive/command.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`slash\(command(\w+)`).FindAllStringSubmatch(string(code), -1) {
		if !strings.Contains(string(guide), "`/"+strings.ToLower(m[1])+"`") {
			t.Errorf("/%s is not in the guide", strings.ToLower(m[1]))
		}
	}
}
