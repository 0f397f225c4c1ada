package wordpresskit

import (
	"context"
	_ "embed" // the script that installs the site
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed install.php
var installScript string

// Site is a running WordPress.
type Site struct {
	URL      string
	User     string
	Password string // an application password of the administrator
	Login    string // the password that the administrator signs in with

	in     *installation
	family string    // it and those that are shaped after it
	tables string    // the prefix of its tables
	server *exec.Cmd // that answers at its address
	shaped []*Site
}

// Shape is how somebody has set their site up.
type Shape struct {
	Directory  string // below which it stands, such as blog
	Permalinks string // such as /%postname%/; "" for plain ones
	Language   string // such as de_DE
	Role       string // of the account; "" for an administrator
}

// site makes a site of the installation.
func (i *installation) site(ctx context.Context, shape Shape) (*Site, error) {
	i.mu.Lock()
	i.sites++
	family := fmt.Sprintf("wp%d", i.sites)
	i.mu.Unlock()
	s := &Site{User: "admin", in: i, family: family, tables: family + "_"}
	return s, s.serve(ctx, shape)
}

// Shaped is another site of that shape, with tables, address and account of its own on the same files and database. It ends
// with the first one.
func (s *Site) Shaped(ctx context.Context, shape Shape) (*Site, error) {
	other := &Site{User: s.User, in: s.in, family: s.family, tables: fmt.Sprintf("%sx%d_", s.family, len(s.shaped)+1)}
	s.shaped = append(s.shaped, other)
	return other, other.serve(ctx, shape)
}

// stop ends what answers at the site's address, and at those of the sites that were shaped after it.
func (s *Site) stop() error {
	errs := []error{end(s.server)}
	for _, other := range s.shaped {
		errs = append(errs, other.stop())
	}
	return errors.Join(errs...)
}

// serve installs the site and starts its web server.
func (s *Site) serve(ctx context.Context, shape Shape) error {
	web, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	served, path := s.in.root(), ""
	if shape.Directory != "" {
		served, path = filepath.Join(s.in.dir, "served-"+s.tables), "/"+shape.Directory
		if err := os.Mkdir(served, 0o755); err != nil {
			return fmt.Errorf("make the folder above the site: %w", err)
		}
		if err := os.Symlink(s.in.root(), filepath.Join(served, shape.Directory)); err != nil {
			return fmt.Errorf("link the site: %w", err)
		}
	}
	s.URL = "http://" + web + path
	install := s.in.interpreter(ctx, "--", s.in.root(), web, s.User, path, shape.Permalinks, shape.Language, shape.Role)
	install.Stdin, install.Env = strings.NewReader(installScript), s.environment()
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
	server := s.in.interpreter(context.WithoutCancel(ctx), "-S", web, "-t", served)
	if err := launch(server, nil, append(s.environment(), "PHP_CLI_SERVER_WORKERS=4")); err != nil {
		return fmt.Errorf("start php: %w", err)
	}
	s.server = server
	return until(ctx, "wordpress answers", func() error { return answers(ctx, s.URL+"/?rest_route=/") })
}

func (s *Site) environment() []string {
	return append(os.Environ(), "WP_TEST_SITE="+s.family, "WP_TEST_TABLES="+s.tables)
}

// Extend puts PHP into the site and into those that are shaped after it, as a plugin does.
func (s *Site) Extend(name, code string) error {
	dir := filepath.Join(s.in.root(), "wp-content", "mu-plugins")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make folder for plugins: %w", err)
	}
	ours := "<?php\nif (getenv('WP_TEST_SITE') !== '" + s.family + "') return;\n"
	if err := os.WriteFile(filepath.Join(dir, s.family+"-"+name+".php"), []byte(ours+code), 0o644); err != nil {
		return fmt.Errorf("write plugin: %w", err)
	}
	return nil
}
