package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
	"github.com/tdewolff/minify/v2/svg"
)

//go:embed assets
var assetFiles embed.FS

const hashShown = 10 // letters of a file's hash in its address

// bundle is one file of all the scripts that every page runs: it comes whole or not at all, and takes less than its parts.
const bundle = "all.js"

// bundled are the scripts of the bundle, in the order in which they run.
func bundled() []string {
	return []string{
		"htmx.min.js", "sse.min.js", "live.js", "typing.js", "panel.js", "messages.js", "notify.js", "now.js", "sending.js", "deciding.js", "palette.js", "keys.js", "share.js",
	}
}

// appMark is the picture that the style names too: it has one address, so that it is fetched once.
const appMark = "icon.svg"

// served are the panel's files as browsers get them, by name: scripts, styles and drawings without what only their readers need, and the
// bundle. They are part of the binary, and so are made once.
var served = sync.OnceValues(func() (map[string][]byte, error) {
	small := minify.New()
	small.AddFunc(".css", css.Minify)
	small.AddFunc(".js", js.Minify)
	small.AddFunc(".svg", svg.Minify)
	out := map[string][]byte{}
	files, err := fs.ReadDir(assetFiles, "assets")
	if err != nil {
		return nil, fmt.Errorf("read the panel's files: %w", err)
	}
	for _, f := range files {
		data, err := assetFiles.ReadFile("assets/" + f.Name())
		if err != nil {
			return nil, fmt.Errorf("read the panel's files: %w", err)
		}
		kind := path.Ext(f.Name())
		if _, _, known := small.Match(kind); known != nil && !strings.HasSuffix(f.Name(), ".min.js") {
			if data, err = small.Bytes(kind, data); err != nil {
				return nil, fmt.Errorf("make %s smaller: %w", f.Name(), err)
			}
		}
		out[f.Name()] = data
	}
	for name, data := range out {
		if path.Ext(name) == ".css" {
			out[name] = bytes.ReplaceAll(data, []byte("/assets/"+appMark), []byte("/assets/"+appMark+"?v="+shortHash(out[appMark])))
		}
	}
	var all bytes.Buffer
	for _, name := range bundled() {
		all.Write(out[name])
		all.WriteString(";\n")
	}
	out[bundle] = all.Bytes()
	return out, nil
})

// shortHash is what tells a file's content in its address.
func shortHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:hashShown]
}

// Assets serves the panel's files. What is asked for by its hash may be kept for a year, anything else for minutes. A file runs nothing by
// itself, and so needs none of a page's policies.
func (p *Pages) Assets() http.Handler {
	answer := compressedWell(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/assets/")
		text, there := p.files[name]
		if !there {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kept := "public, max-age=300"
		if hash := p.hashes[strings.TrimPrefix(r.URL.Path, "/assets/")]; hash != "" && r.URL.Query().Get("v") == hash {
			kept = "public, max-age=31536000, immutable"
		}
		h := w.Header()
		h.Set("Cache-Control", kept)
		h.Set("Content-Security-Policy", "default-src 'none'")
		for _, ofPages := range []string{"X-Frame-Options", "Cross-Origin-Opener-Policy", "Permissions-Policy"} {
			h.Del(ofPages)
		}
		answer.ServeHTTP(w, r)
	})
}

const (
	smallest = 1024 // bytes that are worth compressing
	jitter   = 64   // random bytes in a response's length, so that it reveals nothing of the page
)

// Compressed compresses answers for clients that accept it. It is for complete answers: a stream would be held back. It offers gzip
// alone, since zstd makes answers of this size a tenth longer.
func Compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(smallest), gzhttp.EnableZstd(false), gzhttp.RandomJitter(jitter, 0, false))
	if err != nil { // the options are constant
		return next
	}
	return wrap(next)
}

// compressedWell is [Compressed] of what is the same for everybody.
func compressedWell(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(smallest), gzhttp.EnableZstd(false), gzhttp.CompressionLevel(gzip.BestCompression))
	if err != nil { // the options are constant
		return next
	}
	return wrap(next)
}
