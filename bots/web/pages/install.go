package pages

import (
	"encoding/json"
	"net/http"
)

// worker is the script that runs while no page is open.
const worker = "sw.js"

// Worker serves the script that runs while no page is open. It stands at the root, since it may open every page, and browsers look each time
// whether there is a newer one.
func (p *Pages) Worker(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(p.files[worker]) // the reader has gone where it fails
}

// appIcon is a picture of the panel on a home screen.
type appIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// app is the panel's manifest for browsers that install it.
type app struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	ShortName  string    `json:"short_name"`
	Start      string    `json:"start_url"`
	Scope      string    `json:"scope"`
	Display    string    `json:"display"`
	Background string    `json:"background_color"`
	Theme      string    `json:"theme_color"`
	Icons      []appIcon `json:"icons"`
	Shares     shares    `json:"share_target"`
}

// shares says how other apps share something with the panel: by a form with these fields.
type shares struct {
	Action  string      `json:"action"`
	Method  string      `json:"method"`
	Coding  string      `json:"enctype"`
	Written shareFields `json:"params"`
}

type shareFields struct {
	Title string       `json:"title"`
	Text  string       `json:"text"`
	URL   string       `json:"url"`
	Files []shareFiles `json:"files"`
}

type shareFiles struct {
	Name    string   `json:"name"`
	Accepts []string `json:"accept"`
}

// Manifest tells browsers how to install the panel. It contains nothing that only signed-in people may know.
func (p *Pages) Manifest(w http.ResponseWriter, _ *http.Request) {
	const teal, png = "#0f6b66", "image/png"
	at := func(name string) string { return "/assets/" + name + "?v=" + p.hashes[name] }
	data, err := json.Marshal(app{
		ID: "/", Name: "AISTEAM", ShortName: "AISTEAM", Start: "/", Scope: "/", Display: "standalone", Background: "#ffffff", Theme: teal,
		Icons: []appIcon{
			{Source: at("icon-192.png"), Sizes: "192x192", Type: png},
			{Source: at("icon-512.png"), Sizes: "512x512", Type: png},
			{Source: at("icon-maskable.png"), Sizes: "512x512", Type: png, Purpose: "maskable"},
		},
		Shares: shares{Action: "/share", Method: http.MethodPost, Coding: "multipart/form-data", Written: shareFields{
			Title: "title", Text: "text", URL: "url", Files: []shareFiles{{Name: "files", Accepts: []string{"*/*"}}},
		}},
	})
	if err != nil { // it is made of words alone
		http.Error(w, "not made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Cache-Control", "public, max-age=300")
	_, _ = w.Write(data) // the reader has gone where it fails
}
