package outward

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// mostShown is how long an address may be that people are asked about: as much as every surface shows whole.
const mostShown = 900

// Config says by what one use of a tool goes out.
type Config struct {
	Project assistant.Project // whose hosts are known without looking
	House   []string          // where our own server shows pages, such as http://localhost:8080/sites/
	// More gives what else there is to go by: the tenant's projects, and what whoever asks has written. It is asked once, where an
	// address is not the project's. Nil: nothing more.
	More func(ctx context.Context) (assistant.Grounds, error)
	// Yes tells whether a person who may decide has said yes to exactly this address. Nil: nobody has.
	Yes func(address string) bool
}

// Permit says where one use of a tool may go, and keeps where it went. Its zero value lets nothing out. It is safe for concurrent use.
type Permit struct {
	use *use
	led *url.URL // a page that was reached: what stands on it leads on, on its own host
}

// use is what the permits of one use of a tool share.
type use struct {
	config Config
	free   bool // code alone makes the addresses
	ports  bool // the host counts, whatever its port

	mu      sync.Mutex
	asked   bool
	grounds assistant.Grounds
	said    []said
	reached []string
	hosts   []string
	refused *assistant.Trouble
}

// New is the permit of one use of a tool.
func New(c Config) Permit { return Permit{use: &use{config: c}} }

// ToOwn is the permit of a connector that goes to the project's own hosts and nowhere else, whoever uses it. Which port they moved to
// is theirs to say.
func ToOwn(p assistant.Project) Permit {
	return Permit{use: &use{config: Config{Project: p}, ports: true}}
}

// ByCode is the permit of what goes to addresses that code alone makes, of names that were let out before; why says so. Who may ask for
// it is in the table of architecture.
func ByCode(why string) Permit { return Permit{use: &use{free: why != ""}} }

// Led is the permit with the way on from a page that was reached, by the links that code read there, on the same host: of what is kept
// in the house nothing can stand in them.
func (p Permit) Led(page *url.URL) Permit {
	at, err := Normal(page)
	if err != nil || p.use == nil || !p.use.went(at.String()) {
		return p
	}
	p.led = at
	return p
}

// Admit gives the address as it is to be gone to, or the [*assistant.Trouble] that says why it is not: Problem.Outward then is the
// address that waits for a yes, "" where no yes would help.
func (p Permit) Admit(ctx context.Context, u *url.URL) (*url.URL, error) {
	return p.admit(ctx, u, nil)
}

// Redirected is [Permit.Admit] for where an answer of the page from sends on to. On its own host a server sends nobody away with
// anything that it did not have.
func (p Permit) Redirected(ctx context.Context, from, u *url.URL) (*url.URL, error) {
	return p.admit(ctx, u, from)
}

func (p Permit) admit(ctx context.Context, u, from *url.URL) (*url.URL, error) {
	at, err := p.may(ctx, u, from)
	if p.use == nil {
		return at, err
	}
	p.use.mu.Lock()
	defer p.use.mu.Unlock()
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok && p.use.refused == nil {
		p.use.refused = trouble
	}
	if err != nil {
		return nil, err
	}
	if p.use.free {
		return at, nil
	}
	if address := at.String(); !slices.Contains(p.use.reached, address) {
		p.use.reached = append(p.use.reached, address)
	}
	if !slices.Contains(p.use.hosts, at.Hostname()) {
		p.use.hosts = append(p.use.hosts, at.Hostname())
	}
	return at, nil
}

// Allows tells whether the address may be gone to from an answer of the page from, without asking anybody where it may not.
func (p Permit) Allows(ctx context.Context, from, u *url.URL) bool {
	_, err := p.may(ctx, u, from)
	return err == nil
}

func (p Permit) may(ctx context.Context, u, from *url.URL) (*url.URL, error) {
	at, err := Normal(u)
	if errors.Is(err, ErrCredentials) {
		return nil, withCredentials()
	}
	if err != nil {
		return nil, err
	}
	ok, err := p.lets(ctx, at, from)
	switch {
	case err != nil:
		return nil, err
	case ok:
		return at, nil
	case len(at.String()) > mostShown:
		return nil, tooLong()
	}
	return nil, waits(at.String())
}

// lets tells whether the address is one that goes by itself, or has its yes.
func (p Permit) lets(ctx context.Context, at, from *url.URL) (bool, error) {
	if p.use == nil {
		return false, nil
	}
	c := p.use.config
	if p.use.free || p.led != nil && sameHost(p.led, at) || p.cameFrom(from, at) || p.use.own(at) || c.Yes != nil && c.Yes(at.String()) {
		return true, nil
	}
	if c.More == nil {
		return false, nil
	}
	if err := p.use.look(ctx); err != nil {
		return false, err
	}
	return slices.ContainsFunc(p.use.grounds.Projects, func(o assistant.Project) bool { return ownOf(o, at) }) ||
		slices.ContainsFunc(p.use.said, func(s said) bool { return s.means(at) }), nil
}

// Own tells whether the address is at a host of the tenant's own, where more may be sent than an address.
func (p Permit) Own(ctx context.Context, u *url.URL) bool {
	at, err := Normal(u)
	if err != nil || p.use == nil {
		return false
	}
	if p.use.free || p.use.own(at) {
		return true
	}
	return p.use.config.More != nil && p.use.look(ctx) == nil &&
		slices.ContainsFunc(p.use.grounds.Projects, func(o assistant.Project) bool { return ownOf(o, at) })
}

// cameFrom tells whether a page that was gone to sends on to an address of its own host.
func (p Permit) cameFrom(from, at *url.URL) bool {
	if from == nil {
		return false
	}
	page, err := Normal(from)
	return err == nil && sameHost(page, at) && p.use.went(page.String())
}

func (u *use) went(address string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Contains(u.reached, address)
}

// look asks for what else there is to go by.
func (u *use) look(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.asked {
		return nil
	}
	grounds, err := u.config.More(ctx)
	if err != nil {
		return fmt.Errorf("who wrote an address: %w", err)
	}
	u.asked, u.grounds = true, grounds
	for _, text := range grounds.Said {
		u.said = append(u.said, written(text)...)
	}
	return nil
}

// Names tells whether a host's name may be told to whoever knows about names: it was gone to in this use.
func (p Permit) Names(host string) bool {
	name, err := hostOf(host)
	if err != nil || p.use == nil {
		return false
	}
	p.use.mu.Lock()
	defer p.use.mu.Unlock()
	return p.use.free || slices.Contains(p.use.hosts, name)
}

// Reached are the whole addresses that were gone to, in their order.
func (p Permit) Reached() []string {
	if p.use == nil {
		return nil
	}
	p.use.mu.Lock()
	defer p.use.mu.Unlock()
	return slices.Clone(p.use.reached)
}

// Refused is what was kept from going out first; nil where nothing was.
func (p Permit) Refused() *assistant.Trouble {
	if p.use == nil {
		return nil
	}
	p.use.mu.Lock()
	defer p.use.mu.Unlock()
	return p.use.refused
}

// own tells whether the address is one of the project at hand, or a page that our own server shows.
func (u *use) own(at *url.URL) bool {
	if ownOf(u.config.Project, at) || housed(u.config.House, at) {
		return true
	}
	return u.ports && slices.ContainsFunc(homes(u.config.Project), func(home string) bool {
		if !strings.Contains(home, "://") {
			home = "https://" + home
		}
		h, err := Parse(home)
		return err == nil && h.Hostname() == at.Hostname()
	})
}

// homes are what a project names of its hosts: its domain, and where its connections lead.
func homes(p assistant.Project) []string {
	var out []string
	if p.Domain != "" {
		out = append(out, p.Domain)
	}
	for _, c := range p.Connections {
		if home := c.Config[site.KeyAddress]; home != "" {
			out = append(out, home)
		}
	}
	return out
}

// ownOf tells whether the address is at a host that the project names. A name below one of these is another.
func ownOf(p assistant.Project, at *url.URL) bool {
	return slices.ContainsFunc(homes(p), func(home string) bool { return within(home, at) })
}

// housed tells whether the address is a page that our own server shows. Without a public address replicas on one machine have a port each,
// and a page that one of them made is looked at by another.
func housed(house []string, at *url.URL) bool {
	return slices.ContainsFunc(house, func(prefix string) bool {
		h, err := Parse(prefix)
		return err == nil && (sameHost(h, at) || loopback(h) && h.Hostname() == at.Hostname()) && h.Scheme == at.Scheme && strings.HasPrefix(at.Path, h.Path) && !strings.Contains(at.Path, "..")
	})
}

func loopback(u *url.URL) bool {
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
}

func waits(address string) *assistant.Trouble {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideContext,
		Message:  assistant.Say("I have not opened this address, because it is none of your own sites and you did not write it here yourself: %s", address),
		Recovery: assistant.Say("Somebody who may decide can say yes to exactly this address, or you write the whole address here yourself."),
		Steps:    []assistant.Sentence{assistant.Say("checking where that leads"), assistant.Say("It leads outside, to an address that nobody here has written")},
		Outward:  address,
	}, Err: errors.New("an address that waits for a yes")}
}

func withCredentials() *assistant.Trouble {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side: assistant.SideInput, Message: assistant.Say("A name or a password stands in that address, so I send it nowhere."),
		Recovery: assistant.Say("Please give me the address without it."),
	}, Err: ErrCredentials}
}

func tooLong() *assistant.Trouble {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side: assistant.SideContext, Message: assistant.Say("That address leads outside and is too long to be shown whole, so nobody can say yes to it."),
		Recovery: assistant.Say("Please write the whole address here yourself, or give me a shorter one."),
	}, Err: errors.New("an address that is too long to be shown")}
}

// HostOf is the host of a whole address, for a line that people read.
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
