package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
)

//go:embed assets
var assetFiles embed.FS

const hashShown = 10 // letters of a file's hash in its address

// bundle is one file of all the scripts that every page runs: it comes whole or not at all, and takes less than its parts.
const bundle = "all.js"

// bundled makes the bundle, in the order in which the scripts run.
func bundled() ([]byte, error) {
	var out bytes.Buffer
	for _, name := range []string{"htmx.min.js", "sse.min.js", "live.js", "typing.js", "panel.js", "messages.js", "notify.js", "now.js", "deciding.js", "keys.js"} {
		data, err := assetFiles.ReadFile("assets/" + name)
		if err != nil {
			return nil, fmt.Errorf("read the panel's scripts: %w", err)
		}
		out.Write(served(name, data))
		out.WriteString(";\n")
	}
	return out.Bytes(), nil
}

// shortHash is what tells a file's content in its address.
func shortHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:hashShown]
}

// hashes are those of the files, by name: an address that has a file's hash is kept for good.
func hashes() (map[string]string, error) {
	out := map[string]string{}
	files, err := fs.ReadDir(assetFiles, "assets")
	if err != nil {
		return nil, fmt.Errorf("read the panel's files: %w", err)
	}
	for _, f := range files {
		data, err := assetFiles.ReadFile("assets/" + f.Name())
		if err != nil {
			return nil, fmt.Errorf("read the panel's files: %w", err)
		}
		out[f.Name()] = shortHash(served(f.Name(), data))
	}
	return out, nil
}

// Assets serves the panel's files. They are part of the binary: what is asked for by its hash may be kept for a year, anything
// else for minutes.
func (p *Pages) Assets() http.Handler {
	files, err := fs.Sub(assetFiles, "assets")
	if err != nil { // the folder is embedded above
		files = assetFiles
	}
	whole := http.StripPrefix("/assets/", http.FileServerFS(files))
	scripts := leanScripts()
	scripts[bundle] = p.scripts
	answer := Compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if text := scripts[strings.TrimPrefix(r.URL.Path, "/assets/")]; text != nil {
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
			return
		}
		whole.ServeHTTP(w, r)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") {
			http.NotFound(w, r)
			return
		}
		kept := "public, max-age=300"
		if hash := p.hashes[strings.TrimPrefix(r.URL.Path, "/assets/")]; hash != "" && r.URL.Query().Get("v") == hash {
			kept = "public, max-age=31536000, immutable"
		}
		w.Header().Set("Cache-Control", kept)
		answer.ServeHTTP(w, r)
	})
}

// leanScripts are our scripts as they are served, by name.
func leanScripts() map[string][]byte {
	out := map[string][]byte{}
	names, err := fs.Glob(assetFiles, "assets/*.js")
	if err != nil { // the pattern is constant
		return out
	}
	for _, path := range names {
		name := strings.TrimPrefix(path, "assets/")
		if data, err := assetFiles.ReadFile(path); err == nil && !strings.HasSuffix(name, ".min.js") {
			out[name] = served(name, data)
		}
	}
	return out
}

// served is a file as browsers get it: our scripts without the lines that only explain them, and without indents.
func served(name string, data []byte) []byte {
	if !strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".min.js") {
		return data
	}
	var out bytes.Buffer
	for line := range bytes.Lines(data) {
		line = bytes.TrimLeft(line, " ")
		if len(bytes.TrimSpace(line)) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			out.Write(line)
		}
	}
	return out.Bytes()
}

const (
	smallest = 1024 // bytes that are worth compressing
	jitter   = 64   // bytes by which an answer's length may differ: it tells nothing of what a page holds
)

// Compressed answers with fewer bytes whoever takes that. It is for whole answers: a stream would be held back.
func Compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(smallest), gzhttp.RandomJitter(jitter, 0, false))
	if err != nil { // the options are constant
		return next
	}
	return wrap(next)
}
