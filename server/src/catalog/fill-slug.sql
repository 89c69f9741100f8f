/* A readable name for the address of a page: lower case ASCII, words joined by hyphens. Empty if nothing of the text is left. */
create or replace function slug_of(name text) returns text language sql immutable as
$$
  select trim(both '-' from left(trim(both '-' from regexp_replace(lower(regexp_replace(regexp_replace(replace(
    regexp_replace(translate(normalize(name, nfkd), 'ØøĐđÐðŁłı', 'ooddddlli'), U&'[\0300-\036F]', '', 'g'),
    'ß', 'ss'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g')), '[^a-z0-9]+', '-', 'g')), 60))
$$;

/* A new product or category without a slug gets one from its name; the second of the same name gets a number, and the
   21st a part of its id. Whoever inserts has locked the store, so two inserts cannot choose the same slug. */
create or replace function fill_slug() returns trigger language plpgsql as
$$
declare
  base text := coalesce(nullif(slug_of(new.name), ''), tg_argv[0]);
  is_taken boolean;
  number integer := 1;
begin
  loop
    new.slug := base || case when number = 1 then '' when number <= 20 then '-' || number else '-' || right(new.id::text, 12) end;
    execute format('select exists (select from %I where store_id = $1 and slug = $2)', tg_table_name)
      into is_taken using new.store_id, new.slug;
    exit when not is_taken or number > 20;
    number := number + 1;
  end loop;
  return new;
end
$$;
create or replace trigger fill_slug before insert on products
  for each row when (new.slug = '') execute function fill_slug('product');
create or replace trigger fill_slug before insert on categories
  for each row when (new.slug = '') execute function fill_slug('category');
