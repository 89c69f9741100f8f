/**
 * Filters that nobody would miss, because something else in the same statement does the same. Each with the reason; they are
 * counted apart.
 */
const HARMLESS: [file: string, line: string, why: string][] = [
  [
    'accounts/second-factor/recovery-codes.ts',
    ".where('account_id', '=', accountId)",
    'the account stands in the hash that is looked for, too',
  ],
  [
    'access/authenticate-token.ts',
    'where store_id = ${found.store_id}',
    'notes when a token was last used, by an id that it alone has',
  ],
  [
    'access/create-token.ts',
    'select 1 as one from store_members',
    'asked at the entrance before; once more for who is taken out meanwhile, which a test of its own holds',
  ],
  [
    'payments/refund-payment.ts',
    'where r.store_id = ${storeId} and r.id = ${refundId}',
    'the id of the refund was made a moment before, in this store',
  ],
  [
    'payments/refund-payment.ts',
    'where store_id = ${storeId} and id = ${refundId}',
    'the id of the refund was made a moment before, in this store',
  ],
]

/** `line` is where the filter stands. */
export function harmlessOf(file: string, line: string): string | undefined {
  return HARMLESS.find(([where, what]) => where === file && line.trim().startsWith(what))?.[2]
}
