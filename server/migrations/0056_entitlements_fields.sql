-- For a product whose expire commands contain values of the buyer: the product of the EXPIRE by server, because consoles differ in
-- quoting. A server that is not in it gets `expire_product`.
alter table grants add column expire_products jsonb;
