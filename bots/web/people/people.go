package people

import (
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/login"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

const peopleListed = 500

// peopleView is the page of people: for an admin all of them, for others themselves.
type peopleView struct {
	pages.View

	Me      assistant.Person
	People  []assistant.Profile
	More    bool // there are more than are listed
	Grants  []assistant.Grant
	Roles   []assistant.Role
	Code    string
	Until   time.Time
	Whose   string // what comes of entering the code, before it is entered
	Done    string // what has just been done
	Refused assistant.Problem

	Invites bool   // people can be invited
	Key     string // of the forms that make links, so that sending one twice makes one link
	Open    []assistant.Invitation
	Invited assistant.Invitation // that has just been made
	Link    string               // of it, shown this once
	Wanted  assistant.Invitation // an invitation that was filled in and refused
	Leaves  assistant.Leaving    // whom an admin is about to remove, and what ends by it
	token   assistant.PersonID   // as whom the panel's token signs in
}

// ByToken tells whether the panel's token signs in as that person.
func (v peopleView) ByToken(p assistant.PersonID) bool { return p == v.token }

// Page is the page of people.
type Page struct {
	Members     Members // nil, as Grants: there is no page
	Grants      Grants
	Invitations Invitations // nil: nobody is invited
	ByToken     assistant.PersonID
	Door        *login.Door
	Owner       *owner.Owner
	Pages       *pages.Pages
	IDs         *assistant.IDs
	Log         *slog.Logger
}

// Routes are the page's own.
func (p *Page) Routes() map[string]request.Endpoint {
	if p.Members == nil || p.Grants == nil {
		return nil
	}
	all := map[string]request.Endpoint{
		"GET /people":                p.listPeople,
		"POST /people/code":          p.makeCode,
		"POST /people/link":          p.enterCode,
		"POST /people/unlink":        p.unlink,
		"POST /people/{id}/role":     p.changeRole,
		"POST /people/{id}/remove":   p.remove,
		"POST /people/{id}/tasks":    p.handOver,
		"POST /people/grants":        p.addGrant,
		"POST /people/grants/remove": p.removeGrant,
	}
	if p.Invitations != nil {
		all["POST /people/invitations"], all["POST /people/invitations/{id}/end"] = p.invite, p.uninvite
		all["POST /people/{id}/login"] = p.renew
	}
	return all
}

func (p *Page) listPeople(w http.ResponseWriter, r *http.Request) error {
	done := map[string]string{
		"linked": "Your accounts are linked.", "unlinked": "The account is no longer linked.", "role": "The role is changed.",
		"grant": "The group's role is kept.", "dropped": "The group gives no role any more.",
		"removed": "The person is removed: nothing of theirs goes on, and they may do nothing any more.", "handed": "The automations are handed over. They stay paused until their new owner lets them go on.",
		"removed-handed": "The person is removed. Their automations are handed over, and stay paused until their new owner lets them go on.",
		"removed-ended":  "The person is removed, and their automations are ended.",
		"ended":          "The automations are ended.",
		"uninvited":      "The invitation is taken back; its link opens nothing any more.",
	}[r.URL.Query().Get("done")]
	return p.showPeople(w, r, http.StatusOK, peopleView{Done: done})
}

// showPeople draws the page with whatever v says already.
func (p *Page) showPeople(w http.ResponseWriter, r *http.Request, status int, v peopleView) error {
	var err error
	v.View = p.Pages.View(r.Context(), "People")
	v.Tour = p.Pages.Tour(r)
	if v.Me, err = p.Owner.Me(r.Context()); err != nil {
		return err
	}
	byToken, err := p.Owner.Known(r.Context(), p.ByToken)
	if err != nil {
		return err
	}
	v.token = byToken.ID
	v.Admin, v.Roles = v.Me.Role == assistant.RoleAdmin, []assistant.Role{assistant.RoleMember, assistant.RoleApprover, assistant.RoleAdmin}
	all, err := p.Members.Profiles(r.Context(), p.Owner.Tenant.ID, peopleListed+1)
	if err != nil {
		return err
	}
	for _, one := range all {
		if (v.Admin || one.ID == v.Me.ID) && len(v.People) < peopleListed {
			v.People = append(v.People, one)
		}
	}
	if v.Admin {
		v.More = len(all) > peopleListed
		if v.Grants, err = p.Grants.Grants(r.Context(), p.Owner.Tenant.ID); err != nil {
			return err
		}
		if err := p.showInvitations(r, &v); err != nil {
			return err
		}
	}
	if !v.Until.IsZero() {
		v.Until = v.Until.In(p.Owner.Zone(r.Context()))
	}
	p.Pages.Render(w, status, "people", v)
	return nil
}

// peopleDone answers a form of the page: with the page, or with the page and why not.
func (p *Page) peopleDone(w http.ResponseWriter, r *http.Request, done string, err error) error {
	if err == nil {
		http.Redirect(w, r, "/people?done="+done, http.StatusSeeOther)
		return nil
	}
	refused, ok := errors.AsType[*assistant.Trouble](err)
	if !ok {
		return err
	}
	status := http.StatusConflict
	if errors.Is(err, assistant.ErrNotAdmin) {
		status = http.StatusForbidden
	}
	return p.showPeople(w, r, status, peopleView{Refused: refused.Problem})
}

// makeCode shows a code. It is in the page alone and in no address.
func (p *Page) makeCode(w http.ResponseWriter, r *http.Request) error {
	code, err := p.Members.MakeLinkCode(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID)
	if err != nil {
		return err
	}
	return p.showPeople(w, r, http.StatusOK, peopleView{Code: code.String(), Until: code.Until})
}

func (p *Page) enterCode(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	code := r.PostFormValue("code")
	if r.PostFormValue("sure") == "" {
		whose, err := p.Members.LinkCodeMaker(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, code)
		if err != nil {
			return p.peopleDone(w, r, "", err)
		}
		return p.showPeople(w, r, http.StatusOK, peopleView{Whose: p.Pages.Words().Tell(bots.LinkWarning(whose)), Code: code})
	}
	_, err := p.Members.RedeemLinkCode(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, code)
	return p.peopleDone(w, r, "linked", err)
}

func (p *Page) unlink(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	account := assistant.Identity{
		Surface: assistant.Surface(r.PostFormValue("surface")), Space: r.PostFormValue("space"), External: r.PostFormValue("account"),
	}
	return p.peopleDone(w, r, "unlinked", request.Found(p.Members.Unlink(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, account), "linked account"))
}

// changeRole gives a person a role. Whom the token signs in stays an admin: otherwise nobody could come back.
func (p *Page) changeRole(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PersonID](r, "person")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	role := assistant.Role(r.PostFormValue("role"))
	if !role.Valid() {
		return request.Malformed(assistant.Say("That is not a role I know."))
	}
	me, err := p.Owner.Admin(r.Context())
	var byToken assistant.Person
	if err == nil {
		byToken, err = p.Owner.Known(r.Context(), p.ByToken)
	}
	if err == nil && id == byToken.ID && role != assistant.RoleAdmin {
		return request.Malformed(assistant.Say("The panel's token signs in as this person, so they stay an admin."))
	}
	if err == nil {
		err = request.Found(p.Members.SetRole(r.Context(), p.Owner.Tenant.ID, me.ID, id, role), "person")
	}
	return p.peopleDone(w, r, "role", err)
}

func (p *Page) addGrant(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	g, err := grantOf(r)
	if err != nil {
		return err
	}
	me, err := p.Owner.Admin(r.Context())
	if err == nil {
		err = p.Grants.SaveGrant(r.Context(), p.Owner.Tenant.ID, me.ID, g)
	}
	return p.peopleDone(w, r, "grant", err)
}

func (p *Page) removeGrant(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	g := assistant.Grant{
		Surface: assistant.Surface(r.PostFormValue("surface")), Space: r.PostFormValue("space"), Group: r.PostFormValue("group"),
	}
	me, err := p.Owner.Admin(r.Context())
	if err == nil {
		err = p.Grants.DropGrant(r.Context(), p.Owner.Tenant.ID, me.ID, g)
	}
	return p.peopleDone(w, r, "dropped", err)
}

// grantOf reads a group's role. A group may be pasted as the platform's mention of it.
func grantOf(r *http.Request) (assistant.Grant, error) {
	g := assistant.Grant{
		Surface: assistant.Surface(r.PostFormValue("surface")), Space: strings.TrimSpace(r.PostFormValue("space")),
		Group: strings.TrimSpace(r.PostFormValue("group")), Role: assistant.Role(r.PostFormValue("role")),
	}
	group, space := `^(?:<!subteam\^)?(S[A-Z0-9]{2,20})(?:\|[^>]*)?>?$`, `^[TE][A-Z0-9]{1,20}$`
	switch g.Surface {
	case assistant.SurfaceSlack:
	case assistant.SurfaceDiscord:
		group, space = `^(?:<@&)?([0-9]{5,20})>?$`, `^[0-9]{5,20}$`
	default:
		return g, request.Malformed(assistant.Say("Groups are of Slack or of Discord."))
	}
	id := regexp.MustCompile(group).FindStringSubmatch(g.Group)
	if id == nil {
		return g, request.Malformed(assistant.Say("That is not the id of a Slack user group (S…) or of a Discord role (a long number)."))
	}
	g.Group = id[1]
	if g.Space != "" && !regexp.MustCompile(space).MatchString(g.Space) {
		return g, request.Malformed(assistant.Say("That is not the id of a Slack workspace (T…) or of a Discord server (a long number). It may stay empty."))
	}
	if g.Role != assistant.RoleApprover && g.Role != assistant.RoleAdmin {
		return g, request.Malformed(assistant.Say("A group can make people approvers or admins."))
	}
	return g, nil
}
