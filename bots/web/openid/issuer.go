package openid

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/aisteam/aisteam/assistant"
)

const (
	knownFor = time.Hour       // what an issuer says of itself
	skew     = 2 * time.Minute // clocks may differ
)

// Issuer is a company's server that people sign in at, as it is set. It is safe for concurrent use.
type Issuer struct {
	name       string // that people know it by
	at         string // its address, which is its name in tokens
	client     string
	secret     string
	newcomers  newcomers
	session    time.Duration // after which it is asked again
	http       *http.Client
	now        func() time.Time
	discovered atomic.Pointer[discovered]
}

// discovered is what an issuer says of itself.
type discovered struct {
	*oidc.Provider

	since time.Time
	said  struct {
		Scopes    []string `json:"scopes_supported"`
		Methods   []string `json:"token_endpoint_auth_methods_supported"`
		Identical bool     `json:"authorization_response_iss_parameter_supported"` // answers name the issuer
	}
}

// discover fetches the issuer's metadata, and again when it is old.
func (i *Issuer) discover(ctx context.Context) (*discovered, error) {
	if d := i.discovered.Load(); d != nil && i.now().Sub(d.since) < knownFor {
		return d, nil
	}
	p, err := oidc.NewProvider(i.reach(ctx), i.at)
	if err != nil {
		return nil, err
	}
	d := &discovered{Provider: p, since: i.now()}
	if err := p.Claims(&d.said); err != nil {
		return nil, err
	}
	for _, address := range []string{p.Endpoint().AuthURL, p.Endpoint().TokenURL} {
		if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return nil, errors.New("an issuer names no address to sign in at")
		}
	}
	i.discovered.Store(d)
	return d, nil
}

// reach lets the libraries ask on our road.
func (i *Issuer) reach(ctx context.Context) context.Context { return oidc.ClientContext(ctx, i.http) }

// flow is the way through the issuer.
func (i *Issuer) flow(d *discovered, back string) *oauth2.Config {
	c := &oauth2.Config{ClientID: i.client, ClientSecret: i.secret, Endpoint: d.Endpoint(), RedirectURL: back, Scopes: []string{oidc.ScopeOpenID, "email", "profile"}}
	if len(i.newcomers.groups) > 0 && slices.Contains(d.said.Scopes, "groups") {
		c.Scopes = append(c.Scopes, "groups")
	}
	c.Endpoint.AuthStyle = oauth2.AuthStyleInHeader // what holds where nothing is said
	if i.secret == "" || len(d.said.Methods) > 0 && !slices.Contains(d.said.Methods, "client_secret_basic") {
		c.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return c
}

// address is where somebody signs in.
func (i *Issuer) address(ctx context.Context, state, back string, b begun) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, finishedWithin)
	defer cancel()
	d, err := i.discover(ctx)
	if err != nil {
		return "", i.away(err)
	}
	return i.flow(d, back).AuthCodeURL(state, oidc.Nonce(b.Nonce), oauth2.S256ChallengeOption(b.Verifier)), nil
}

// answered reads what the issuer has sent somebody back with.
func (i *Issuer) answered(ctx context.Context, answer url.Values, back string, b begun) (assistant.OpenIDProof, error) {
	d, err := i.discover(ctx)
	if err != nil {
		return assistant.OpenIDProof{}, i.away(err)
	}
	if by := answer.Get("iss"); by != i.at && (by != "" || d.said.Identical) { // RFC 9207: another issuer may have made the answer
		return assistant.OpenIDProof{}, i.misfit(errors.New("the answer is of another issuer"))
	}
	if code := answer.Get("error"); code != "" {
		return assistant.OpenIDProof{}, i.refused(code, answer.Get("error_description"))
	}
	token, err := i.flow(d, back).Exchange(i.reach(ctx), answer.Get("code"), oauth2.VerifierOption(b.Verifier))
	if err != nil {
		return assistant.OpenIDProof{}, i.unchanged(err)
	}
	id, err := i.verify(ctx, d, token, b.Nonce)
	if err != nil {
		return assistant.OpenIDProof{}, err
	}
	s, err := i.saysOf(ctx, d, token, id)
	if err != nil {
		return assistant.OpenIDProof{}, err
	}
	p := i.newcomers.proof(i.at, id.Subject, s)
	p.Session = i.session
	return p, nil
}

// verify holds an ID token against whose it has to be and whom it has to be for.
func (i *Issuer) verify(ctx context.Context, d *discovered, token *oauth2.Token, nonce string) (*oidc.IDToken, error) {
	raw, _ := token.Extra("id_token").(string) // one that is none is no token below
	lately := func() time.Time { return i.now().Add(-skew) }
	id, err := d.Verifier(&oidc.Config{ClientID: i.client, Now: lately}).Verify(i.reach(ctx), raw)
	if _, late := errors.AsType[*oidc.TokenExpiredError](err); late {
		return nil, i.expired()
	}
	if err != nil {
		return nil, i.misfit(fmt.Errorf("verify an ID token: %w", err))
	}
	var party struct {
		Authorized *string `json:"azp"`
	}
	if err := id.Claims(&party); err != nil {
		return nil, i.misfit(fmt.Errorf("read an ID token: %w", err))
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(nonce)) != 1:
		return nil, i.misfit(errors.New("an ID token has another nonce"))
	case party.Authorized == nil && len(id.Audience) > 1, party.Authorized != nil && *party.Authorized != i.client:
		return nil, i.misfit(errors.New("an ID token was given to another client"))
	case !names(id.Subject):
		return nil, i.misfit(errors.New("an ID token names nobody"))
	}
	return id, nil
}
