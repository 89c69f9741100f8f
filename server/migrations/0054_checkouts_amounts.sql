-- How the price of a line was reduced. What was sold before this migration was paid in full, which the defaults say.
alter table checkout_lines
  add column upgrade_credit_minor bigint not null default 0, -- what the player had paid for lower ranks
  add column sale_minor bigint not null default 0,
  add column code_minor bigint not null default 0, -- of a coupon or the code of a creator
  add column gift_card_minor bigint not null default 0,
  add column tax_minor bigint not null default 0, -- contained in what was paid with money and with the gift card
  add column creator_share_minor bigint not null default 0,
  add constraint checkout_lines_amounts check (
    least(upgrade_credit_minor, sale_minor, code_minor, gift_card_minor, tax_minor, creator_share_minor) >= 0
    and upgrade_credit_minor + sale_minor + code_minor + gift_card_minor <= price_minor * quantity) not valid;
