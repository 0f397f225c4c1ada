package assistant_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// Keys as vendors show them in their documentation: how they begin, and how many characters follow.
func vendorsKeys() map[string]int {
	return map[string]int{
		"sk-proj-": 48, "sk-svcacct-": 60, "sk-admin-": 60, "sk-ant-api03-": 93, "sk-ant-admin01-": 80, "sk-ant-oat01-": 80, "sk-or-v1-": 64, "sk-": 48, "gsk_": 52, "xai-": 80, "pplx-": 48, "hf_": 34, "r8_": 37,
		"AIzaSy": 33, "ya29.": 60, "GOCSPX-": 28, "sk_live_": 24, "sk_test_": 24, "pk_live_": 24, "rk_live_": 24, "whsec_": 32, "shpat_": 32, "shpss_": 32, "sq0atp-": 22, "rzp_live_": 14,
		"ghp_": 36, "gho_": 36, "ghu_": 36, "ghs_": 36, "ghr_": 36, "github_pat_": 82, "glpat-": 20, "gldt-": 20, "glrt-": 20, "npm_": 36, "pypi-AgEIcHlwaS5vcmc": 60, "rubygems_": 48, "dckr_pat_": 27,
		"dop_v1_": 64, "AKIA": 16, "ASIA": 16, "hvs.": 24, "dapi": 32, "tskey-auth-": 30, "nfp_": 36, "sbp_": 40, "sb_secret_": 31, "pul-": 40,
		"xoxb-": 50, "xoxp-": 70, "xapp-1-": 80, "xoxe.xoxp-1-": 60, "SG.": 66, "key-": 32, "xkeysib-": 64, "lin_api_": 40, "ntn_": 46, "secret_": 43, "figd_": 40, "ATATT3xFfGF0": 60, "PMAK-": 59, "pat-na1-": 36,
		"phx_": 43, "sntrys_": 60, "glsa_": 41, "eyJhbGciOiJIUzI1NiJ9.": 40,
	}
}

func TestKeysOfVendorsAreKnownByHowTheyBegin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	for prefix, n := range vendorsKeys() {
		for range 20 {
			var rest strings.Builder
			for range n {
				rest.WriteByte(letters[r.IntN(len(letters))])
			}
			key := prefix + rest.String()
			for _, around := range []string{"%", `{"note":"%"}`, "the key is %, keep it", "KEY=%\n", `\"%\"`} {
				got := assistant.KeyShapes().ReplaceAllString(strings.ReplaceAll(around, "%", key), "[hidden]")
				if strings.Contains(got, rest.String()[4:]) {
					t.Errorf("%s… stays in %q", prefix, got)
				}
			}
		}
	}
	for _, key := range []string{
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx1\nabc+/=\n-----END RSA PRIVATE KEY-----", "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-x",
		"https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz0123456789",
	} {
		if got := assistant.KeyShapes().ReplaceAllString(key, "[hidden]"); !strings.Contains(got, "[hidden]") || strings.Contains(got, key[len(key)-8:]) && !strings.Contains(key, "END") {
			t.Errorf("%q stays", got)
		}
	}
}

func TestWordsThatOnlyBeginLikeKeysStay(t *testing.T) {
	for _, text := range []string{
		"sk-ateboard ramps", "key-value stores and key-note speeches", "a risk-free trial", "the re_ply address", "secret_santa", "hf_radio", "npm_config_cache", "dapi",
		"6dcb09b5b57875f334f61aebed695e2e4193db5e", "pk_id", "patterns", "an SG. office in Singapore", "https://example.com/api/webhooks/1", "550e8400-e29b-41d4-a716-446655440000", "Asia is large; ASIA PACIFIC",
	} {
		if got := assistant.KeyShapes().ReplaceAllString(text, "[hidden]"); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
