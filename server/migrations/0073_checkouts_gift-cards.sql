-- Each unit of the line is a gift card. Nothing is delivered to a game server for it.
alter table checkout_lines add column is_gift_card boolean not null default false;
