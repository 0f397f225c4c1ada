package wordpresskit

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Shape is how somebody has set their site up.
type Shape struct {
	Directory  string // below which it stands, such as blog
	Permalinks string // such as /%postname%/; "" for plain ones
	Language   string // such as de_DE
	Role       string // of the account; "" for an administrator
}

// Shaped is another site of that shape, with tables, address and account of its own on the same files and database. It ends
// with the first one.
func (s *Site) Shaped(ctx context.Context, shape Shape) (*Site, error) {
	s.count++
	other := &Site{User: s.User, php: s.php, root: s.root, tables: fmt.Sprintf("wp%d_", s.count)}
	web, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	served := s.root
	if shape.Directory != "" {
		served = filepath.Join(filepath.Dir(s.root), fmt.Sprintf("served%d", s.count))
		if err := os.Mkdir(served, 0o755); err != nil {
			return nil, fmt.Errorf("make the folder above the site: %w", err)
		}
		if err := os.Symlink(s.root, filepath.Join(served, shape.Directory)); err != nil {
			return nil, fmt.Errorf("link the site: %w", err)
		}
	}
	return other, other.serve(ctx, s, web, served, shape)
}

// serve installs the site and starts its web server, which ends with the owner.
func (s *Site) serve(ctx context.Context, owner *Site, web, served string, shape Shape) error {
	path := ""
	if shape.Directory != "" {
		path = "/" + shape.Directory
	}
	s.URL = "http://" + web + path
	script := filepath.Join(filepath.Dir(s.root), "install.php")
	if err := os.WriteFile(script, []byte(installScript), 0o600); err != nil {
		return fmt.Errorf("write install script: %w", err)
	}
	install := exec.CommandContext(ctx, s.php, script, s.root, web, s.User, path, shape.Permalinks, shape.Language, shape.Role)
	install.Env = s.environment()
	out, err := run(install)
	if err != nil {
		return fmt.Errorf("install wordpress: %w", err)
	}
	said, password, ok := strings.Cut(string(out), "application-password:")
	if !ok {
		return fmt.Errorf("install wordpress: it printed no password: %.500s", out)
	}
	_, login, _ := strings.Cut(said, "login-password:")
	s.Password, s.Login = strings.TrimSpace(password), strings.TrimSpace(login)
	server := exec.Command(s.php, "-d", "opcache.enable_cli=1", "-S", web, "-t", served) // compiled once, not for each request
	if err := owner.launch(server, nil, append(s.environment(), "PHP_CLI_SERVER_WORKERS=4")); err != nil {
		return fmt.Errorf("start php: %w", err)
	}
	return until(ctx, "wordpress answers", func() error { return answers(ctx, s.URL+"/?rest_route=/") })
}

func (s *Site) environment() []string { return append(os.Environ(), "WP_TEST_TABLES="+s.tables) }

// Do runs PHP in the site, as its administrator would, and returns what it prints.
func (s *Site) Do(ctx context.Context, code string) (string, error) {
	address := strings.TrimPrefix(s.URL, "http://")
	script := "<?php\n$_SERVER['HTTP_HOST'] = '" + address + "'; $_SERVER['REQUEST_URI'] = '/'; $_SERVER['REQUEST_METHOD'] = 'GET';\n" +
		"require '" + s.root + "/wp-load.php'; kses_remove_filters();\n" + code
	file, err := os.CreateTemp(filepath.Dir(s.root), "do-*.php")
	if err != nil {
		return "", fmt.Errorf("write script: %w", err)
	}
	defer func() { _ = os.Remove(file.Name()) }()
	if _, err := file.WriteString(script); err != nil {
		return "", fmt.Errorf("write script: %w", err)
	}
	if err := file.Close(); err != nil {
		return "", fmt.Errorf("write script: %w", err)
	}
	c := exec.CommandContext(ctx, s.php, file.Name()) // the test's own
	c.Env = s.environment()
	out, err := run(c)
	return string(out), err
}

// Export is all content of the site, revisions apart: every row of posts, their meta data, terms, comments and options, by table and
// number, with its columns. Options that WordPress keeps for itself, such as what it has cached or looked up, are left out.
func (s *Site) Export(ctx context.Context) (map[string]map[string]string, error) {
	out, err := s.Do(ctx, `global $wpdb;
$all = [];
foreach ([
	'posts' => ["SELECT * FROM $wpdb->posts WHERE post_type <> 'revision' AND post_status <> 'auto-draft'", 'ID'],
	'postmeta' => ["SELECT m.* FROM $wpdb->postmeta m JOIN $wpdb->posts p ON p.ID = m.post_id WHERE p.post_type <> 'revision'", 'meta_id'],
	'terms' => ["SELECT * FROM $wpdb->terms", 'term_id'],
	'relations' => ["SELECT CONCAT(object_id, '-', term_taxonomy_id) AS k, r.* FROM $wpdb->term_relationships r", 'k'],
	'comments' => ["SELECT * FROM $wpdb->comments", 'comment_ID'],
	'options' => ["SELECT option_name, option_value FROM $wpdb->options WHERE option_name NOT LIKE '%transient%' AND option_name NOT LIKE '%lock%' AND option_name NOT LIKE 'theme\\_mods%' AND option_name NOT IN ('cron', 'rewrite_rules', 'recently_edited', 'using_application_passwords')", 'option_name'],
] as $table => [$query, $key]) {
	foreach ($wpdb->get_results($query, ARRAY_A) as $row) $all["$table/" . $row[$key]] = array_map('strval', $row);
}
echo "EXPORT", json_encode($all, JSON_INVALID_UTF8_SUBSTITUTE);`)
	if err != nil {
		return nil, err
	}
	_, raw, _ := strings.Cut(out, "EXPORT")
	all := map[string]map[string]string{}
	if err := json.Unmarshal([]byte(raw), &all); err != nil {
		return nil, fmt.Errorf("export: %w: %.300s", err, out)
	}
	return all, nil
}

// Extend puts PHP into every site of the installation, as a plugin does.
func (s *Site) Extend(name, code string) error {
	dir := filepath.Join(s.root, "wp-content", "mu-plugins")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make folder for plugins: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".php"), []byte("<?php\n"+code), 0o644); err != nil {
		return fmt.Errorf("write plugin: %w", err)
	}
	return nil
}
