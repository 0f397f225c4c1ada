// Package shown says what people read of HTML before they decide on it: its words, where they change, and what words alone do not
// show, such as where links lead and what scripts, frames and forms come or go.
package shown
