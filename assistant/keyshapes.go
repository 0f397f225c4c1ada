package assistant

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// keyPrefixes are the prefixes of vendors' keys according to their documentation, each with the minimum number of characters that
// follow. A prefix that could begin a word requires more, so that prose stays as it is.
func keyPrefixes() map[string]int {
	return map[string]int{
		// Models.
		"sk-proj-": 12, "sk-svcacct-": 12, "sk-admin-": 12, "sk-ant-": 12, "sk-or-": 12, "sk-lf-": 12, "sk-": 20, "gsk_": 20, "xai-": 20, "pplx-": 20, "hf_": 20, "r8_": 20, "AIza": 12, "ya29.": 12, "tgp_v1_": 12, "nvapi-": 12,
		// Payment and shops.
		"sk_": 12, "pk_": 12, "rk_": 12, "whsec_": 12, "shpat_": 12, "shpca_": 12, "shppa_": 12, "shpss_": 12, "sq0atp-": 12, "sq0csp-": 12, "ck_": 40, "cs_": 40, "rzp_": 12,
		// Code and hosting.
		"ghp_": 12, "gho_": 12, "ghu_": 12, "ghs_": 12, "ghr_": 12, "github_pat_": 12, "glpat-": 12, "gldt-": 12, "glrt-": 12, "glptt-": 12, "glcbt-": 12, "glagent-": 12, "gloas-": 12, "npm_": 20, "pypi-": 20, "rubygems_": 20,
		"dckr_pat_": 12, "dop_v1_": 12, "doo_v1_": 12, "dor_v1_": 12, "AKIA": 12, "ASIA": 12, "GOCSPX-": 12, "hvs.": 20, "hvb.": 20, "dapi": 30, "tskey-": 12, "nfp_": 20, "sbp_": 20, "sb_secret_": 12, "pul-": 30, "fm2_": 20, "rnd_": 20,
		// Talk, mail and offices.
		"xoxa-": 12, "xoxb-": 12, "xoxe-": 12, "xoxe.": 12, "xoxp-": 12, "xoxr-": 12, "xoxs-": 12, "xapp-": 12, "SG.": 20, "key-": 30, "xkeysib-": 20, "re_": 24, "lin_api_": 12, "lin_oauth_": 12, "ntn_": 20, "secret_": 30, "figd_": 12,
		"ATATT3": 20, "ATCTT3": 20, "PMAK-": 20, "pat-na1-": 12, "pat-eu1-": 12, "phx_": 20, "phc_": 20, "sntrys_": 20, "sntryu_": 20, "glsa_": 20, "NRAK-": 12, "EAACEdEose0cBA": 12,
		// Tokens that say what they are.
		"eyJ": 12,
	}
}

// KeyShapes finds keys by how they look: what their vendors let them begin with, what stands behind “Bearer”, private keys, and
// passwords in addresses.
var KeyShapes = sync.OnceValue(func() *regexp.Regexp {
	var each []string
	for prefix, n := range keyPrefixes() {
		each = append(each, regexp.QuoteMeta(prefix)+`[A-Za-z0-9_.\-]{`+strconv.Itoa(n)+`,}`)
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(each, "|") + `)` +
		`|(?i:bearer)\s+[A-Za-z0-9_.\-+/=]{8,}` +
		`|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[A-Za-z0-9+/=\s]|\\[nr])*(?:-----END [A-Z ]*PRIVATE KEY-----)?` +
		`|\b\d{8,10}:AA[A-Za-z0-9_\-]{30,}` + // Telegram
		`|\b[MNO][A-Za-z0-9_\-]{22,27}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,}` + // Discord
		`|\bhooks\.slack\.com/services/[A-Za-z0-9_/]{20,}` + `|\bdiscord(?:app)?\.com/api/webhooks/\d+/[A-Za-z0-9_\-]{20,}`)
})
