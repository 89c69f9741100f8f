import { beforeAll, expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import type { StoreId } from '../../src/ids.ts'
import { erasePlayer } from '../../src/players/erase-player.ts'
import { exportPlayer } from '../../src/players/export-player.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { insertPlayerRows, type InsertedTexts } from './insert-player-rows.ts'
import { formsOf, scanDatabase } from './scan-database.ts'

const store = await startStore()
const PLAYER = 'Zoë "the \\ InsertedTexts" 7f3a9c'
const scan = (value: string) => scanDatabase((text, values) => store.query(text, values), value)
let storeId: StoreId
let inserted: InsertedTexts

beforeAll(async () => {
  const made = await insertPlayerRows(store, PLAYER)
  storeId = made.storeId
  inserted = made.inserted
})

/** Texts of the owner about the store, its servers and products. The owner must remove a player's id from them. */
const OWNERS = [
  'categories.comparison',
  'categories.description',
  'categories.name',
  'categories.translations',
  'checkout_lines.approve_commands',
  'checkout_lines.expire_commands',
  'checkout_lines.refund_commands',
  'discount_codes.code',
  'discount_codes.code_key',
  'discount_codes.name',
  'game_servers.address',
  'game_servers.bound_to',
  'game_servers.game',
  'game_servers.name',
  'grants.expire_product',
  'identity_connections.client_id',
  'identity_connections.sealed',
  'provider_connections.key_id',
  'provider_connections.sealed',
  'picture_files.content',
  'product_pictures.alt',
  'product_variants.name',
  'product_variants.translations',
  'products.approve_commands',
  'products.description',
  'products.expire_commands',
  'products.fields',
  'products.name',
  'products.refund_commands',
  'products.summary',
  'products.translations',
  'sales.name',
  'sales.translations',
  'server_keys.hint',
  'storefront_drafts.changes',
  'storefront_pages.body',
  'storefront_pages.title',
  'storefront_pages.translations',
  'storefronts.goal',
  'storefronts.join_address',
  'storefronts.return_origins',
  'storefronts.text_overrides',
  'storefronts.texts',
  'storefronts.theme',
  'storefronts.theme_settings',
  'storefronts.time_zone',
  'storefronts.translations',
  'stores.name',
  'stores.plan',
  'stores.tax_rates',
  'stores.url',
  'theme_errors.file',
  'theme_errors.message',
  'theme_errors.template',
  'theme_files.content',
  'theme_files.hash',
  'theme_files.path',
  'theme_versions.author',
  'theme_versions.label',
  'theme_versions.name',
  'tier_groups.name',
  'webhook_endpoints.event_types',
  'webhook_endpoints.secret',
  'webhook_endpoints.secret_key_id',
  'webhook_endpoints.url',
]

/** Data about staff: names, addresses, the keys of their requests, and alerts about products, tokens and providers. */
const STAFFS = [
  'api_tokens.hint',
  'api_tokens.last_used_from',
  'api_tokens.name',
  'api_tokens.scopes',
  'audit_log.address',
  'audit_log.request_id',
  'idempotent_responses.etag',
  'idempotent_responses.key',
  'player_bans.created_by',
  'redeliveries.created_by',
  'store_alerts.actor',
  'store_alerts.kind',
  'store_alerts.subject',
]

/** Responses to staff, stored for a day. Their content is in the export itself. */
const RESPONSES = ['idempotent_responses.body']

/** The encrypted token of the link to an order, and the code of a gift card that the buyer has not seen. */
const LINKS = ['checkout_buyers.token_sealed', 'gift_cards.code_sealed', 'gift_cards.key_id']

/** Ids of the provider. They are needed to trace payments and to recognise repeated callbacks. */
const PROVIDERS = [
  'parked_payments.subject',
  'payment_callbacks.event_id',
  'payment_callbacks.kind',
  'payments.page_ref',
  'sandbox_payments.refunds',
]

/** They name no player: the id at another platform is a hash, and the sandbox knows its player through the checkouts. */
const NAMELESS = ['imported_records.source_id', 'sandbox_invoices.refunds']

/** Texts of the owner that were frozen at the sale. */
const SOLD = [
  'checkout_lines.billing_period',
  'checkout_lines.name',
  'checkouts.currency',
  'checkouts.imported_from',
  'checkouts.tax_country',
  'gift_cards.currency',
  'subscriptions.currency',
  'delivery_ledger.products',
]

test('every column that can contain text about a player is in the export, or is not about the player', async () => {
  const exported = await inStore(store.database.app, storeId, (tx) => exportPlayer(tx, { storeId, gameUserId: PLAYER }))
  const text = JSON.stringify(exported)
  const missing = [...inserted.keys()].filter((place) => !text.includes(`at ${place}`))
  expect(missing.sort()).toEqual(
    [...OWNERS, ...STAFFS, ...RESPONSES, ...LINKS, ...NAMELESS].filter((place) => inserted.has(place)).sort(),
  )
  expect(exported).toMatchObject({ format: 'quartermaster.player', version: 1, gameUserId: PLAYER })
  expect(exported.checkouts).toHaveLength(2)
  expect(exported.entitlements).toHaveLength(2)
  expect(exported.deliveries.map((command) => String(command['state'])).sort()).toEqual([
    'pending',
    'pending',
    'processed',
  ])
  expect(exported.auditLog).toHaveLength(4)
  expect(exported.redeliveries).toHaveLength(1)
  const secrets = [...inserted].filter(([place]) => /secret|sealed|key_id/.test(place))
  expect(secrets.filter(([, words]) => text.includes(words))).toEqual([])
})

test('an erased player is found nowhere in any encoding, except in texts that are not about the player', async () => {
  const before = await scan(PLAYER)
  expect(Object.keys(before).length).toBeGreaterThan(50)
  const { pseudonym, ...counts } = await inStore(store.database.app, storeId, (tx) =>
    erasePlayer(tx, { storeId, gameUserId: PLAYER, cancelPending: true }),
  )
  expect(counts).toEqual({ checkouts: 2, cancelled: 2 })
  await store.query('vacuum analyze')
  const after = await scan(PLAYER)
  // The statistics of the planner repeat values of the columns.
  const left = Object.keys(after).filter((place) => !place.startsWith('pg_statistic.'))
  expect(left.sort()).toEqual([...OWNERS, ...STAFFS, ...PROVIDERS, ...SOLD, ...NAMELESS].filter(isLeft).sort())

  const exported = await inStore(store.database.app, storeId, (tx) =>
    exportPlayer(tx, { storeId, gameUserId: pseudonym }),
  )
  expect(exported.checkouts).toHaveLength(2)
  expect(exported.auditLog).toMatchObject([
    { subject: pseudonym, details: {} },
    { subject: expect.stringMatching(/^chk_/) as string, details: { reason: `${pseudonym} asked for it`, amount: 5 } },
    { subject: 'sale', details: { buyer: { gameUserId: pseudonym }, list: [pseudonym, 1] } },
    { subject: 'wipe', details: { gameUserIds: ['another', pseudonym] } },
  ])
  await expectNoViolations(store)
})

/** Erasing removes the expire commands, because the game does not know the pseudonym. */
function isLeft(place: string): boolean {
  return inserted.has(place) && place !== 'grants.expire_product'
}

test('a value is found in every encoding', async () => {
  const value = 'Zoë 7f3a'
  for (const form of formsOf(value)) {
    const [row] = await store.query<{ found: boolean }>('select strpos($1, $2) > 0 as found', [`x${form}y`, form])
    expect(row?.found, form).toBe(true)
  }
  for (const before of ['', 'a', 'ab', 'abc']) {
    const encoded = Buffer.from(`${before}${value}...`).toString('base64')
    expect(
      formsOf(value).some((form) => encoded.includes(form)),
      before,
    ).toBe(true)
  }
})
