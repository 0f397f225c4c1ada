-- +goose Up

-- Through a connection to WordPress more than pages can be worked on: posts, the library, menus, and a shop where there is one.
-- Whoever migrates owns the table, and a forced policy keeps even the owner from its rows.
alter table connections no force row level security;
update connections set gives = '["site","posts","media","menus","shop"]' where kind = 'wordpress' and gives = '["site"]';
alter table connections force row level security;
