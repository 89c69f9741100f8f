create table product_pictures (
  store_id uuid not null,
  product_id uuid not null,
  position smallint not null check (position between 0 and 11), -- the first one is shown in lists
  hash text not null,
  alt text not null default '' check (length(alt) <= 200),
  primary key (store_id, product_id, position),
  foreign key (store_id, product_id) references products (store_id, id),
  foreign key (store_id, hash) references pictures (store_id, hash)
);
create index product_pictures_by_hash on product_pictures (store_id, hash);

alter table categories
  add column picture_hash text,
  add constraint categories_picture foreign key (store_id, picture_hash) references pictures (store_id, hash);

alter table product_pictures enable row level security, force row level security;
create policy own_store on product_pictures to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on product_pictures for select to quartermaster_reader using (true);

grant select, insert, delete on product_pictures to quartermaster_app;
grant update (picture_hash) on categories to quartermaster_app;
grant select on product_pictures to quartermaster_reader;
