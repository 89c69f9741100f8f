-- The code that a checkout was opened with, as it was written then.
alter table checkouts
  add column code_id uuid,
  add column code text,
  add constraint checkouts_code_named check ((code_id is null) = (code is null)) not valid,
  add constraint checkouts_code_fkey foreign key (store_id, code_id) references discount_codes (store_id, id) not valid;
grant update (code_id, code) on checkouts to quartermaster_app;

create trigger checkout_code_once before update of code_id, code on checkouts
  for each row when (old.code_id is not null)
  execute function reject_change('a checkout keeps its code');
