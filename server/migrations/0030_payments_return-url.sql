-- Where the buyer is sent after the payment page. Null: to our own page about the order.
alter table payments add column return_url text check (length(return_url) between 1 and 2000);
