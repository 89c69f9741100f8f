import { findPlace, type Range } from '../../kit/mutants/mutant.ts'

/** The first line, in the function or anywhere in the file. */
type Statement = [within: string | undefined, at: string, reason: string]

const FILTERED_AGAIN = 'all statements that use these ids filter by store again'
const UPDATE_FILTERS = 'the update filters by store'
const JUST_CREATED = 'the refund was created just before, in this store'

/** Statements whose filters can be removed without harm, because something else makes them superfluous. By file. */
const HARMLESS: Record<string, Statement[]> = {
  'access/enter-store.ts': [
    [
      'enterStore',
      'const { rows } = await sql`select id from stores',
      'only the command line runs it, and it can open every store',
    ],
  ],
  'access/tokens/authenticate-token.ts': [
    ['authenticateToken', 'await sql`', 'stores when a token was last used, by an id that is unique anyway'],
  ],
  'access/tokens/create-token.ts': [
    ['requireStillMember', 'const { rows } =', 'the entry checks it; another test removes a member in between'],
  ],
  'accounts/account.ts': [
    ['lockForSession', 'const { rows } =', 'the session was found by its token, together with its account'],
  ],
  'accounts/second-factor/recovery-codes.ts': [
    ['consumeRecoveryCode', 'const used =', 'the hash contains the account id'],
  ],
  'delivery/read/list-dead-letters.ts': [
    ['listDeadLetters', 'select from delivery_ledger l', 'the ids were found in the ledger of this store'],
  ],
  'payments/execute-refund.ts': [
    ['claim', 'const { rows } =', JUST_CREATED],
    ['finish', 'const { rows } =', JUST_CREATED],
  ],
  'players/erase-player.sql': [
    [undefined, 'bought := array(', FILTERED_AGAIN],
    [undefined, 'delivered := array(', FILTERED_AGAIN],
    [undefined, 'select entitlement_id from grants', UPDATE_FILTERS],
    [undefined, 'named_in := array(', FILTERED_AGAIN],
    [undefined, 'select from checkout_lines l where l.store_id = store and l.checkout_id = g.', UPDATE_FILTERS],
    [undefined, 'select from checkout_lines l where l.store_id = store and l.checkout_id = d.', UPDATE_FILTERS],
    [undefined, 'select from entitlements e', UPDATE_FILTERS],
    [undefined, 'named := array(', 'the update of the audit log filters by store'],
  ],
  'storefront/limits/hold-stock.ts': [
    ['countReserved', 'const { rows } =', 'the checkout was created in this transaction, so no other store has its id'],
  ],
  'stores/hosts/choose-label.ts': [
    ['chooseLabel', 'where store_id = ${storeId} and host =', 'a label belongs to one store for ever'],
  ],
}

export const FILES_WITH_HARMLESS_FILTERS = Object.keys(HARMLESS)

/** Throws if a statement is gone. */
export function findHarmless(file: string, text: string): (Range & { reason: string })[] {
  return (HARMLESS[file] ?? []).map(([within, at, reason]) => {
    return { ...findPlace(text, { file, ...(within && { in: within }), at }), reason }
  })
}
