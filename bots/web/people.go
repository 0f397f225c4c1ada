package web

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Members keeps who is who in the tenant. What is refused says why in an [assistant.Trouble].
type Members interface {
	Profiles(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Profile, error)
	SetRole(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID, role assistant.Role) error
	Unlink(ctx context.Context, t assistant.TenantID, by assistant.PersonID, account assistant.Identity) error
	LinkCodes
}

// LinkCodes makes two accounts one person's by a code.
type LinkCodes interface {
	MakeLinkCode(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.LinkCode, error)
	LinkCodeMaker(ctx context.Context, t assistant.TenantID, as assistant.PersonID, code string) (assistant.Person, error)
	RedeemLinkCode(ctx context.Context, t assistant.TenantID, as assistant.PersonID, code string) (assistant.Person, error)
}

// Grants keeps the roles that platforms' groups have. Only an admin changes them.
type Grants interface {
	Grants(ctx context.Context, t assistant.TenantID) ([]assistant.Grant, error)
	SaveGrant(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.Grant) error
	DropGrant(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.Grant) error
}

const peopleListed = 500

// peopleView is the page of people: for an admin all of them, for others themselves.
type peopleView struct {
	view

	Me      assistant.Person
	Admin   bool
	People  []assistant.Profile
	More    bool // there are more than are listed
	Grants  []assistant.Grant
	Roles   []assistant.Role
	Code    string
	Until   time.Time
	Whose   string // what comes of entering the code, before it is entered
	Done    string // what has just been done
	Refused assistant.Problem
}

// ByToken tells whether the panel's token signs in as that person.
func (v peopleView) ByToken(p assistant.PersonID) bool { return p == v.Me.ID }

// peopleRoutes are the page's own.
func (s *Surface) peopleRoutes() map[string]endpoint {
	if s.Members == nil || s.Grants == nil {
		return nil
	}
	return map[string]endpoint{
		"GET /people":                s.listPeople,
		"POST /people/code":          s.makeCode,
		"POST /people/link":          s.enterCode,
		"POST /people/unlink":        s.unlink,
		"POST /people/{id}/role":     s.changeRole,
		"POST /people/grants":        s.addGrant,
		"POST /people/grants/remove": s.removeGrant,
	}
}

// me is who is signed in, as they are known now.
func (s *Surface) me(ctx context.Context) (assistant.Person, error) {
	p, err := s.People.Person(ctx, s.Tenant.ID, s.Owner.ID)
	return p, found(err, "person")
}

// actor is who changes settings: whom the token signs in.
func (s *Surface) actor() assistant.Actor { return assistant.Actor{Person: s.Owner.ID} }

// admin is who is signed in, where that is an admin; storage asks again when something is written.
func (s *Surface) admin(ctx context.Context) (assistant.Person, error) {
	p, err := s.me(ctx)
	if err == nil && p.Role != assistant.RoleAdmin {
		err = assistant.ErrNotAdmin
	}
	return p, err
}

func (s *Surface) listPeople(w http.ResponseWriter, r *http.Request) error {
	done := map[string]string{
		"linked": "Your accounts are linked.", "unlinked": "The account is no longer linked.", "role": "The role is changed.",
		"grant": "The group's role is kept.", "dropped": "The group gives no role any more.",
	}[r.URL.Query().Get("done")]
	return s.showPeople(w, r, http.StatusOK, peopleView{Done: done})
}

// showPeople draws the page with whatever v says already.
func (s *Surface) showPeople(w http.ResponseWriter, r *http.Request, status int, v peopleView) error {
	var err error
	v.view = s.bare("People")
	v.SignedIn = true
	if v.Me, err = s.me(r.Context()); err != nil {
		return err
	}
	v.Admin, v.Roles = v.Me.Role == assistant.RoleAdmin, []assistant.Role{assistant.RoleMember, assistant.RoleApprover, assistant.RoleAdmin}
	all, err := s.Members.Profiles(r.Context(), s.Tenant.ID, peopleListed+1)
	if err != nil {
		return err
	}
	for _, p := range all {
		if (v.Admin || p.ID == v.Me.ID) && len(v.People) < peopleListed {
			v.People = append(v.People, p)
		}
	}
	if v.Admin {
		v.More = len(all) > peopleListed
		if v.Grants, err = s.Grants.Grants(r.Context(), s.Tenant.ID); err != nil {
			return err
		}
	}
	if !v.Until.IsZero() {
		v.Until = v.Until.In(s.zone(r.Context()))
	}
	s.pages.render(w, status, "people", v)
	return nil
}

// peopleDone answers a form of the page: with the page, or with the page and why not.
func (s *Surface) peopleDone(w http.ResponseWriter, r *http.Request, done string, err error) error {
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
	return s.showPeople(w, r, status, peopleView{Refused: refused.Problem})
}

// makeCode shows a code. It is in the page alone and in no address.
func (s *Surface) makeCode(w http.ResponseWriter, r *http.Request) error {
	code, err := s.Members.MakeLinkCode(r.Context(), s.Tenant.ID, s.Owner.ID)
	if err != nil {
		return err
	}
	return s.showPeople(w, r, http.StatusOK, peopleView{Code: code.String(), Until: code.Until})
}

func (s *Surface) enterCode(w http.ResponseWriter, r *http.Request) error {
	if err := form(r); err != nil {
		return err
	}
	code := r.PostFormValue("code")
	if r.PostFormValue("sure") == "" {
		whose, err := s.Members.LinkCodeMaker(r.Context(), s.Tenant.ID, s.Owner.ID, code)
		if err != nil {
			return s.peopleDone(w, r, "", err)
		}
		return s.showPeople(w, r, http.StatusOK, peopleView{Whose: bots.LinkWarning(whose), Code: code})
	}
	_, err := s.Members.RedeemLinkCode(r.Context(), s.Tenant.ID, s.Owner.ID, code)
	return s.peopleDone(w, r, "linked", err)
}

func (s *Surface) unlink(w http.ResponseWriter, r *http.Request) error {
	if err := form(r); err != nil {
		return err
	}
	account := assistant.Identity{
		Surface: assistant.Surface(r.PostFormValue("surface")), Space: r.PostFormValue("space"), External: r.PostFormValue("account"),
	}
	return s.peopleDone(w, r, "unlinked", found(s.Members.Unlink(r.Context(), s.Tenant.ID, s.Owner.ID, account), "linked account"))
}

// changeRole gives a person a role. Whom the token signs in stays an admin: otherwise nobody could come back.
func (s *Surface) changeRole(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.PersonID](r, "person")
	if err != nil {
		return err
	}
	if err := form(r); err != nil {
		return err
	}
	role := assistant.Role(r.PostFormValue("role"))
	if !role.Valid() {
		return malformed("That is not a role I know.")
	}
	me, err := s.admin(r.Context())
	if err == nil && id == me.ID && role != assistant.RoleAdmin {
		return malformed("The panel's token signs in as this person, so they stay an admin.")
	}
	if err == nil {
		err = found(s.Members.SetRole(r.Context(), s.Tenant.ID, me.ID, id, role), "person")
	}
	return s.peopleDone(w, r, "role", err)
}

func (s *Surface) addGrant(w http.ResponseWriter, r *http.Request) error {
	if err := form(r); err != nil {
		return err
	}
	g, err := grantOf(r)
	if err != nil {
		return err
	}
	me, err := s.admin(r.Context())
	if err == nil {
		err = s.Grants.SaveGrant(r.Context(), s.Tenant.ID, me.ID, g)
	}
	return s.peopleDone(w, r, "grant", err)
}

func (s *Surface) removeGrant(w http.ResponseWriter, r *http.Request) error {
	if err := form(r); err != nil {
		return err
	}
	g := assistant.Grant{
		Surface: assistant.Surface(r.PostFormValue("surface")), Space: r.PostFormValue("space"), Group: r.PostFormValue("group"),
	}
	me, err := s.admin(r.Context())
	if err == nil {
		err = s.Grants.DropGrant(r.Context(), s.Tenant.ID, me.ID, g)
	}
	return s.peopleDone(w, r, "dropped", err)
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
		return g, malformed("Groups are of Slack or of Discord.")
	}
	id := regexp.MustCompile(group).FindStringSubmatch(g.Group)
	if id == nil {
		return g, malformed("That is not the id of a Slack user group (S…) or of a Discord role (a long number).")
	}
	g.Group = id[1]
	if g.Space != "" && !regexp.MustCompile(space).MatchString(g.Space) {
		return g, malformed("That is not the id of a Slack workspace (T…) or of a Discord server (a long number). It may stay empty.")
	}
	if g.Role != assistant.RoleApprover && g.Role != assistant.RoleAdmin {
		return g, malformed("A group can make people approvers or admins.")
	}
	return g, nil
}
