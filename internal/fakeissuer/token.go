package fakeissuer

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// Token is an ID token before it is signed.
type Token struct {
	Header, Claims map[string]any
	Key            *rsa.PrivateKey // that signs it, as the header says
	Cut            bool            // its last part is left away
}

// change gives tokens for a code, to the client alone and once.
func (s *Server) change(w http.ResponseWriter, r *http.Request) {
	if kind := r.Header.Get("Content-Type"); kind != "application/x-www-form-urlencoded" {
		s.wrong(w, "a code comes as %q", kind)
		return
	}
	if !s.isClient(r) {
		answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
		return
	}
	code := r.PostFormValue("code")
	g, known := s.codes[code]
	switch {
	case s.script.Refuses != "":
		answer(w, http.StatusBadRequest, map[string]string{"error": s.script.Refuses, "error_description": "<b>no</b>"})
	case r.PostFormValue("grant_type") != "authorization_code":
		s.wrong(w, "grant_type %q", r.PostFormValue("grant_type"))
	case !known:
		answer(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant"})
	case g.used:
		s.wrong(w, "a code comes a second time")
	case r.PostFormValue("redirect_uri") != g.asked.Get("redirect_uri"):
		s.wrong(w, "redirect_uri %q of a code that was given to %q", r.PostFormValue("redirect_uri"), g.asked.Get("redirect_uri"))
	case !verifies(r.PostFormValue("code_verifier"), g.asked.Get("code_challenge")):
		s.wrong(w, "a code_verifier of another challenge")
	default:
		g.used = true
		s.codes[code] = g
		access := rand.Text()
		s.accesses[access] = g.person
		answer(w, http.StatusOK, map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": s.sign(g)})
	}
}

// isClient tells whether a request is of the client that the issuer knows.
func (s *Server) isClient(r *http.Request) bool {
	user, password, basic := r.BasicAuth()
	if s.script.InBody {
		return !basic && r.PostFormValue("client_id") == Client && r.PostFormValue("client_secret") == Secret
	}
	id, badID := url.QueryUnescape(user) // RFC 6749, 2.3.1
	secret, badSecret := url.QueryUnescape(password)
	return badID == nil && badSecret == nil && id == Client && secret == Secret && !r.PostForm.Has("client_secret")
}

// verifies tells whether a challenge was made of a verifier.
func verifies(verifier, challenge string) bool {
	sum := sha256.Sum256([]byte(verifier))
	return len(verifier) >= 43 && len(verifier) <= 128 && encoded(sum[:]) == challenge
}

// sign makes an ID token.
func (s *Server) sign(g granted) string {
	key := s.keys[len(s.keys)-1]
	t := Token{Header: map[string]any{"alg": "RS256", "typ": "JWT", "kid": kid(key)}, Claims: s.claims(g), Key: key}
	if s.script.Forges != nil {
		s.script.Forges(&t)
	}
	header, _ := json.Marshal(t.Header) // a map of what JSON has
	claims, _ := json.Marshal(t.Claims) // likewise
	input := encoded(header) + "." + encoded(claims)
	if t.Cut {
		return input
	}
	return input + "." + encoded(t.signature(input))
}

// signature is what the header says that there is: of the key, of its public half taken for a secret, or none.
func (t Token) signature(input string) []byte {
	switch t.Header["alg"] {
	case "none":
		return nil
	case "HS256":
		public, _ := x509.MarshalPKIXPublicKey(&t.Key.PublicKey) // of a key that was just made
		mac := hmac.New(sha256.New, public)
		mac.Write([]byte(input)) // it never fails
		return mac.Sum(nil)
	}
	sum := sha256.Sum256([]byte(input))
	signed, _ := rsa.SignPKCS1v15(rand.Reader, t.Key, crypto.SHA256, sum[:]) // likewise
	return signed
}

// tell serves the claims of the person an access token belongs to.
func (s *Server) tell(w http.ResponseWriter, r *http.Request) {
	access, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	p, known := s.accesses[access]
	if !known {
		s.wrong(w, "userinfo for nobody's token")
		return
	}
	said := map[string]any{"sub": p.Subject}
	maps.Copy(said, besides(p))
	if s.script.Tells != nil {
		s.script.Tells(said)
	}
	answer(w, http.StatusOK, said)
}
