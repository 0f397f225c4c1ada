package settings

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// serversForm is which Discord servers act in the tenant.
type serversForm struct {
	Bound   []string
	Refused assistant.Problem
}

// boundServers returns the form, or nil if the viewer may not change it.
func (s *Page) boundServers(ctx context.Context) (*serversForm, error) {
	if s.Spaces == nil {
		return nil, nil // there is no form then, which is no error
	}
	if _, err := s.Owner.Admin(ctx); errors.Is(err, assistant.ErrNotAdmin) {
		return nil, nil // as above
	} else if err != nil {
		return nil, err
	}
	bound, err := s.Spaces.Spaces(ctx, s.Owner.Tenant.ID, assistant.SurfaceDiscord)
	return &serversForm{Bound: bound}, err
}

// bindServer takes the form: it binds a server, or takes one away.
func (s *Page) bindServer(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	if s.Spaces == nil {
		return request.Unknown("page")
	}
	server := strings.TrimSpace(r.PostFormValue("server"))
	var err error
	switch {
	case !regexp.MustCompile(`^[0-9]{5,20}$`).MatchString(server):
		err = &assistant.Trouble{Problem: assistant.Problem{
			Side: assistant.SideInput, Message: assistant.Say("That is not the number of a Discord server."),
			Recovery: assistant.Say("Nothing was changed. Switch on Developer Mode in Discord, right-click the server and copy its ID."),
		}}
	case r.PostFormValue("verb") == "unbind":
		err = s.Spaces.UnbindSpace(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, assistant.SurfaceDiscord, server)
	default:
		err = s.Spaces.BindSpace(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, assistant.SurfaceDiscord, server)
		if errors.Is(err, assistant.ErrDecided) {
			err = &assistant.Trouble{Err: err, Problem: assistant.Problem{
				Side: assistant.SideInput, Message: assistant.Say("That server belongs to another tenant."), Recovery: assistant.Say("Nothing was changed. It has to be taken away there first."),
			}}
		}
	}
	if err == nil {
		http.Redirect(w, r, "/settings#servers", http.StatusSeeOther)
		return nil
	}
	refused, ok := errors.AsType[*assistant.Trouble](err)
	if !ok || errors.Is(err, assistant.ErrNotAdmin) {
		return err
	}
	return s.draw(w, r, http.StatusBadRequest, func(v *settingsView) {
		if v.Servers != nil {
			v.Servers.Refused = refused.Problem
		}
	})
}
