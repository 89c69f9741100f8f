/**
 * Filters that nobody would miss here, each with the reason: something else stands in the same statement, or no request of this
 * harness gets there. They are counted apart.
 */
const HARMLESS: [file: string, line: string, why: string][] = [
  ['accounts/recovery-codes.ts', 'hashOf(accountId', 'the account stands in the hash that is looked for'],
  ['access/authenticate-token.ts', 'found.store_id', 'writes when a token was last used, and nothing else'],
  [
    'delivery/add-game-server.ts',
    'server.storeId',
    'for the first server of a store alone; row-level security stands behind it',
  ],
]

export function harmlessOf(file: string, line: string, found: string): string | undefined {
  return HARMLESS.find(([where, what]) => where === file && (line.includes(what) || found.includes(what)))?.[2]
}
