-- Equal for texts that differ only in case, width or Unicode form, or in characters that nobody sees. It needs PostgreSQL with ICU, as
-- all distributions build it.
create collation any_spelling (provider = icu, locale = 'und-u-kk-true-ks-level2', deterministic = false);
