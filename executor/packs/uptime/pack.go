package uptime

import (
	"cmp"
	"context"
	"errors"
	"net/url"
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
	// Ends returns the domain of a host and its expiry; the time is zero if unknown, and the domain is "" if it cannot be
	// registered.
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
		Answers: true, Examples: checked(), Elsewhere: "url", Run: c.run,
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
	said := []assistant.Sentence{standing(seen, asked), leading(seen), certified(seen.Until, now), registered(domain, ends, now)}
	if a.Ends {
		said = append(said, unknown(seen, domain, ends)...)
	}
	var summary assistant.Sentence
	for _, next := range said {
		switch {
		case summary.IsZero():
			summary = next
		case !next.IsZero():
			summary = assistant.Say("%s. %s", summary, next)
		}
	}
	up := map[bool]string{true: "yes", false: "no"}[seen.Up()]
	return assistant.Receipt{Result: assistant.Result{Summary: summary, Fields: assistant.ValuesOf(Checked{
		URL: seen.URL, Up: up, Certificate: day(seen.Until), Domain: day(ends), Summary: summary.String() + ".",
	})}}, nil
}

// standing says whether it answers. What differs from one look to the next without anything having changed is rounded away.
func standing(r site.Reach, asked string) assistant.Sentence {
	at := shown.Address(asked)
	switch {
	case r.Problem != "":
		return assistant.Say("%s is down: %s", at, r.Problem)
	case !r.Up():
		return assistant.Say("%s is down: it answers with the error %d", at, r.Status)
	case r.Took < time.Second:
		return assistant.Say("%s is up, and answers in less than a second", at)
	}
	return assistant.Say("%s is up, and answers in about %d s", at, int(r.Took.Round(time.Second)/time.Second))
}

// leading says where the address redirects to, if that was not followed.
func leading(r site.Reach) assistant.Sentence {
	if r.Leads == "" {
		return assistant.Sentence{}
	}
	return assistant.Say("It sends visitors on to %s, where I have not looked", shown.Address(r.Leads))
}

// unknown lists the expiries that are not known.
func unknown(r site.Reach, domain string, ends time.Time) (out []assistant.Sentence) {
	switch {
	case !r.Until.IsZero():
	case strings.HasPrefix(r.URL, "http://"):
		out = append(out, assistant.Say("It has no certificate, because it is reached over http"))
	default:
		out = append(out, assistant.Say("I saw no certificate there"))
	}
	switch {
	case domain == "":
		out = append(out, assistant.Say("What stands in that address is no domain that anybody registers"))
	case ends.IsZero():
		out = append(out, assistant.Say("Until when the domain %s is registered, nobody told me", domain))
	}
	return out
}

// certified says until when the certificate holds or held, and how long that is where it is not long.
func certified(end, now time.Time) assistant.Sentence {
	left := end.Sub(now)
	switch {
	case end.IsZero():
		return assistant.Sentence{}
	case left <= 0:
		return assistant.Say("Its certificate ended on %s", day(end))
	case left < soon:
		return assistant.Say("Its certificate holds until %s: that is in %s", day(end), days(left))
	}
	return assistant.Say("Its certificate holds until %s", day(end))
}

// registered says the same of the domain.
func registered(domain string, end, now time.Time) assistant.Sentence {
	left := end.Sub(now)
	switch {
	case end.IsZero():
		return assistant.Sentence{}
	case left <= 0:
		return assistant.Say("The domain %s was registered until %s", domain, day(end))
	case left < soon:
		return assistant.Say("The domain %s is registered until %s: that is in %s", domain, day(end), days(left))
	}
	return assistant.Say("The domain %s is registered until %s", domain, day(end))
}

func days(left time.Duration) assistant.Sentence {
	n := int(left / (24 * time.Hour))
	switch n {
	case 0:
		return assistant.Say("less than a day")
	case 1:
		return assistant.Say("1 day")
	}
	return assistant.Say("%d days", n)
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2 January 2006")
}
