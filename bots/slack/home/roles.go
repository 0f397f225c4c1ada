package home

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Members stores who may decide. A refusal is an [assistant.Trouble] that says why.
type Members interface {
	Profiles(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Profile, error)
	SetRole(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID, role assistant.Role) error
	Grants(ctx context.Context, t assistant.TenantID) ([]assistant.Grant, error)
	SaveGrant(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.Grant) error
	DropGrant(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.Grant) error
}

const (
	blockPerson = "person"
	blockGroup  = "group"
	blockRole   = "role"

	rolesListed = 500 // people who are looked through
	rolesShown  = 12  // of each role: a section has room for 3,000 characters
	groupsShown = 100 // Slack's limit of options

	noteNoRoles   = "Roles cannot be changed here."
	noteWhom      = "Choose a person or a group."
	noteWhomTwice = "Choose a person or a group, not both."
)

// deciders are the people who may decide for others.
type deciders struct {
	admins, approvers []string // their accounts here, or their names where they have none
	grants            []assistant.Grant
}

// deciders reads them for an admin, who alone sees and changes them.
func (h *Home) deciders(ctx context.Context, w *workspace.Workspace, p assistant.Person) (*deciders, error) {
	if h.Members == nil || p.Role != assistant.RoleAdmin {
		return nil, nil // there is nothing to show
	}
	all, err := h.Members.Profiles(ctx, w.Tenant, rolesListed)
	if err != nil {
		return nil, fmt.Errorf("read people: %w", err)
	}
	d := &deciders{}
	if d.grants, err = h.Members.Grants(ctx, w.Tenant); err != nil {
		return nil, fmt.Errorf("read grants: %w", err)
	}
	for _, one := range all {
		switch one.Role { //nolint:exhaustive // members decide for themselves alone
		case assistant.RoleAdmin:
			d.admins = append(d.admins, here(one, w.Who().Team))
		case assistant.RoleApprover:
			d.approvers = append(d.approvers, here(one, w.Who().Team))
		}
	}
	return d, nil
}

// here is a person as a workspace calls them. It is mrkdwn.
func here(p assistant.Profile, team string) string {
	for _, a := range p.Accounts {
		if a.Surface == assistant.SurfaceSlack && a.Space == team && isID(a.External) {
			return "<@" + a.External + ">" // a home pages nobody
		}
	}
	return blocks.Escape(cmp.Or(bots.OneLine(p.Name), "somebody"), 60)
}

// isID tells whether text has the form of one of Slack's ids.
func isID(text string) bool {
	return text != "" && len(text) <= 24 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// draw says who decides, and has the button that changes it.
func (d *deciders) draw(in wording.Words) []slackapi.Block {
	said := func(role string, who []string) string {
		if len(who) == 0 {
			return ""
		}
		more := ""
		if n := len(who) - rolesShown; n > 0 {
			who, more = who[:rolesShown], " "+in.Say("and %d more", n)
		}
		return "*" + role + "*  " + strings.Join(who, ", ") + more
	}
	lines := []string{in.Say("People decide about what they have asked for themselves. About everything decide:"), said(in.Say("Admins"), d.admins), said(in.Say("Approvers"), d.approvers)}
	for i, g := range d.grants {
		if i == rolesShown {
			lines = append(lines, in.Say("and %d more groups", len(d.grants)-i))
			break
		}
		group := blocks.Escape(string(g.Surface)+" "+g.Group, 50)
		if g.Surface == assistant.SurfaceSlack && isID(g.Group) {
			group = "<!subteam^" + g.Group + ">"
		}
		lines = append(lines, in.Say("Everybody in %s: %s", group, blocks.Escape(in.Label(string(g.Role)), 40)))
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	return []slackapi.Block{
		slackapi.NewHeaderBlock(blocks.PlainText(in.Say("Who decides"), blocks.LimitTitle)), blocks.Section(strings.Join(lines, "\n")),
		slackapi.NewActionBlock("", blocks.Button(blocks.ActionRole, blocks.Subject{}.String(), in.Say("Change a role"), "", nil)),
	}
}

// roleForm asks whose role is to be what.
func roleForm(groups []slackapi.UserGroup, in wording.Words) slackapi.ModalViewRequest {
	v := blocks.Modal(assistant.Form{Name: blocks.CallbackRole, Title: assistant.Say("Change a role"), Send: assistant.Say("Save")}, blocks.FormState{}, in)
	person := slackapi.NewInputBlock(blockPerson, blocks.PlainText(in.Say("Person"), 500), nil, slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeUser, nil, blocks.InputID))
	person.Optional = true
	v.Blocks.BlockSet = append(v.Blocks.BlockSet, person)
	var options []*slackapi.OptionBlockObject
	for _, g := range groups {
		if len(options) < groupsShown && isID(g.ID) && g.DateDelete == 0 && !g.IsExternal {
			options = append(options, slackapi.NewOptionBlockObject(g.ID, blocks.PlainText(cmp.Or(bots.OneLine(g.Name), g.Handle, g.ID), blocks.LimitOption), nil))
		}
	}
	if len(options) > 0 {
		group := slackapi.NewInputBlock(blockGroup, blocks.PlainText(in.Say("Or everybody in a user group"), 500), nil,
			slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, nil, blocks.InputID, options...))
		group.Optional = true
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, group)
	}
	var roles []*slackapi.OptionBlockObject
	for _, r := range []struct {
		role assistant.Role
		says string
	}{
		{assistant.RoleMember, in.Say("decides about what they asked for")},
		{assistant.RoleApprover, in.Say("decides about everything")},
		{assistant.RoleAdmin, in.Say("decides about everything, and about sites and roles")},
	} {
		roles = append(roles, slackapi.NewOptionBlockObject(string(r.role), blocks.PlainText(in.Label(string(r.role)), blocks.LimitOption), blocks.PlainText(r.says, blocks.LimitOption)))
	}
	v.Blocks.BlockSet = append(v.Blocks.BlockSet, slackapi.NewInputBlock(blockRole, blocks.PlainText(in.Say("Role"), 500),
		blocks.HintText(in.Say("For a group, member takes away what the group has been given.")), slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, nil, blocks.InputID, roles...)))
	return v
}

// roleView is the form for a click, or what to say instead. Where Slack does not tell the groups, it asks for people alone.
func (h *Home) roleView(ctx context.Context, c workspace.Click) (slackapi.ModalViewRequest, assistant.Sentence) {
	if h.Members == nil {
		return slackapi.ModalViewRequest{}, assistant.Say(noteNoRoles)
	}
	if note := h.onlyAdmins(ctx, c); !note.IsZero() {
		return slackapi.ModalViewRequest{}, note
	}
	ctx, cancel := context.WithTimeout(ctx, people.Wait)
	defer cancel()
	groups, err := c.At.Client.GetUserGroupsContext(ctx)
	if err != nil {
		h.Log.DebugContext(ctx, "slack groups not read", slog.Any("err", c.At.Answered(ctx, "usergroups.list", err)))
	}
	return roleForm(groups, h.words(ctx, c.From)), assistant.Sentence{}
}

// SaveRole takes the form. The law is storage's: it asks again whether an admin does it, and keeps the last one.
func (h *Home) SaveRole(ctx context.Context, c workspace.Click) payload.Answer {
	in := h.words(ctx, c.From)
	if h.Members == nil {
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(in.Say(noteNoRoles), in)), bots.AckRefused)
	}
	wrong := func(block string, note assistant.Sentence, outcome bots.Ack) payload.Answer {
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{block: in.Tell(note)}), outcome)
	}
	user, group := c.Fields.User(blockPerson), c.Fields.Chosen(blockGroup)
	role := assistant.Role(c.Fields.Chosen(blockRole))
	switch {
	case user == "" && group == "":
		return wrong(blockPerson, assistant.Say(noteWhom), bots.AckRefused)
	case user != "" && group != "":
		return wrong(blockPerson, assistant.Say(noteWhomTwice), bots.AckRefused)
	case !role.Valid() || user != "" && !isID(user) || group != "" && !isID(group):
		return payload.Answer{Outcome: bots.AckIgnored}
	}
	err := h.writeRole(ctx, c, user, group, role)
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok {
		return wrong(blockRole, refused.Problem.Whole(), bots.AckRefused)
	}
	if err != nil {
		h.Log.ErrorContext(ctx, "slack role not stored", slog.Any("err", err))
		return wrong(blockRole, assistant.Say(view.NoteAgain), bots.AckUnavailable)
	}
	h.Log.InfoContext(ctx, "slack role changed", slog.String("tenant", string(c.At.Tenant)), slog.String("role", string(role)))
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { h.Show(ctx, c.At, c.From) }}
}

func (h *Home) writeRole(ctx context.Context, c workspace.Click, user, group string, role assistant.Role) error {
	by, err := h.Work.PersonFor(ctx, c.At.Tenant, h.People.Whole(ctx, c.From))
	if err != nil {
		return fmt.Errorf("find person: %w", err)
	}
	if by.Role != assistant.RoleAdmin { // storage asks again; it does not see through which account
		return assistant.ErrNotAdmin
	}
	g := assistant.Grant{Surface: assistant.SurfaceSlack, Space: c.From.Space, Group: group, Role: role}
	switch {
	case user != "":
		whose := assistant.Identity{Surface: assistant.SurfaceSlack, Space: c.From.Space, External: user}
		p, err := h.Work.PersonFor(ctx, c.At.Tenant, h.People.Whole(ctx, whose))
		if err != nil {
			return fmt.Errorf("find person: %w", err)
		}
		return h.Members.SetRole(ctx, c.At.Tenant, by.ID, p.ID, role)
	case role == assistant.RoleMember:
		return h.Members.DropGrant(ctx, c.At.Tenant, by.ID, g)
	default:
		return h.Members.SaveGrant(ctx, c.At.Tenant, by.ID, g)
	}
}
