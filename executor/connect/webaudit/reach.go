package webaudit

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// Reach tells whether an address answers visitors. That it does not is a result and no error; an address that must not be requested
// is an error.
func (a *Auditor) Reach(ctx context.Context, out outward.Permit, p assistant.Project, address string) (site.Reach, error) {
	soon, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	v := a.visitor(out, p)
	defer v.close()
	got, err := v.peek(soon, http.MethodGet, address, maxVisit)
	switch {
	case err == nil:
		seen := site.Reach{URL: got.url.String(), Status: got.status, Took: got.took, Leads: got.leads()}
		if got.tls != nil && len(got.tls.PeerCertificates) > 0 {
			seen.Until = got.tls.PeerCertificates[0].NotAfter
		}
		return seen, nil
	case ctx.Err() != nil, errors.Is(err, dial.ErrPrivate), errors.Is(err, errScheme), errors.Is(err, outward.ErrNoAddress), kept(err):
		return site.Reach{}, a.explain(p, address, err)
	}
	seen := site.Reach{URL: address, Problem: unreached(err)}
	if bad, ok := errors.AsType[*tls.CertificateVerificationError](err); ok && len(bad.UnverifiedCertificates) > 0 {
		seen.Until = bad.UnverifiedCertificates[0].NotAfter
	}
	return seen, nil
}

// kept tells whether a request was not let out.
func kept(err error) bool {
	_, told := errors.AsType[*assistant.Trouble](err)
	return told
}

// leads is where an answer sends visitors on to, where that was not followed; "" where it does not.
func (f fetched) leads() string {
	to, err := f.url.Parse(f.header.Get("Location"))
	if f.status < 300 || f.status >= 400 || f.header.Get("Location") == "" || err != nil {
		return ""
	}
	return to.String()
}

// unreached says why nothing answered.
func unreached(err error) string {
	timeout, isNet := errors.AsType[net.Error](err)
	_, unknown := errors.AsType[*net.DNSError](err)
	bad, invalid := errors.AsType[x509.CertificateInvalidError](err)
	_, other := errors.AsType[x509.HostnameError](err)
	_, unverified := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case unknown:
		return "no server of that name was found"
	case invalid && bad.Reason == x509.Expired:
		return "its certificate has ended"
	case other:
		return "its certificate is for another address"
	case unverified:
		return "its certificate is from nobody whom browsers trust"
	case errors.Is(err, errTooMany):
		return "it sends visitors on and on without end"
	case errors.Is(err, context.DeadlineExceeded) || isNet && timeout.Timeout():
		return "it did not answer in time"
	}
	return "it does not answer"
}
