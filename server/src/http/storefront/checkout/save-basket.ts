import type { FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { changeLine } from '../../../storefront/baskets/change-line.ts'
import { removeCard, setCode } from '../../../storefront/baskets/set-code.ts'
import { saveGameCode, saveWho } from '../identity/save-who.ts'
import { readWho, type WhoFaults } from '../identity/who-view.ts'
import type { FaultView } from '../../../storefront/views/order-pages.ts'
import { visitOf } from '../visit.ts'
import { toFault } from './faults.ts'
import { type CheckoutParts, readBasketToken, setBasketCookie } from './form.ts'
import type { TypedBasket } from './line-views.ts'
import type { FilledBasket } from './typed-basket.ts'

/** What was typed and is not saved, with the reasons. */
export type Unsaved = { basket: TypedBasket; who: WhoFaults }
type Saving = CheckoutParts & { request: FastifyRequest; reply: FastifyReply; filled: FilledBasket }

/**
 * Saves everything that the form of a page contains, whichever button has sent it. Each part is saved by itself, so that a fault in one
 * field loses nothing in another. `unsaved` is missing if everything is saved.
 */
export async function saveBasket(saving: Saving): Promise<{ token: string | undefined; unsaved?: Unsaved }> {
  const { request, reply, filled, ...parts } = saving
  const unsaved: Unsaved = { basket: {}, who: {} }
  let token = readBasketToken(request)
  const keep = (changed: { token: string }) => {
    token = changed.token
    setBasketCookie(reply, token)
  }
  if (filled.line) {
    const changed = await saveLine(saving, token)
    if ('token' in changed) keep(changed)
    else unsaved.basket.faults = [changed.fault]
  }
  if (filled.gameCode !== '' && (await acceptsGameCodes(saving, token))) {
    const used = await saveGameCode(parts, { request, reply, token }, filled.gameCode)
    if ('token' in used) token = used.token
    else unsaved.who = { code: filled.gameCode, codeFault: used.fault }
  }
  const who = await saveWho(parts, { request, reply, token }, filled)
  token = who.token
  unsaved.who = { ...unsaved.who, ...who.unsaved }
  const coded = await saveCodes(saving, token)
  if (coded && 'token' in coded) keep(coded)
  else if (coded) unsaved.basket = { ...unsaved.basket, code: filled.code, codeFault: coded.fault }
  const hasFault = Object.keys(unsaved.basket).length > 0 || Object.keys(unsaved.who).length > 0
  return { token, ...(hasFault && { unsaved }) }
}

type Changed = { token: string } | { fault: FaultView }

async function saveLine({ payments, request, filled }: Saving, token: string | undefined): Promise<Changed> {
  const { storeId } = visitOf(request)
  const { line } = filled
  if (!line) return { fault: { key: 'product_gone' } }
  try {
    return await inStore(payments.db, storeId, (tx) => changeLine(tx, { storeId, token, change: 'set', ...line }))
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { fault: { key: error.code === 'not_found' ? 'product_gone' : 'basket_full' } }
  }
}

async function acceptsGameCodes(saving: Saving, token: string | undefined): Promise<boolean> {
  const { providers } = await readWho(saving, { storeId: visitOf(saving.request).storeId, token })
  return providers.includes('code')
}

/** One field for all kinds of codes. Buttons of their own remove a code and a gift card. Undefined: nothing changes. */
async function saveCodes(
  { payments, limits, request, filled }: Saving,
  token: string | undefined,
): Promise<Changed | undefined> {
  const { storeId } = visitOf(request)
  const { pressed, code, isNewCode } = filled
  const removed = pressed === 'remove_code' || pressed === 'remove_card' ? pressed : undefined
  const isTyped = isNewCode || (pressed === 'apply_code' && code !== '')
  if (!removed && !isTyped) return undefined
  try {
    if (isTyped && code !== '') limits.promotionCodes({ storeId, address: request.identity.address })
    return await inStore(payments.db, storeId, async (tx) => {
      const key = { storeId, token }
      if (removed)
        key.token = (await (removed === 'remove_card' ? removeCard(tx, key) : setCode(tx, { ...key, code: '' }))).token
      return isTyped ? setCode(tx, { ...key, code }) : { token: key.token ?? '' }
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return { fault: { key: 'too_many_tries' } }
    return { fault: toFault(error, { player: '', name: '', code }) }
  }
}
