package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
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
	for _, name := range []string{"htmx.min.js", "sse.min.js", "live.js", "typing.js", "panel.js", "messages.js", "notify.js", "now.js", "deciding.js", "palette.js", "keys.js", "share.js"} {
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
	ours := lean()
	ours[bundle] = p.scripts
	answer := Compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/assets/")
		if text := ours[name]; text != nil {
			w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
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

// lean are our scripts and styles as they are served, by name.
func lean() map[string][]byte {
	out := map[string][]byte{}
	files, err := fs.ReadDir(assetFiles, "assets")
	if err != nil { // the folder is embedded above
		return out
	}
	for _, f := range files {
		if data, err := assetFiles.ReadFile("assets/" + f.Name()); err == nil && written(f.Name()) {
			out[f.Name()] = served(f.Name(), data)
		}
	}
	return out
}

// written says whether a file is a script or a style of ours.
func written(name string) bool {
	return (strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".css")) && !strings.HasSuffix(name, ".min.js")
}

// served is a file as browsers get it: what we wrote without the lines that only explain it, and without indents.
func served(name string, data []byte) []byte {
	if !written(name) {
		return data
	}
	var out bytes.Buffer
	for line := range bytes.Lines(data) {
		line = bytes.TrimLeft(line, " ")
		plain := bytes.TrimSpace(line)
		explains := bytes.HasPrefix(plain, []byte("//")) || bytes.HasPrefix(plain, []byte("/*")) && bytes.HasSuffix(plain, []byte("*/"))
		if len(plain) > 0 && !explains {
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
