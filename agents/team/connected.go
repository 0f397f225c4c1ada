package team

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Tools are tools that are defined while the product runs, of all tenants: those that connections lead to.
type Tools interface {
	// ToolsStamp is another one where they stand otherwise.
	ToolsStamp(ctx context.Context) (string, error)
	Tools(ctx context.Context) ([]Connected, error)
}

// Connected are the tools of one connection, for a tenant or, where that is "", for all. The pack says of what kind the connection is.
type Connected struct {
	Tenant assistant.TenantID
	Pack   tools.Pack
}

// sound are packs that a team has, and further ones without the tools that no team takes.
func sound(said *slog.Logger, t assistant.TenantID, have, more []tools.Pack) []tools.Pack {
	out, taken := slices.Clone(have), map[string]bool{}
	for _, one := range tools.All(have) {
		taken[one.Name] = true
	}
	for _, p := range more {
		kept := make([]tools.Tool, 0, len(p.Tools))
		for _, one := range p.Sourced() {
			err := whole(one)
			if taken[one.Name] {
				err = errors.Join(err, errors.New("there is one of that name before it"))
			}
			if err != nil {
				said.Error("a tool is not taken", slog.String("tenant", string(t)), slog.String("pack", p.Name), slog.String("tool", fmt.Sprintf("%.80s", one.Raw)), slog.Any("err", err))
				continue
			}
			taken[one.Name] = true
			kept = append(kept, one)
		}
		p.Tools = kept
		out = append(out, p)
	}
	return out
}

// whole tells what is wrong with a tool by itself. A schema that whoever reads it does not survive is no schema.
func whole(t tools.Tool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("its schema cannot be read: %v", p)
		}
	}()
	return t.Whole()
}
