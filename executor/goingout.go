package executor

import (
	"context"
	"errors"
	"strings"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Provenance knows who wrote what, for what may leave the house (package outward).
type Provenance interface {
	// Grounds returns the tenant's projects and what the person who asks has written themselves in the conversation or, if nobody
	// is present, the prompt of the background task.
	Grounds(ctx context.Context, of assistant.GroundsOf) (assistant.Grounds, error)
}

// permit is by what one use of a tool goes out. yes may be nil.
func (e *Executor) permit(of assistant.GroundsOf, p assistant.Project, yes func(address string) bool) outward.Permit {
	c := outward.Config{Project: p, Yes: yes}
	if e.house != nil {
		c.House = e.house()
	}
	if p.Tenant != of.Tenant {
		c.Project = assistant.Project{}
	}
	if e.provenance != nil {
		c.More = func(ctx context.Context) (assistant.Grounds, error) { return e.provenance.Grounds(ctx, of) }
	}
	return outward.New(c)
}

// watched wraps a tool to watch its requests: a blocked one is reported whatever the tool made of it, and the result lists the
// addresses that were requested.
func watched(t tools.Tool) tools.Tool {
	use := t.Run
	t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
		r, err := use(ctx, c)
		if kept := c.Out.Refused(); kept != nil && t.Effect == assistant.EffectNone {
			return assistant.Receipt{}, kept
		}
		r.Result.Reached = c.Out.Reached()
		return r, err
	}
	return t
}

// Outward returns the address for which a use of a tool needs a yes, or "".
func Outward(err error) string {
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		return trouble.Problem.Outward
	}
	return ""
}

// grounds are what the task at hand may go by.
func (h *hand) grounds() assistant.GroundsOf {
	w := h.work
	return assistant.GroundsOf{
		Tenant: h.claim.Tenant, Conversation: h.claim.Conversation, Person: w.Run.RequestedBy, Unasked: w.Unasked, Background: w.Background, Run: w.Run.ID,
	}
}

// out is the permit of the task: with a yes to an address it goes to exactly that one.
func (h *hand) out() outward.Permit {
	return h.permit(h.grounds(), h.work.Project, func(address string) bool {
		t := h.work.Task
		if h.tool.Effect != assistant.EffectNone || t.ApprovedHash == "" {
			return false
		}
		hash, err := assistant.ConsentHash(h.bound(), h.args, h.leaving(address))
		return err == nil && hash == t.ApprovedHash
	})
}

// leaving previews the request to an address for people: the whole address, as it will be dialled.
func (h *hand) leaving(address string) assistant.Preview {
	return assistant.Preview{
		Title: assistant.Say("Open %s", outward.HostOf(address)), Target: outward.HostOf(address),
		Fields:   []assistant.Field{{Name: "Address", New: address, Whole: true}, assistant.Shown("Used for", assistant.Label(h.tool.Label))},
		Warnings: []assistant.Sentence{assistant.Say("Whoever runs that server reads everything that stands in the address.")},
		State:    hashOf("outward", address),
	}
}

// outside asks people about the address for which a read-only call was blocked. Nothing was sent. If they have already approved
// another address for this very tool, it redirects on to somewhere nobody has looked at, which ends the task.
func (h *hand) outside(ctx context.Context, call assistant.ToolCall, address string, cause error) (Ending, error) {
	if t := h.work.Task; t.ApprovedHash != "" && t.Definition == h.tool.Definition() {
		return h.fail(ctx, &call, cause)
	}
	h.past.over++ // the refused call makes room for the next
	ending, err := h.wait(ctx, assistant.ConsentOutward, h.leaving(address))
	ending.Call = &call
	return ending, err
}

// went notes the hosts that were gone to, for people, and the whole addresses for the timeline.
func (h *hand) went(ctx context.Context, r assistant.Receipt) error {
	hosts := Hosts(r.Result.Reached)
	if len(hosts) == 0 {
		return nil
	}
	return h.journal.Went(ctx, h.work.Task.Owner, assistant.Say("%s looked at %s", h.name(), strings.Join(hosts, ", ")), r.Result.Reached)
}

// Hosts are the hosts of whole addresses, each once, in their order.
func Hosts(addresses []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, a := range addresses {
		if host := outward.HostOf(a); host != "" && !seen[host] {
			seen[host] = true
			out = append(out, host)
		}
	}
	return out
}
