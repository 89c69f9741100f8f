alter table checkouts
  add column tax_country text, -- that the buyer named; null if no tax was computed
  add column tax_rate integer; -- in basis points, as it was at the time of sale
