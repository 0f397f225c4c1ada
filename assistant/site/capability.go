package site

import "github.com/aisteam/aisteam/assistant"

// Capability is what a project has whose pages can be worked on, wherever they are kept.
const Capability assistant.Capability = "site"
