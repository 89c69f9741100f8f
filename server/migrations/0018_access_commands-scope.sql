-- Commands run on the console of game servers, so changing them became a permission of its own. Tokens that had it keep it.
alter table api_tokens no force row level security;
update api_tokens set scopes = array_append(scopes, 'commands:write')
  where 'catalog:write' = any (scopes) and 'commands:write' <> all (scopes) and cardinality(scopes) < 64;
alter table api_tokens force row level security;
