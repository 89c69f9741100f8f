-- What a product asks the buyer for: {"list": [{name, type, label, …}]}. Commands contain the values as {field.name}.
alter table products add column fields jsonb not null default '{}';
grant update (fields) on products to quartermaster_app;
