package uptime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/shown"
)

// TaskCheck is the task type of the pack.
const TaskCheck assistant.TaskType = "check_site"

const soon = 30 * 24 * time.Hour // that somebody should do something about an end

// Visitor opens addresses as visitors do.
type Visitor interface {
	// Reach tells whether an address answers. That it does not is no error; that it is not to be gone to is one.
	Reach(ctx context.Context, out outward.Permit, p assistant.Project, address string) (site.Reach, error)
}

// Registry knows until when domains are registered.
type Registry interface {
	// Ends gives the domain of a host and its end; zero where nobody says, "" for what nobody can register.
	Ends(ctx context.Context, out outward.Permit, host string) (domain string, ends time.Time)
}

// Fronts knows where people see a project's pages.
type Fronts interface {
	Address(p assistant.Project, slug string) string
}

// Config gives the pack what it works on.
type Config struct {
	Visitor  Visitor
	Registry Registry
	Fronts   Fronts
	Now      func() time.Time
}

// CheckSite are the arguments of check_site.
type CheckSite struct {
	URL  string `json:"url,omitempty" jsonschema:"the address of a page; leave it out for the project's front page"`
	Ends bool   `json:"ends,omitempty" jsonschema:"true where it is wanted until when the certificate and the domain hold: then it is also said where that is not known"`
}

// Checked are the fields of its result.
type Checked struct {
	URL         string `json:"url"`
	Up          string `json:"up" jsonschema:"yes or no"`
	Certificate string `json:"certificate" jsonschema:"the day on which the certificate ends, empty where none was seen"`
	Domain      string `json:"domain" jsonschema:"the day until which the domain is registered, empty where nobody says"`
	Summary     string `json:"summary"`
}

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack {
	return tools.Pack{Name: "uptime", Templates: templates()}
}

// Tools returns the pack's tools.
func Tools(c Config) ([]tools.Tool, error) {
	if c.Visitor == nil || c.Registry == nil || c.Fronts == nil || c.Now == nil {
		return nil, errors.New("uptime pack: a visitor, a registry, the sites' addresses and a clock are needed")
	}
	return []tools.Tool{{
		Name: string(TaskCheck), Label: "Check that the site is up",
		Description: "Looks whether the project's site, or another address, answers visitors, how long that takes, until when its certificate " +
			"holds and until when its domain is registered. Changes nothing. Its result has the fields url, up, certificate, domain and summary.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[CheckSite](), Result: tools.Fields[Checked](),
		Answers: true, Examples: checked(), Run: c.run,
	}}, nil
}

func (c Config) run(ctx context.Context, call tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[CheckSite](call)
	if err != nil {
		return assistant.Receipt{}, err
	}
	asked := cmp.Or(a.URL, c.Fronts.Address(call.Project, ""))
	seen, err := c.Visitor.Reach(ctx, call.Out, call.Project, asked)
	if err != nil {
		return assistant.Receipt{}, err
	}
	var domain string
	var ends time.Time
	if u, err := url.Parse(asked); err == nil {
		domain, ends = c.Registry.Ends(ctx, call.Out, u.Hostname())
	}
	now := c.Now()
	said := nonempty(standing(seen, asked), leading(seen), until("Its certificate ", "holds until ", "ended on ", seen.Until, now), until("The domain "+domain+" ", "is registered until ", "was registered until ", ends, now))
	if a.Ends {
		said = append(said, unknown(seen, domain, ends)...)
	}
	words := strings.Join(said, " ")
	up := map[bool]string{true: "yes", false: "no"}[seen.Up()]
	return assistant.Receipt{Result: assistant.Result{Summary: strings.TrimSuffix(words, "."), Fields: assistant.ValuesOf(Checked{
		URL: seen.URL, Up: up, Certificate: day(seen.Until), Domain: day(ends), Summary: words,
	})}}, nil
}

// standing says whether it answers. What differs from one look to the next without anything having changed is rounded away.
func standing(r site.Reach, asked string) string {
	at := shown.Address(asked)
	switch {
	case r.Problem != "":
		return at + " is down: " + r.Problem + "."
	case !r.Up():
		return fmt.Sprintf("%s is down: it answers with the error %d.", at, r.Status)
	case r.Took < time.Second:
		return at + " is up, and answers in less than a second."
	}
	return at + " is up, and answers in about " + strconv.Itoa(int(r.Took.Round(time.Second)/time.Second)) + " s."
}

// leading says where the address sends visitors on to, where nobody looked.
func leading(r site.Reach) string {
	if r.Leads == "" {
		return ""
	}
	return "It sends visitors on to " + shown.Address(r.Leads) + ", where I have not looked."
}

// unknown says of which end nothing is known.
func unknown(r site.Reach, domain string, ends time.Time) []string {
	var certificate, registered string
	if r.Until.IsZero() {
		certificate = "I saw no certificate there."
		if strings.HasPrefix(r.URL, "http://") {
			certificate = "It has no certificate, because it is reached over http."
		}
	}
	switch {
	case domain == "":
		registered = "What stands in that address is no domain that anybody registers."
	case ends.IsZero():
		registered = "Until when the domain " + domain + " is registered, nobody told me."
	}
	return nonempty(certificate, registered)
}

// until says until when something holds or held, and how long that is where it is not long.
func until(what, holds, held string, end, now time.Time) string {
	left := end.Sub(now)
	switch {
	case end.IsZero():
		return ""
	case left <= 0:
		return what + held + day(end) + "."
	case left < soon:
		return what + holds + day(end) + ": that is in " + days(left) + "."
	}
	return what + holds + day(end) + "."
}

func days(left time.Duration) string {
	n := int(left / (24 * time.Hour))
	switch n {
	case 0:
		return "less than a day"
	case 1:
		return "1 day"
	}
	return strconv.Itoa(n) + " days"
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2 January 2006")
}

func nonempty(parts ...string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}
