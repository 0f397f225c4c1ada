// Package pages draws what the panel shows: its templates, and the files that they need.
package pages
