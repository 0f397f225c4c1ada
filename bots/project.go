package bots

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gosimple/slug"

	"github.com/aisteam/aisteam/assistant"
)

// Projects keeps the projects' settings, which admins change: it asks who it is. A credential is only ever written, or asked whether it is there.
type Projects interface {
	Projects(ctx context.Context, t assistant.TenantID) ([]assistant.Project, error)
	Project(ctx context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.Project, error)
	SaveProject(ctx context.Context, by assistant.Actor, p assistant.Project) error
	Credential(ctx context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.Credential, error)
	SaveCredential(ctx context.Context, t assistant.TenantID, by assistant.Actor, id assistant.ProjectID, c assistant.Credential) error
}

// The bounds of a project's settings.
const (
	maxProjects = 100 // of a tenant
	maxSetting  = 200 // characters
	maxAddress  = 500
)

// Setting names one of a project's settings.
type Setting string

// The settings that people write.
const (
	SettingName     Setting = "name"
	SettingDomain   Setting = "domain"
	SettingLanguage Setting = "language"
	SettingPlatform Setting = "platform"
	SettingAddress  Setting = "address"
	SettingUser     Setting = "user"
	SettingPassword Setting = "password"
	SettingAllowed  Setting = "task type"
)

// SettingError says which setting cannot be as it was given, and why, for whoever gave it.
type SettingError struct {
	Setting Setting
	Message string
}

// Error implements error.
func (e *SettingError) Error() string { return e.Message }

// ProjectChange is what a person changes of a project; what is nil stays.
type ProjectChange struct {
	Name, Domain, Language *string
	CMS                    *assistant.CMS
	Allowed                *[]string
	SiteURL                *string
	User, Password         *string
}

// ChangeProject checks the change whole before it writes any of it. A new address without a new password forgets the
// password: it was given for the old address alone. The error is a [*SettingError] where the change cannot be made.
func ChangeProject(ctx context.Context, in Projects, by assistant.Actor, p assistant.Project, change ProjectChange) (assistant.Project, error) {
	old := p
	if err := change.apply(&p); err != nil {
		return old, err
	}
	if p.Name != old.Name {
		if err := freeName(ctx, in, p); err != nil {
			return old, err
		}
	}
	before, err := CredentialOf(ctx, in, p)
	if err != nil {
		return old, err
	}
	after, err := change.credential(before, p.SiteURL != old.SiteURL)
	if err != nil {
		return old, err
	}
	if err := in.SaveProject(ctx, by, p); err != nil {
		return old, err //nolint:wrapcheck // it says what was being done
	}
	if after != before {
		if err := in.SaveCredential(ctx, p.Tenant, by, p.ID, after); err != nil {
			return p, err //nolint:wrapcheck // it says what was being done
		}
	}
	return p, nil
}

// AddProject makes a project of the change. Adding one of the same id again changes nothing.
func AddProject(ctx context.Context, in Projects, by assistant.Actor, t assistant.TenantID, id assistant.ProjectID, change ProjectChange) (assistant.Project, error) {
	all, err := in.Projects(ctx, t)
	if err != nil {
		return assistant.Project{}, err //nolint:wrapcheck // it says what was being done
	}
	if i := slices.IndexFunc(all, func(p assistant.Project) bool { return p.ID == id }); i >= 0 {
		return all[i], nil
	}
	if len(all) >= maxProjects {
		return assistant.Project{}, &SettingError{SettingName, fmt.Sprintf("There are %d projects already, which is as many as there may be.", maxProjects)}
	}
	p := assistant.Project{ID: id, Tenant: t, CMS: assistant.CMSWordPress}
	if err := change.apply(&p); err != nil {
		return p, err
	}
	if err := freeName(ctx, in, p); err != nil {
		return p, err
	}
	p.Slug = freeSlug(p.Name, all)
	return ChangeProject(ctx, in, by, p, change)
}

// freeName refuses a name that another project has: people and models tell projects apart by it.
func freeName(ctx context.Context, in Projects, p assistant.Project) error {
	all, err := in.Projects(ctx, p.Tenant)
	if err != nil {
		return err //nolint:wrapcheck // it says what was being done
	}
	for _, other := range all {
		if other.ID != p.ID && strings.EqualFold(other.Name, p.Name) {
			return &SettingError{SettingName, fmt.Sprintf("There is a project called %s already. Give this one another name.", other.Name)}
		}
	}
	return nil
}

// freeSlug is a name as a part of addresses that no other project has.
func freeSlug(name string, taken []assistant.Project) string {
	base := slug.Make(name)
	if len(base) > 60 {
		base = strings.Trim(base[:60], "-")
	}
	if base == "" {
		base = "project"
	}
	free := base
	for n := 2; slices.ContainsFunc(taken, func(p assistant.Project) bool { return p.Slug == free }); n++ {
		free = fmt.Sprintf("%s-%d", base, n)
	}
	return free
}

// CredentialOf is empty where none is kept.
func CredentialOf(ctx context.Context, in Projects, p assistant.Project) (assistant.Credential, error) {
	c, err := in.Credential(ctx, p.Tenant, p.ID)
	if errors.Is(err, assistant.ErrNotFound) {
		return assistant.Credential{}, nil
	}
	return c, err //nolint:wrapcheck // it says what was being done
}

func (c ProjectChange) apply(p *assistant.Project) error {
	for _, f := range []struct {
		given *string
		into  *string
		name  Setting
	}{{c.Name, &p.Name, SettingName}, {c.Domain, &p.Domain, SettingDomain}, {c.Language, &p.Language, SettingLanguage}} {
		if err := setting(f.given, f.into, f.name, maxSetting); err != nil {
			return err
		}
	}
	if p.Name == "" {
		return &SettingError{SettingName, "A project needs a name."}
	}
	if c.Domain != nil && p.Domain != "" && !isHost(p.Domain) {
		return &SettingError{SettingDomain, "The domain must be like example.com, without https:// and without a path."}
	}
	if c.CMS != nil {
		if p.CMS = *c.CMS; p.CMS != assistant.CMSFolder && p.CMS != assistant.CMSWordPress {
			return &SettingError{SettingPlatform, `The platform must be "folder" or "wordpress".`}
		}
	}
	if c.Allowed != nil {
		p.Allowed = nil
		for _, given := range *c.Allowed {
			var name string
			if err := setting(&given, &name, SettingAllowed, 100); err != nil {
				return err
			}
			p.Allowed = append(p.Allowed, assistant.TaskType(name))
		}
	}
	if c.SiteURL != nil {
		address, err := siteAddress(*c.SiteURL)
		if err != nil {
			return err
		}
		p.SiteURL = address
	}
	if p.CMS == assistant.CMSWordPress && p.SiteURL == "" {
		return &SettingError{SettingAddress, "A WordPress site needs its address."}
	}
	return nil
}

func (c ProjectChange) credential(old assistant.Credential, moved bool) (assistant.Credential, error) {
	out := old
	if moved {
		out.Password = ""
	}
	if err := setting(c.User, &out.User, SettingUser, maxSetting); err != nil {
		return old, err
	}
	if err := setting(c.Password, &out.Password, SettingPassword, maxSetting); err != nil {
		return old, err
	}
	return out, nil
}

// setting bounds what a person wrote and drops what no database takes.
func setting(given, into *string, name Setting, most int) error {
	if given == nil {
		return nil
	}
	text := strings.TrimSpace(strings.ReplaceAll(*given, "\x00", ""))
	switch {
	case !utf8.ValidString(text):
		return &SettingError{name, fmt.Sprintf("The %s is not UTF-8 text.", name)}
	case utf8.RuneCountInString(text) > most:
		return &SettingError{name, fmt.Sprintf("The %s is longer than %d characters.", name, most)}
	}
	*into = text
	return nil
}

// siteAddress checks a site's base address. A name or a password within it would end up in logs.
func siteAddress(given string) (string, error) {
	var text string
	if err := setting(&given, &text, SettingAddress, maxAddress); err != nil || text == "" {
		return "", err
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", &SettingError{SettingAddress, "The site's address must be like https://example.com."}
	}
	if linkLocal(u.Hostname()) {
		return "", &SettingError{SettingAddress, "The site's address is one that machines use among themselves, never a site's. Write the one that visitors use, such as https://example.com."}
	}
	if u.Scheme == "http" && !nearby(u.Hostname()) {
		return "", &SettingError{SettingAddress, "The site's address must begin with https://, or its password would cross the internet for everybody on the way to read. http:// is for sites on your own network."}
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", &SettingError{SettingAddress, "The site's address must be without user, question mark or hash."}
	}
	return strings.TrimRight(u.String(), "/"), nil
}

var hostForm = regexp.MustCompile(`^(?:[\pL\pN](?:[\pL\pN-]{0,61}[\pL\pN])?\.)*[\pL\pN](?:[\pL\pN-]{0,61}[\pL\pN])?(?::\d{1,5})?$`)

// isHost tells whether a text may name where a site is: a name or an address, with a port where it has one.
func isHost(text string) bool {
	name := text
	if host, _, err := net.SplitHostPort(text); err == nil {
		name = host
	}
	return !linkLocal(name) && (hostForm.MatchString(text) || net.ParseIP(strings.Trim(name, "[]")) != nil)
}

// linkLocal tells of addresses at which no site is, but what hosts tell their own machines alone.
func linkLocal(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && (ip.IsLinkLocalUnicast() || ip.IsLinkLocalMulticast())
}
