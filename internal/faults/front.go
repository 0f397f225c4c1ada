package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
)

// front gives each request to one of the replicas, as a load balancer does.
type front struct{ trial *trial }

// ServeHTTP implements [http.Handler].
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	to := f.trial.replicas[rand.IntN(len(f.trial.replicas))]
	out, err := http.NewRequestWithContext(r.Context(), r.Method, to.Base+r.URL.Path, bytes.NewReader(body))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	out.Header = r.Header.Clone()
	res, err := http.DefaultClient.Do(out)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer func() { _ = res.Body.Close() }()
	w.WriteHeader(res.StatusCode)
	_, _ = io.Copy(w, res.Body)
}
