-- +goose Up

-- Through a connection to WordPress more than pages can be worked on: posts, the library, menus, and a shop where there is one.
update connections set gives = '["site","posts","media","menus","shop"]' where kind = 'wordpress' and gives = '["site"]';
