/* Pages of a store are cached until its revision changes. Rooms whose tables a page shows call it from a trigger that is deferred
   to the end of the transaction, so that sales do not wait for each other. */
create or replace function mark_storefront_changed(store uuid) returns void language sql as
$$
  update storefronts set revision = revision + 1, changed_at = now() where store_id = store
$$;

create or replace function create_storefront() returns trigger language plpgsql as
$$
begin
  if is_copying() then
    return null;
  end if;
  insert into storefronts (store_id) values (new.id);
  return null;
end
$$;
create or replace trigger create_storefront after insert on stores for each row execute function create_storefront();

create or replace function change_storefront_of_store() returns trigger language plpgsql as
$$
begin
  if is_copying() then
    return null;
  end if;
  perform mark_storefront_changed(new.id);
  return null;
end
$$;
create or replace trigger change_storefront_of_store after update of name, expires_at, default_server_id, tax_rates on stores
  for each row when (row(old.name, old.expires_at, old.default_server_id, old.tax_rates)
    is distinct from row(new.name, new.expires_at, new.default_server_id, new.tax_rates))
  execute function change_storefront_of_store();

create or replace function change_storefront_of_part() returns trigger language plpgsql as
$$
begin
  if is_copying() then
    return null;
  end if;
  perform mark_storefront_changed(case tg_op when 'DELETE' then old.store_id else new.store_id end);
  return null;
end
$$;
create or replace trigger change_storefront_of_page after insert or update or delete on storefront_pages
  for each row execute function change_storefront_of_part();
create or replace trigger change_storefront_of_host after insert or update on store_hosts
  for each row execute function change_storefront_of_part();
