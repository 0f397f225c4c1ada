-- +goose Up

-- What people wanted otherwise of what a task had put before them, and what that was: for the next version of it.
alter table assistant_tasks add column sent_back jsonb;
-- Nothing of a run that has ended is open: what had not begun by then never will, unless it is asked for again.
-- Whoever migrates owns the tables, and a forced policy keeps even the owner from their rows.
alter table assistant_tasks no force row level security;
alter table assistant_runs no force row level security;
update assistant_tasks set status = 'cancelled', ready_at = null, result = '{"summary": "", "notDone": "not_begun"}'
 where status = 'open' and token is null and run_id in (select id from assistant_runs where status in ('failed', 'cancelled'));
alter table assistant_tasks force row level security;
alter table assistant_runs force row level security;
