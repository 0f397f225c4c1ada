// Package home is App Home: what waits for a person and what is at work, and the settings that admins change there: the sites
// and who decides.
package home
