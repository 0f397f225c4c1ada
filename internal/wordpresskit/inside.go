package wordpresskit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Do runs PHP in the site, as its administrator would, and returns what it prints.
func (s *Site) Do(ctx context.Context, code string) (string, error) {
	return s.within(ctx, "require ABSPATH . 'wp-load.php'; kses_remove_filters();\n"+code)
}

// within runs PHP that knows whose site it is in, and where WordPress is.
func (s *Site) within(ctx context.Context, code string) (string, error) {
	address := strings.TrimPrefix(s.URL, "http://")
	c := s.in.interpreter(ctx, "-d", "opcache.file_cache_only=1")
	c.Stdin, c.Env = strings.NewReader("<?php\n$_SERVER['HTTP_HOST'] = '"+address+"'; $_SERVER['REQUEST_URI'] = '/'; $_SERVER['REQUEST_METHOD'] = 'GET';\n"+
		"define('ABSPATH', '"+s.in.root()+"/');\n"+code), s.environment()
	out, err := run(c)
	return string(out), err
}

// Export is all content of the site, revisions apart: every row of posts, their meta data, terms, comments and options, by table and
// number, with its columns. Options that WordPress keeps for itself, such as what it has cached or looked up, are left out.
func (s *Site) Export(ctx context.Context) (map[string]map[string]string, error) {
	out, err := s.within(ctx, `define('SHORTINIT', true); // the database alone, and nothing that runs with it
require ABSPATH . 'wp-load.php';
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
