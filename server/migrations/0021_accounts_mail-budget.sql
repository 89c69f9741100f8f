-- How many mails of a kind were sent in the last hour.
create index mails_by_kind on mails (kind, created_at);
