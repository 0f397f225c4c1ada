package pages

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
)

//go:embed assets
var assetFiles embed.FS

// Assets serves the panel's files. They are part of the binary: an address with the version may be kept.
func Assets() http.Handler {
	files, err := fs.Sub(assetFiles, "assets")
	if err != nil { // the folder is embedded above
		files = assetFiles
	}
	served := http.StripPrefix("/assets/", http.FileServerFS(files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=300")
		served.ServeHTTP(w, r)
	})
}
