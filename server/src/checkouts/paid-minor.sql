/* What was paid for a line with money, without what a gift card paid. */
create or replace function paid_minor(line checkout_lines) returns bigint
  language sql immutable parallel safe
  return line.price_minor * line.quantity - line.upgrade_credit_minor - line.sale_minor - line.code_minor - line.gift_card_minor;
