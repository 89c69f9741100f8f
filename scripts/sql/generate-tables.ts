/** Runs a query, like a pool of `pg`. */
type Queries = { query: <Row extends object>(text: string) => Promise<{ rows: Row[] }> }

type Column = {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isGeneratedAlways: boolean
  /** The definitions of the checks that concern this column alone. */
  checks: string[]
}

/** The ids of the rows of a table. */
const ROW_IDS: Record<string, string> = {
  account_passkeys: 'PasskeyId',
  account_sessions: 'SessionId',
  accounts: 'AccountId',
  api_tokens: 'ApiTokenId',
  store_alerts: 'AlertId',
  audit_log: 'AuditId',
  baskets: 'BasketId',
  categories: 'CategoryId',
  checkouts: 'CheckoutId',
  creator_entries: 'CreatorEntryId',
  delivery_ledger: 'DeliveryId',
  discount_codes: 'DiscountCodeId',
  entitlements: 'EntitlementId',
  events: 'EventId',
  game_servers: 'GameServerId',
  gift_cards: 'GiftCardId',
  mails: 'MailId',
  moved_names: 'StoreId',
  parked_payments: 'ParkedId',
  payment_refunds: 'RefundId',
  pending_deliveries: 'DeliveryId',
  product_variants: 'VariantId',
  products: 'ProductId',
  redeliveries: 'RedeliveryId',
  sales: 'SaleId',
  server_keys: 'ServerKeyId',
  store_invitations: 'InvitationId',
  store_moves: 'StoreId',
  stores: 'StoreId',
  tier_groups: 'TierGroupId',
  subscriptions: 'SubscriptionId',
  webhook_endpoints: 'EndpointId',
}

/** Columns of type uuid or uuid[], in any table, that name a row of another table. */
const COLUMN_IDS: Record<string, string> = {
  account_id: 'AccountId',
  actor_id: 'AccountId | ApiTokenId',
  basket_id: 'BasketId',
  buyer_server_id: 'GameServerId',
  card_id: 'GiftCardId',
  category_id: 'CategoryId',
  category_ids: 'CategoryId',
  checkout_id: 'CheckoutId',
  code_id: 'DiscountCodeId',
  created_by: 'AccountId',
  default_server_id: 'GameServerId',
  delivery_id: 'DeliveryId',
  endpoint_id: 'EndpointId',
  entitlement_id: 'EntitlementId',
  event_id: 'EventId',
  gift_card_id: 'GiftCardId',
  invited_by: 'AccountId',
  key_id: 'ServerKeyId',
  last_entitlement_id: 'EntitlementId',
  of_checkout_id: 'CheckoutId',
  principal: 'string',
  product_id: 'ProductId',
  product_ids: 'ProductId',
  redelivery_id: 'RedeliveryId',
  renewal_of: 'CheckoutId',
  resend_of: 'DeliveryId',
  sale_id: 'SaleId',
  scope: 'string',
  server_id: 'GameServerId',
  server_ids: 'GameServerId',
  store_id: 'StoreId',
  target_id: 'CategoryId | ProductId | EntitlementId',
  tier_group_id: 'TierGroupId',
  subscription_id: 'SubscriptionId',
  variant_id: 'VariantId',
}

/** What the database cannot know about a column. */
const EXCEPTIONS: Record<string, string> = {
  'audit_log.details': 'object',
  'basket_lines.fields': 'object',
  'categories.comparison': 'object',
  'categories.translations': 'object',
  'checkout_lines.fields': 'object',
  'checkout_lines.billing_period': "'P1W' | 'P1M' | 'P3M' | 'P1Y'",
  'events.type': 'EventType',
  // `infinity` arrives as a number. Statements in SQL write it.
  'entitlements.until': 'ColumnType<Date | number, never, never>',
  'grants.expire_products': 'object',
  'imported_records.until': 'ColumnType<Date | number, never, never>',
  'product_variants.translations': 'object',
  'products.fields': 'object',
  'sales.translations': 'object',
  'products.translations': 'object',
  'sandbox_invoices.refunds': 'Record<string, number>',
  'sandbox_payments.refunds': 'Record<string, number>',
  'storefront_drafts.changes': 'object',
  'storefront_pages.translations': 'object',
  'storefronts.goal': 'object',
  'storefronts.text_overrides': 'object',
  'storefronts.texts': 'object',
  'storefronts.theme_settings': 'object',
  'storefronts.translations': 'object',
  'stores.tax_rates': 'Record<string, number>',
  'webhook_endpoints.event_types': 'EventType[]',
}

/** As the driver reads them; `database.ts` sets bigint to number. */
const TYPES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  inet: 'string',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  xid8: 'string',
}

/** The type of every table as Kysely needs it, read from the catalog of a migrated database. */
export async function generateTables(database: Queries): Promise<string> {
  const { rows } = await database.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
      a.atthasdef and a.attgenerated = '' or a.attidentity = 'd' as "hasDefault",
      a.attidentity = 'a' or a.attgenerated <> '' as "isGeneratedAlways",
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
    order by c.relname, a.attnum`)
  const tables = Map.groupBy(rows, (column) => column.table)
  const body = [...tables].map(([name, columns]) => `  ${name}: {\n${columns.map(lineOf).join('\n')}\n  }`).join('\n')
  const used = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const helpers = ['ColumnType', 'Generated', 'GeneratedAlways'].filter(used)
  const ids = [
    ...new Set([...Object.values(ROW_IDS), ...Object.values(COLUMN_IDS).flatMap((type) => type.split(' | '))]),
  ]
  return `// Generated by \`npm run schema\` from the migrated database. Do not edit.
import type { EventType } from '@quartermaster/contract/webhook-events'
import type { ${helpers.join(', ')} } from 'kysely'
import type {
${ids
  .filter((name) => name !== 'string' && used(name))
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from '../ids.ts'

export interface Tables {
${body}
}
`
}

function lineOf(column: Column): string {
  const plain = EXCEPTIONS[`${column.table}.${column.name}`] ?? typeOf(column)
  const type = column.isNullable ? `${plain} | null` : plain
  const whole = column.isGeneratedAlways ? `GeneratedAlways<${type}>` : column.hasDefault ? `Generated<${type}>` : type
  return `    ${column.name}: ${whole}`
}

function typeOf(column: Column): string {
  const element = column.type.replace(/\[\]$/, '')
  const type = element === 'uuid' ? idOf(column) : (literalsOf(column) ?? TYPES[element])
  if (type === undefined) {
    throw new Error(
      `${column.table}.${column.name} has the type ${column.type}, which scripts/sql/generate-tables.ts does not know. Add it there.`,
    )
  }
  if (element === column.type) return type
  return type.includes('|') ? `(${type})[]` : `${type}[]`
}

function idOf({ table, name }: Column): string | undefined {
  return name === 'id' ? ROW_IDS[table] : COLUMN_IDS[name]
}

/** `check (state in ('open', 'paid'))` is the type `'open' | 'paid'`. */
function literalsOf({ name, checks }: Column): string | undefined {
  const list = new RegExp(`^CHECK \\(\\(${name} = ANY \\(ARRAY\\[((?:'[^']*'::text(?:, )?)+)\\]\\)\\)\\)$`)
  for (const check of checks) {
    const values = list.exec(check)?.[1]
    if (values !== undefined) return values.replaceAll('::text', '').replaceAll(', ', ' | ')
  }
  return undefined
}
