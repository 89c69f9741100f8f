-- What the buyer entered, and the console of each server of the line: {"values": [{name, type, label, value}], "consoles": {server:
-- game}}. Null if the product asks for nothing.
alter table checkout_lines add column fields jsonb;
