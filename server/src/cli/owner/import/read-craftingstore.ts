import { cleanLine, cleanText } from './clean-text.ts'
import { collectEntitlements } from './collect-entitlements.ts'
import { convertCommands, type Placeholders } from './convert-commands.ts'
import { emptyDocument, type ImportDocument } from './document.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { toPriceMinor } from './price.ts'
import { type CommandsOfProduct, stageOf } from './read-command-file.ts'
import type { ReadApi } from './read-source.ts'
import { dateOf, fieldsOf, listOf, numberOf, textOf, toPosition } from './source-values.ts'
import type { PlayerForm } from './read-tebex.ts'

const MAX_PAGES = 100_000

type Options = {
  commands: Map<string, CommandsOfProduct>
  /** Default: the name. */
  player?: PlayerForm | undefined
  onPage?: (page: { number: number; last: number }) => void
}

/** Reads the API of CraftingStore. It shows neither commands nor durations: those come from the command file. */
export async function readCraftingStore(
  read: ReadApi,
  { commands, player = 'name', onPage }: Options,
): Promise<ImportDocument> {
  const information = fieldsOf(await read('information'))
  const { currency } = fieldsOf(information['data'] ?? information)
  const document = {
    ...emptyDocument('craftingstore'),
    currency: /^[A-Z]{3}$/.test(textOf(currency)) ? textOf(currency) : null,
  }
  for (const each of listOf(await read('categories'))) {
    const { id, name, description, order } = fieldsOf(each)
    const position = toPosition(order)
    const text = cleanText(htmlToMarkdown(textOf(description)), 20_000)
    const sourceId = textOf(id)
    document.categories.push({
      sourceId,
      name: cleanLine(textOf(name), 100) || `Category ${sourceId}`,
      description: text,
      position,
    })
  }
  for (const each of listOf(await read('packages'))) readPackage(document, fieldsOf(each), commands)
  await readPayments(document, read, { player, onPage })
  for (const each of listOf(await read('gift-cards'))) {
    const { code, amountRemaining, amount } = fieldsOf(each)
    const balanceMinor = toPriceMinor(amountRemaining ?? amount, document.currency)
    document.giftCards.push({ code: textOf(code), balanceMinor })
  }
  return document
}

function readPackage(document: ImportDocument, fields: Record<string, unknown>, commands: Options['commands']): void {
  const sourceId = textOf(fields['id'])
  const name = cleanLine(textOf(fields['name']), 200) || `Package ${sourceId}`
  const file = commands.get(sourceId)
  const given =
    file?.commands ??
    listOf(fields['commands']).map((each) => {
      const { type, command } = fieldsOf(each)
      return { stage: stageOf(textOf(type) || 'approve'), command: textOf(command) }
    })
  const price = textOf(fields['price'])
  const converted = convertCommands(name, given, craftingStorePlaceholders({ name, price }))
  document.notes.push(...converted.notes)
  const isHidden = fields['enabled'] === false || fields['enabled'] === 0 || !converted.isComplete
  document.products.push({
    sourceId,
    categorySourceId: textOf(fields['categoryId']) || null,
    name,
    description: cleanText(htmlToMarkdown(textOf(fields['description'])), 20_000),
    position: toPosition(fields['order']),
    visibility: isHidden ? 'hidden' : 'public',
    priceMinor: toPriceMinor(fields['price'], document.currency),
    durationSeconds: file?.durationSeconds ?? null,
    commands: converted.commands,
    servers: [],
  })
}

type PaymentOptions = { player: PlayerForm; onPage: Options['onPage'] }

/** A payment names its package, but not the id. */
async function readPayments(
  document: ImportDocument,
  read: ReadApi,
  { player, onPage }: PaymentOptions,
): Promise<void> {
  const byName = Map.groupBy(document.products, ({ name }) => name)
  const owned = collectEntitlements()
  let unknown = 0
  let first = ''
  for (let number = 1; number <= MAX_PAGES; number++) {
    const page = await read(`payments?page=${number}`)
    const items = listOf(page)
    const { lastPage } = fieldsOf(fieldsOf(page)['meta'])
    onPage?.({ number, last: numberOf(lastPage) })
    // An API without pages sends the same page again.
    const beginning = JSON.stringify(items[0] ?? '')
    if (items.length === 0 || beginning === first) break
    first = beginning
    for (const payment of items) {
      const { packageName, timestamp, uuid, inGameName, status } = fieldsOf(payment)
      if (/refund|chargeback|denied|open/i.test(textOf(status))) continue
      const products = byName.get(cleanLine(textOf(packageName), 200)) ?? []
      const gameUserId = cleanLine(textOf(player === 'name' ? inGameName : uuid), 255)
      const since = dateOf(numberOf(timestamp) > 0 ? numberOf(timestamp) : timestamp)
      const [product] = products
      if (!product || products.length > 1 || gameUserId === '' || since === null) unknown++
      else {
        const seconds = product.durationSeconds ?? null
        const until = seconds === null ? null : new Date(since.getTime() + seconds * 1000)
        owned.add({ productSourceId: product.sourceId, gameUserId, since, until, quantity: 1 })
      }
    }
    if (numberOf(lastPage) > 0 && number >= numberOf(lastPage)) break
  }
  document.entitlements = owned.list()
  if (owned.endedCount() > 0)
    document.notes.push({ about: 'Payments', text: `${owned.endedCount()} purchases have ended and are not imported.` })
  if (unknown > 0)
    document.notes.push({
      about: 'Payments',
      text: `${unknown} purchases name no player, no date, or a package that does not exist or exists twice. They are not imported.`,
    })
}

/** https://docs.craftingstore.net: what placeholders can I use? */
function craftingStorePlaceholders({ name, price }: { name: string; price: string }): Placeholders {
  const asName = {
    becomes: '{userId}',
    note: 'Commands get what the store knows a player by. Check that they accept it where they had a name.',
  }
  const missing = (what: string) => ({
    advice: `${what} is not available to commands here. Add the command by hand without it.`,
  })
  const fixed = (becomes: string) => ({
    becomes,
    note: 'The price or name of the package is now a fixed part of a command.',
  })
  return {
    player: asName,
    uuid: { becomes: '{userId}' },
    uuid_dashed: { becomes: '{userId}' },
    package_name: fixed(name),
    ingame_package_name: fixed(name),
    cost: fixed(price),
    packages: missing('The list of packages'),
    steam_id: missing('The old form of a Steam id'),
    amount: missing('The quantity'),
    transaction_id: missing('The number of the transaction'),
    discord_id: missing('The Discord account'),
    discord_name: missing('The Discord account'),
  }
}
