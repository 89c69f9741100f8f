import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import { type CheckoutId, formatId, type GiftCardId, type StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { hintOf } from '../../secret-token.ts'
import { hashGiftCardCode, newGiftCardCode } from './code.ts'

/** A buyer who closed the page must be able to come back to it. */
const FORGET_DAYS = 7

type CheckoutKey = { storeId: StoreId; checkoutId: CheckoutId }
type CardKey = { storeId: StoreId; cardId: GiftCardId }
type Sealed = { cardId: GiftCardId; valueMinor: number; sealed: Buffer | null; keyId: string | null }

export type SoldCode = { valueMinor: number; code: string }

/**
 * The codes of the cards that were bought in a checkout. A card gets its code here, when its buyer looks at it first. Cards that are void,
 * and codes that were forgotten, are left out.
 */
export async function showSoldCodes(tx: Tx, sealer: Sealer, key: CheckoutKey): Promise<SoldCode[]> {
  const { storeId, checkoutId } = key
  const { rows: unseen } = await sql<{ cardId: GiftCardId }>`
    select id as "cardId" from gift_cards
    where store_id = ${storeId} and checkout_id = ${checkoutId} and code_hash is null and voided_at is null
    order by id for no key update`.execute(tx)
  for (const { cardId } of unseen) await makeCode(tx, sealer, { storeId, cardId })
  await sql`
    update gift_cards set shown_at = now()
    where store_id = ${storeId} and checkout_id = ${checkoutId} and shown_at is null and code_hash is not null`.execute(
    tx,
  )
  return readSoldCodes(tx, sealer, key)
}

/** The codes that the buyer has asked for before, as long as they are stored. */
export async function readSoldCodes(tx: Tx, sealer: Sealer, { storeId, checkoutId }: CheckoutKey): Promise<SoldCode[]> {
  const { rows } = await sql<Sealed>`
    select id as "cardId", value_minor as "valueMinor", code_sealed as sealed, key_id as "keyId" from gift_cards
    where store_id = ${storeId} and checkout_id = ${checkoutId} and voided_at is null and shown_at is not null
      and code_sealed is not null
    order by line_no, unit`.execute(tx)
  return rows.flatMap(({ cardId, valueMinor, sealed, keyId }) =>
    sealed === null || keyId === null
      ? []
      : { valueMinor, code: sealer.open({ keyId, sealed }, cardLabel({ storeId, cardId })) },
  )
}

async function makeCode(tx: Tx, sealer: Sealer, { storeId, cardId }: CardKey): Promise<void> {
  const code = newGiftCardCode()
  const { keyId, sealed } = sealer.seal(code, cardLabel({ storeId, cardId }))
  await sql`
    update gift_cards set code_hash = ${hashGiftCardCode(storeId, code)}, hint = ${hintOf(code)}, code_sealed = ${sealed},
      key_id = ${keyId}
    where store_id = ${storeId} and id = ${cardId} and code_hash is null`.execute(tx)
}

/** Binds an encrypted code to its card. */
export function cardLabel({ storeId, cardId }: CardKey): string {
  return `gift card ${formatId('sto', storeId)} ${formatId('gfc', cardId)}`
}

/** Deletes the encrypted codes that buyers have seen a week ago. Their hashes stay, so the cards still work. */
export async function forgetCodes(app: Db, reader: ReaderDb): Promise<void> {
  const isOld = sql`code_sealed is not null and shown_at < now() - make_interval(days => ${FORGET_DAYS})`
  const { rows } = await sql<{ storeId: StoreId }>`
    select distinct store_id as "storeId" from gift_cards where ${isOld}`.execute(reader)
  for (const { storeId } of rows) {
    await inStore(app, storeId, (tx) =>
      sql`update gift_cards set code_sealed = null, key_id = null where store_id = ${storeId} and ${isOld}`.execute(tx),
    )
  }
}

/** Seals the codes that are still stored with the newest key. Safe to repeat. */
export async function resealCodes(
  app: Db,
  reader: ReaderDb,
  sealer: Sealer,
): Promise<{ resealed: number; current: number }> {
  const { rows } = await sql<CardKey & { keyId: string }>`
    select store_id as "storeId", id as "cardId", key_id as "keyId" from gift_cards where key_id is not null`.execute(
    reader,
  )
  const old = rows.filter(({ keyId }) => keyId !== sealer.keyId)
  for (const { storeId, cardId } of old) {
    await inStore(app, storeId, async (tx) => {
      const { rows: found } = await sql<{ sealed: Buffer; keyId: string }>`
        select code_sealed as sealed, key_id as "keyId" from gift_cards
        where store_id = ${storeId} and id = ${cardId} and code_sealed is not null and key_id is not null
        for update`.execute(tx)
      if (!found[0]) return
      const label = cardLabel({ storeId, cardId })
      const { keyId, sealed } = sealer.seal(sealer.open(found[0], label), label)
      await sql`
        update gift_cards set code_sealed = ${sealed}, key_id = ${keyId}
        where store_id = ${storeId} and id = ${cardId}`.execute(tx)
    })
  }
  return { resealed: old.length, current: rows.length - old.length }
}
