-- The platform that a purchase was imported from. It was paid and delivered there: its lines cost nothing here, and it is not a sale of this store.
alter table checkouts add column imported_from text;
