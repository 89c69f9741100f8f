import { TOKEN_SCOPES } from '../access/permissions.ts'
import { readRange } from '../address-ranges.ts'
import { checkFields, type FieldsColumn } from '../catalog/fields/product-field.ts'
import { AppError } from '../errors.ts'
import { isCurrency } from '../money.ts'
import { DEFAULT_PLAN } from '../stores/create-store.ts'
import { normalizeHost } from '../stores/normalize-host.ts'
import { requireText } from '../text.ts'
import { refused } from './manifest.ts'

type Line = Record<string, unknown>

/** Far more hosts than a store can have. */
const MAX_HOSTS = 100
const MAX_CLOCK_SECONDS = 100 * 365 * 86_400

/**
 * What an owner who brings an archive does not get, by table: the line that is inserted, or undefined if the row is left out.
 * docs/operate/portable-stores.md has the decision for every table.
 */
const RESTRICTED: Readonly<Record<string, (line: Line) => Line | undefined>> = {
  stores(line) {
    if (!isCurrency(String(line['currency']))) throw refused('The currency of the store is unknown')
    if (Number(line['clock_ahead_seconds']) > MAX_CLOCK_SECONDS)
      throw refused('The clock of the store is too far ahead')
    const name = requireText('The name of the store', String(line['name']), { max: 200 })
    return { ...line, name, url: normalizeHost(String(line['url'])), plan: DEFAULT_PLAN, expires_at: null }
  },
  // They are added again by the rules of new hosts, and have to be proved again.
  store_hosts: () => undefined,
  api_tokens(line) {
    const scopes = Array.isArray(line['scopes']) ? line['scopes'] : []
    const allowed = TOKEN_SCOPES.filter((scope) => scopes.includes(scope))
    return allowed.length === 0 ? undefined : { ...line, scopes: allowed }
  },
  // Receipts that are due, to addresses that the archive names.
  checkout_buyers: (line) => ({ ...line, token_sealed: null, key_id: null }),
  subscription_invoices: (line) => ({ ...line, receipt_at: null }),
  // One round of the sandbox works for all test stores, and would make up for every period since the first one.
  sandbox_payments: (line) => ({ ...line, next_callback_at: null }),
  sandbox_subscriptions: (line) => ({ ...line, stopped: true, next_charge_at: null, next_callback_at: null }),
  // One round of redeliveries works for all stores, a batch of each in turn.
  redeliveries(line) {
    if (line['state'] === 'running') throw refused('A redelivery is still running. Wait until it is done, or stop it')
    return line
  },
  game_servers(line) {
    // They are parsed when a key is looked up, together with keys of other stores.
    const ranges = Array.isArray(line['bound_to']) ? line['bound_to'].map((range) => readRange(String(range))) : []
    if (!Array.isArray(line['bound_to']) || ranges.includes(undefined))
      throw refused('A game server is bound to something that is not an address range')
    return { ...line, bound_to: ranges }
  },
  products(line) {
    const { list = [] } = (line['fields'] ?? {}) as FieldsColumn
    // Every page and every sale of the product reads them.
    if (!Array.isArray(list)) throw refused('A product has fields that are not a list')
    checkFields(list)
    return line
  },
  pending_deliveries(line) {
    JSON.parse(String(line['products']))
    return line
  },
}

type HostLine = { host: string; kind: string }

/** Applies the rules above, and remembers the hosts that the store had. */
export function createRestriction(): { hosts: HostLine[]; restrict: (table: string, lines: string[]) => string[] } {
  const hosts: HostLine[] = []
  return {
    hosts,
    restrict(table, lines) {
      const rule = RESTRICTED[table]
      if (!rule) return lines
      return lines.flatMap((text) => {
        const line = parseLine(table, text)
        if (table === 'store_hosts') rememberHost(hosts, line)
        const restricted = applyRule(table, () => rule(line))
        return restricted ? [JSON.stringify(restricted)] : []
      })
    },
  }
}

function rememberHost(hosts: HostLine[], line: Line): void {
  const { host, kind, removed_at: removedAt } = line
  if (typeof host !== 'string' || typeof kind !== 'string' || (removedAt ?? null) !== null) return
  if (hosts.length < MAX_HOSTS) hosts.push({ host, kind })
}

function parseLine(table: string, text: string): Line {
  return applyRule(table, () => {
    const line: unknown = JSON.parse(text)
    if (typeof line !== 'object' || line === null || Array.isArray(line)) throw new Error('not an object')
    return line as Line
  })
}

/** Values of other types than the code expects break a rule too. */
function applyRule<T>(table: string, rule: () => T): T {
  try {
    return rule()
  } catch (error) {
    throw error instanceof AppError ? error : refused(`A row of ${table} is not valid`)
  }
}
