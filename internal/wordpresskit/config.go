package wordpresskit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// theme shows a page's title and content; distributions package the real themes apart.
const theme = `<?php
get_header_plain();
while (have_posts()) { the_post(); echo '<h1>' . get_the_title() . '</h1>'; the_content(); }
wp_footer();
echo '</body></html>';
function get_header_plain() { echo '<!doctype html><html lang="en"><head>'; wp_head(); echo '</head><body>'; }
`

// writeFiles puts the configuration and a plain theme into the site.
func writeFiles(root, database string) error {
	plain := filepath.Join(root, "wp-content", "themes", "plain")
	if err := os.MkdirAll(plain, 0o755); err != nil {
		return fmt.Errorf("make theme: %w", err)
	}
	for path, text := range map[string]string{
		filepath.Join(root, "wp-config.php"):  config(database),
		filepath.Join(plain, "index.php"):     theme,
		filepath.Join(plain, "style.css"):     "/* Theme Name: Plain */\n",
		filepath.Join(plain, "functions.php"): "<?php\nadd_theme_support('title-tag');\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", filepath.Base(path), err)
		}
	}
	return nil
}

// config is a wp-config.php for the database at the address. Nothing in it calls out, and application passwords work
// over plain http, because the environment is local.
func config(database string) string {
	var b strings.Builder
	b.WriteString("<?php\n")
	define := func(name, value string) { b.WriteString("define('" + name + "', " + value + ");\n") }
	for _, d := range [][2]string{
		{"DB_NAME", "'wp'"},
		{"DB_USER", "'wp'"},
		{"DB_PASSWORD", "'wp'"},
		{"DB_HOST", "'" + database + "'"},
		{"DB_CHARSET", "'utf8mb4'"},
		{"DB_COLLATE", "''"},
		{"WP_ENVIRONMENT_TYPE", "'local'"},
		{"DISABLE_WP_CRON", "true"},
		{"WP_HTTP_BLOCK_EXTERNAL", "true"},
		{"AUTOMATIC_UPDATER_DISABLED", "true"},
		{"WP_DEBUG", "false"},
	} {
		define(d[0], d[1])
	}
	for _, key := range []string{
		"AUTH_KEY", "SECURE_AUTH_KEY", "LOGGED_IN_KEY", "NONCE_KEY", "AUTH_SALT", "SECURE_AUTH_SALT", "LOGGED_IN_SALT", "NONCE_SALT",
	} {
		define(key, "'only for a test, "+strings.ToLower(key)+"'")
	}
	b.WriteString("$table_prefix = getenv('WP_TEST_TABLES') ?: 'wp_';\nif (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n")
	return b.String()
}
