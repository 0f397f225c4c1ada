package main

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/setup"
	"github.com/aisteam/aisteam/bots/web/address"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// openAddress lets everybody who needs to know where people reach the panel ask for it: where the environment or an admin sets nothing, it is where
// it listens.
func (s *server) openAddress(listening string) {
	s.address = setup.New(assistant.SetupAddress, func(set assistant.PartSettings) (*assistant.Address, error) {
		at := address.Of(set)
		return &at, nil
	}, func(ctx context.Context, _ *assistant.Address) error {
		<-ctx.Done() // nothing runs by it
		return nil
	})
	s.public = func() assistant.Address {
		if at := s.address.Now(); at != nil {
			return *at
		}
		return assistant.Address{}
	}
	s.reached = func() assistant.Address {
		at := s.public.Now()
		if at.URL == "" {
			at.URL = listening
		}
		return at
	}
}

// addressSetup lets an admin set the panel's address. Its test request may go anywhere the admin says, even into the internal
// network, but not to link-local addresses, where clouds hand secrets to machines.
func (s *server) addressSetup() address.Setup {
	return address.Setup{
		Proof: s.proof, Client: s.asks(address.Within, dial.RefuseLinkLocal), Public: s.public, Holders: s.db, Tenant: s.tenant.ID, IDs: s.ids,
	}
}

// address is the setup of where people reach the panel.
func (s setups) address(ctx context.Context, t assistant.TenantID) (assistant.Setup, error) {
	chosen, err := s.parts.Part(ctx, t, assistant.SetupAddress)
	if err != nil {
		return assistant.Setup{}, err
	}
	at := s.reached.Now()
	out := assistant.Setup{Key: assistant.SetupAddress, Title: assistant.Say("Where people reach this panel"), On: chosen.On, Tried: chosen.Locked}
	if !chosen.On {
		out.State = assistant.Say("No public address is set: links that AISTEAM sends lead to %s, which may open only on this machine.", at.URL)
		return out, nil
	}
	out.State = assistant.Say("Links that AISTEAM sends lead to %s.", at.URL)
	if chosen.Locked {
		out.State = out.State.Then(given("AISTEAM_PUBLIC_URL"))
	}
	n, err := s.holders.PasskeyHolders(ctx, t)
	if n > 0 {
		out.State = out.State.Then(address.Passkeys(n, at))
	}
	return out, err
}

// house is where our own server shows pages.
func (s *server) house() []string { return []string{s.reached.Now().URL + "/sites/"} }
