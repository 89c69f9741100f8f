-- What the home page of a store shows besides products, and the owner's own wording of our texts.
alter table storefronts
  add column goal jsonb check (goal is null or jsonb_typeof(goal) = 'object' and coalesce((goal ->> 'amountMinor')::bigint, 0) > 0),
  add column show_supporter_amount boolean not null default false,
  add column join_address text check (length(join_address) between 1 and 100), -- what players type to join the game
  add column text_overrides jsonb not null default '{}' check (jsonb_typeof(text_overrides) = 'object'); -- by language and key

grant update (goal, show_supporter_amount, join_address, text_overrides) on storefronts to quartermaster_app;
