package wordpress

import (
	"regexp"
	"strings"
)

// builders are what page builders leave in what they keep, or in what visitors get. A builder keeps its own description of the
// page and writes the content anew from it, or reads shortcodes that only it can write: whatever is put into the content is
// lost, or breaks the page.
func builders() []struct{ name, sign string } {
	return []struct{ name, sign string }{
		{"Elementor", `class="elementor elementor-`},
		{"Elementor", `data-elementor-type=`},
		{"Divi", "[et_pb_"},
		{"Divi", "<!-- wp:divi/"},
		{"WPBakery Page Builder", "[vc_row"},
		{"WPBakery Page Builder", "[vc_section"},
		{"Avada Builder", "[fusion_builder_"},
		{"Beaver Builder", "fl-builder-content"},
		{"Beaver Builder", "<!-- wp:fl-builder/"},
		{"Enfold's layout builder", "[av_section"},
		{"Enfold's layout builder", "[av_one_"},
		{"Cornerstone", "[cs_content"},
		{"SiteOrigin Page Builder", "panel-grid-cell"},
		{"SiteOrigin Page Builder", "<!-- wp:siteorigin-panels/"},
		{"Brizy", `class="brz `},
		{"Bricks", `class="brxe-`},
		{"Oxygen", "[ct_section"},
		{"Thrive Architect", "tve_editor"},
		{"Visual Composer", "<!--vcv no format-->"},
		{"Themify Builder", "themify_builder_content"},
		{"Muffin Builder", "mfn-builder-content"},
		{"Zion Builder", "zb-element"},
	}
}

var shortcodeTag = regexp.MustCompile(`\[(/?)([a-zA-Z][a-zA-Z0-9_-]*)[^\[\]]*\]`)

// builtWith names the page builder that keeps a page, "" for none. Another one's page is known by shortcodes that stand in one
// another three deep and hold the page.
func builtWith(raw, rendered, template string) string {
	for _, b := range builders() {
		if strings.Contains(raw, b.sign) || strings.Contains(rendered, b.sign) {
			return b.name
		}
	}
	if strings.HasPrefix(template, "elementor_") {
		return "Elementor"
	}
	if strings.HasPrefix(strings.TrimSpace(raw), "[") && nested(raw) >= 3 {
		return "a page builder of shortcodes"
	}
	return ""
}

// nested is how deep shortcodes with an end stand in one another.
func nested(raw string) int {
	all := shortcodeTag.FindAllStringSubmatch(raw, -1)
	ends := map[string]int{}
	for _, m := range all {
		if m[1] == "/" {
			ends[m[2]]++
		}
	}
	deepest := 0
	var open []string
	for _, m := range all {
		switch {
		case m[1] == "" && ends[m[2]] > 0:
			open = append(open, m[2])
			deepest = max(deepest, len(open))
		case m[1] == "/" && len(open) > 0 && open[len(open)-1] == m[2]:
			open = open[:len(open)-1]
		}
	}
	return deepest
}
