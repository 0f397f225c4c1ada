package tasks

import (
	"cmp"
	"context"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
)

// Told are the arguments that say where results are told.
type Told struct {
	Report string `json:"report,omitempty" jsonschema:"another channel in which its results are told, with # before its name; left out where they are told in this conversation"`
	There  string `json:"there,omitempty" jsonschema:"leave it out"`
}

// foundIn is a channel that was found, as an argument holds it.
func foundIn(c assistant.Channel) string {
	return strings.Join([]string{string(c.Surface), c.Space, c.ID}, "/")
}

// channel returns the channel for results, or the zero value if it is no other than the conversation's.
func (a Told) channel() assistant.Channel {
	found := strings.Split(a.There, "/")
	if a.Report == "" || len(found) != foundParts {
		return assistant.Channel{}
	}
	return assistant.Channel{Surface: assistant.Surface(found[0]), Space: found[1], ID: found[2], Name: strings.TrimPrefix(a.Report, "#")}
}

// fixTold finds the named channel, which both the asker and the bot must be in, and removes the naming words from the work.
func (p pack) fixTold(ctx context.Context, c tools.Call, prompt *string, a Told) (Told, error) {
	rest, said := background.SplitTold(*prompt)
	name := strings.TrimPrefix(strings.TrimSpace(a.Report), "#")
	if name == "" && said == "" {
		return Told{}, nil
	}
	if said != "" {
		*prompt = rest
	}
	found, err := p.tellable(ctx, c.Tenant, c.Asker.ID, cmp.Or(name, said))
	if err != nil {
		return Told{}, err
	}
	return Told{found.Called(), foundIn(found)}, nil
}

// tellable returns a channel in which a person may have results told: they and the bot are in it, and results are posted in the
// channel itself.
func (p pack) tellable(ctx context.Context, t assistant.TenantID, who assistant.PersonID, name string) (assistant.Channel, error) {
	found, err := hooks.FindIn(ctx, p.channels, t, who, name)
	if err == nil && found.Surface != assistant.SurfaceSlack {
		err = assistant.BadInput(assistant.Say("In channels of Discord I tell results only where I was asked."), assistant.Say("Ask me for it in that channel, or leave the channel out."))
	}
	return found, err
}

// stillTold looks again whether somebody may let results be told where it was shown, before it is done.
func (p pack) stillTold(ctx context.Context, c tools.Call, who assistant.PersonID, a Told) (assistant.Channel, error) {
	in := a.channel()
	if in.ID == "" {
		return in, nil
	}
	if found, err := p.tellable(ctx, c.Tenant, who, in.ID); err != nil || foundIn(found) != a.There {
		return in, cmp.Or(err, assistant.ErrChannelUnknown)
	}
	return in, nil
}

// tellIn returns the channel in which the person who asked for the run wants results told.
func (p pack) tellIn(ctx context.Context, c tools.Call, a Told) (assistant.Channel, error) {
	if a.There == "" {
		return assistant.Channel{}, nil
	}
	who, err := p.asks(c)
	if err != nil {
		return assistant.Channel{}, err
	}
	return p.stillTold(ctx, c, who.ID, a)
}
