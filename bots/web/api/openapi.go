package api

import (
	_ "embed"
	"net/http"
)

// openAPI describes the API in OpenAPI 3.0. Tests hold every route, and every answer that the package's tests see, against it.
//
//go:embed openapi.json
var openAPI []byte

// describe answers with the description of the API.
func describe(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Write(openAPI) //nolint:errcheck // the client has gone; there is nobody to tell
	return nil
}
