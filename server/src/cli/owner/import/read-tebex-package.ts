import { cleanLine, cleanText } from './clean-text.ts'
import { convertCommands, type Placeholders, type SourceCommand } from './convert-commands.ts'
import type { Note, Product } from './document.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { toPriceMinor } from './price.ts'
import { type CommandsOfProduct, stageOf } from './read-command-file.ts'
import { fieldsOf, listOf, numberOf, textOf, toPosition } from './source-values.ts'

const DAY = 86_400
const SECONDS: Record<string, number> = {
  minute: 60,
  hour: 3_600,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  year: 365 * DAY,
}

type Context = { commands: Map<string, CommandsOfProduct>; currency: string | null; positions: Map<string, number> }

/** A package of Tebex as a product. */
export function readTebexPackage(
  fields: Record<string, unknown>,
  { commands, currency, positions }: Context,
): { product: Product; notes: Note[] } {
  const sourceId = textOf(fields['id'])
  const name = cleanLine(textOf(fields['name']), 200) || `Package ${sourceId}`
  const notes: Note[] = []
  const note = (text: string) => notes.push({ about: name, text })
  const file = commands.get(sourceId)
  const period = textOf(fields['expiry_period']).toLowerCase().replace(/s$/, '')
  const length = numberOf(fields['expiry_length'])
  const ownSeconds = length > 0 && SECONDS[period] !== undefined ? Math.round(length * SECONDS[period]) : null
  if (ownSeconds !== null && (period === 'month' || period === 'year'))
    note(`A ${period} is imported as ${period === 'month' ? 30 : 365} days.`)
  const durationSeconds = file?.durationSeconds ?? ownSeconds
  const given = file?.commands ?? listOf(fields['commands']).map(toSourceCommand)
  const price = toPriceMinor(fields['price'], currency)
  const values = { id: sourceId, name, price: textOf(fields['price']), currency: currency ?? '' }
  const converted = convertCommands(name, given, tebexPlaceholders(values))
  notes.push(...converted.notes)
  if (!converted.isComplete) note('It is imported as hidden until you have added the commands that were left out.')
  for (const [field, text] of UNSUPPORTED) if (isSet(fields[field])) note(text)
  if (textOf(fields['type']) === 'subscription')
    note('It is a subscription. Tebex keeps charging its subscribers until you cancel there.')
  const limit = isSet(fields['user_limit_period']) ? 0 : Math.trunc(numberOf(fields['user_limit']))
  const isHidden = fields['disabled'] === true || !converted.isComplete
  const description = cleanText(htmlToMarkdown(textOf(fields['description'])), 20_000)
  return {
    notes,
    product: {
      sourceId,
      categorySourceId: textOf(fieldsOf(fields['category'])['id']) || null,
      name,
      description,
      position: positions.get(sourceId) ?? toPosition(fields['order']),
      visibility: isHidden ? 'hidden' : 'public',
      priceMinor: price,
      durationSeconds,
      commands: converted.commands,
      maxPerPlayer: limit > 0 ? limit : null,
      servers: listOf(fields['servers']).map(
        (server) => textOf(fieldsOf(server)['name']) || textOf(fieldsOf(server)['id']),
      ),
    },
  }
}

const isSet = (value: unknown) => value === true || numberOf(value) > 0 || (Array.isArray(value) && value.length > 0)

const UNSUPPORTED = [
  ['custom_price', 'Buyers could choose what they pay. It is imported with its fixed price.'],
  ['choose_server', 'Buyers could choose the server. Allow that in the product, if you want it here too.'],
  ['create_giftcard', 'It created a gift card, which is not imported.'],
  ['required_packages', 'It required other packages. Use tiers for that.'],
  ['global_limit', 'Its total limit is not imported. Set a stock, if you need one.'],
] as const

function toSourceCommand(value: unknown): SourceCommand {
  const { type, stage, command } = fieldsOf(value)
  return { stage: stageOf(textOf(type) || textOf(stage) || 'initial'), command: textOf(command) }
}

/** https://docs.tebex.io/creators/command-management/an-introduction-to-commands */
function tebexPlaceholders(values: { id: string; name: string; price: string; currency: string }): Placeholders {
  const userId = { becomes: '{userId}' }
  const asName = {
    becomes: '{userId}',
    note: 'Commands get what the store knows a player by. Check that they accept it where they had a name.',
  }
  const missing = (what: string) => ({
    advice: `${what} is not available to commands here. Add the command by hand without it.`,
  })
  const fixed = (becomes: string) => ({
    becomes,
    note: 'The price, name or number of the package is now a fixed part of a command.',
  })
  return {
    id: userId,
    uuid: userId,
    username: asName,
    name: asName,
    packageid: fixed(values.id),
    packagename: fixed(values.name),
    packageprice: fixed(values.price),
    price: fixed(values.price),
    currency: fixed(values.currency),
    transaction: missing('The number of the transaction'),
    server: missing('The name of the server'),
    time: missing('The time'),
    date: missing('The date'),
    email: missing('The e-mail address'),
    ip: missing('The address of the buyer'),
    packageexpiry: missing('The duration'),
    purchasername: missing('The giver of a gift'),
    purchaseruuid: missing('The giver of a gift'),
    purchasequantity: missing('The quantity'),
  }
}
