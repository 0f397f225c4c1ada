package webaudit

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// Reach tells whether an address answers visitors. That it does not is what was to be found out, and no error; an address that is
// not to be gone to is one.
func (a *Auditor) Reach(ctx context.Context, p assistant.Project, address string) (site.Reach, error) {
	soon, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	v := a.visitor(p)
	defer v.close()
	got, err := v.fetch(soon, http.MethodGet, address, maxVisit)
	switch {
	case err == nil:
		out := site.Reach{URL: got.url.String(), Status: got.status, Took: got.took}
		if got.tls != nil && len(got.tls.PeerCertificates) > 0 {
			out.Until = got.tls.PeerCertificates[0].NotAfter
		}
		return out, nil
	case ctx.Err() != nil, errors.Is(err, dial.ErrPrivate), errors.Is(err, errScheme):
		return site.Reach{}, a.explain(p, address, err)
	}
	out := site.Reach{URL: address, Problem: unreached(err)}
	if bad, ok := errors.AsType[*tls.CertificateVerificationError](err); ok && len(bad.UnverifiedCertificates) > 0 {
		out.Until = bad.UnverifiedCertificates[0].NotAfter
	}
	return out, nil
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
