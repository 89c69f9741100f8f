-- How much of each limit on started payments is used, for all processes together. A row can be deleted once its time has passed.
create table checkout_limits (
  key bytea not null check (length(key) = 32), -- keyed hash of a network, a player, an e-mail address, a store or a solved challenge
  used_until timestamptz not null, -- every started payment moves it into the future; the limit is how far
  primary key (key)
);

alter table checkout_limits enable row level security, force row level security;
-- Networks and e-mail addresses are limited across stores. The keys reveal nothing.
create policy app on checkout_limits to quartermaster_app using (true) with check (true);
grant select, insert, update (used_until), delete on checkout_limits to quartermaster_app;
