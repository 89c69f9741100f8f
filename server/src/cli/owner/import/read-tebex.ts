import { join } from 'node:path'
import { cleanLine, cleanText } from './clean-text.ts'
import { collectEntitlements } from './collect-entitlements.ts'
import { emptyDocument, type ImportDocument } from './document.ts'
import { toPriceMinor } from './price.ts'
import type { CommandsOfProduct } from './read-command-file.ts'
import { parseJson, type ReadApi, readFileText } from './read-source.ts'
import { readTebexCoupon } from './read-tebex-coupon.ts'
import { readTebexPackage } from './read-tebex-package.ts'
import { dateOf, fieldsOf, listOf, numberOf, textOf, toPosition } from './source-values.ts'

export type PlayerForm = 'id' | 'dashed-id' | 'name'
type Page = { items: unknown[]; number: number; last: number }

/** The parts of a Tebex store, from its API or from files that contain its responses. */
export type TebexSource = {
  read: (name: string) => Promise<unknown>
  readPages: (name: string) => AsyncIterable<Page>
}

export function tebexApi(read: ReadApi): TebexSource {
  return {
    read: (name) => read(name === 'packages' ? 'packages?verbose=true' : name),
    async *readPages(name) {
      for (let number = 1, last = 1; number <= last; number++) {
        const page = await read(`${name}?paged=1&page=${number}`)
        const { last_page: lastPage, pagination } = fieldsOf(page)
        last = numberOf(lastPage ?? fieldsOf(pagination)['lastPage'])
        yield { items: listOf(page), number, last }
      }
    },
  }
}

/** `packages.json` has the response of `/packages`, and so on. */
export function tebexFolder(dir: string): TebexSource {
  const read = async (name: string) => {
    const text = await readFileText(join(dir, `${name}.json`))
    return text === undefined ? undefined : parseJson(text, `${name}.json`)
  }
  return {
    read,
    async *readPages(name) {
      yield { items: listOf(await read(name)), number: 1, last: 1 }
    },
  }
}

type Options = {
  commands: Map<string, CommandsOfProduct>
  /** Default: the name in Minecraft, otherwise the id. */
  player?: PlayerForm | undefined
  onPage?: (page: { number: number; last: number }) => void
}

export async function readTebex(source: TebexSource, { commands, player, onPage }: Options): Promise<ImportDocument> {
  const { account } = fieldsOf(await source.read('information'))
  const { currency, game_type: game } = fieldsOf(account)
  const document = { ...emptyDocument('tebex'), currency: textOf(fieldsOf(currency)['iso_4217']) || null }
  const form = player ?? (/minecraft/i.test(textOf(game)) ? 'name' : 'id')
  const positions = readCategories(document, fieldsOf(await source.read('listing'))['categories'])
  const durations = new Map<string, number | null>()
  for (const each of listOf(await source.read('packages'))) {
    const { product, notes } = readTebexPackage(fieldsOf(each), { commands, currency: document.currency, positions })
    durations.set(product.sourceId, product.durationSeconds ?? null)
    document.notes.push(...notes)
    document.products.push(product)
  }
  await readPayments(document, source, { form, durations, onPage })
  await readPlayersAndCodes(document, source, form)
  return document
}

type Positions = Map<string, number>

/** Categories inside categories become categories of their own. Returns the positions of packages. */
function readCategories(document: ImportDocument, categories: unknown, parent = '', positions: Positions = new Map()) {
  for (const each of listOf(categories)) {
    const { id, name, order, subcategories, packages } = fieldsOf(each)
    const title = cleanLine(parent === '' ? textOf(name) : `${parent} – ${textOf(name)}`, 100)
    const sourceId = textOf(id)
    if (sourceId === '') continue
    document.categories.push({ sourceId, name: title || `Category ${sourceId}`, position: toPosition(order) })
    for (const one of listOf(packages)) positions.set(textOf(fieldsOf(one)['id']), toPosition(fieldsOf(one)['order']))
    readCategories(document, subcategories, title, positions)
  }
  return positions
}

type PaymentOptions = { form: PlayerForm; durations: Map<string, number | null>; onPage: Options['onPage'] }

async function readPayments(
  document: ImportDocument,
  source: TebexSource,
  { form, durations, onPage }: PaymentOptions,
): Promise<void> {
  const owned = collectEntitlements()
  let unknown = 0
  for await (const page of source.readPages('payments')) {
    onPage?.(page)
    for (const payment of page.items) {
      const { status, date, player, packages } = fieldsOf(payment)
      if (textOf(status).toLowerCase() !== 'complete') continue
      const gameUserId = playerOf(player, form)
      const since = dateOf(date)
      for (const each of listOf(packages)) {
        const { id, quantity } = fieldsOf(each)
        const productSourceId = textOf(id)
        const seconds = durations.get(productSourceId)
        if (gameUserId === '' || seconds === undefined || since === null) unknown++
        else {
          const until = seconds === null ? null : new Date(since.getTime() + seconds * 1000)
          owned.add({
            productSourceId,
            gameUserId,
            since,
            until,
            quantity: Math.max(1, Math.trunc(numberOf(quantity))),
          })
        }
      }
    }
  }
  document.entitlements = owned.list()
  if (owned.endedCount() > 0)
    document.notes.push({ about: 'Payments', text: `${owned.endedCount()} purchases have ended and are not imported.` })
  if (unknown > 0)
    document.notes.push({
      about: 'Payments',
      text: `${unknown} purchases name no player, no date or a deleted package, and are not imported.`,
    })
}

async function readPlayersAndCodes(document: ImportDocument, source: TebexSource, form: PlayerForm): Promise<void> {
  let others = 0
  for (const each of listOf(await source.read('bans'))) {
    const { reason, user } = fieldsOf(each)
    const { ign, uuid } = fieldsOf(user)
    const gameUserId = playerOf({ name: ign, uuid }, form)
    if (gameUserId === '') others++
    else document.bans.push({ gameUserId, reason: cleanText(textOf(reason), 500) || 'Banned at Tebex' })
  }
  if (others > 0)
    document.notes.push({
      about: 'Bans',
      text: `${others} bans are only for an address or an e-mail, and are not imported.`,
    })
  for await (const { items } of source.readPages('coupons'))
    for (const each of items) readTebexCoupon(document, fieldsOf(each))
  for (const each of listOf(await source.read('gift-cards'))) {
    const { code, balance, note, void: isVoid } = fieldsOf(each)
    const { remaining } = fieldsOf(balance)
    // A void card is sent too: it may have been imported before.
    const balanceMinor = isVoid === true ? 0 : toPriceMinor(remaining, document.currency)
    document.giftCards.push({ code: textOf(code), balanceMinor, note: cleanText(textOf(note), 500) })
  }
}

function playerOf(player: unknown, form: PlayerForm): string {
  const { name, uuid } = fieldsOf(player)
  if (form === 'name') return cleanLine(textOf(name), 255)
  const id = cleanLine(textOf(uuid), 255)
  return form === 'dashed-id' ? id.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5') : id
}
