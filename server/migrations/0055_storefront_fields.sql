-- What the buyer entered: {name: value}. Two lines of one product differ by it; the key is empty without values, otherwise their hash.
alter table basket_lines add column fields jsonb not null default '{}', add column fields_key text not null default '';
