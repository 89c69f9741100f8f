import { UnreachableError } from './errors.ts'
import type {
  CheckoutCommand,
  InitResponse,
  LinkCode,
  OutcomeResult,
  PollResponse,
  Product,
  WireCheckoutCommand,
} from './types.ts'

type Fields = Record<string, unknown>

/** Converts response bodies to types. A body that no store would send throws; it is never delivered in part. */
export function readCheckoutCommands(body: unknown): CheckoutCommand[] {
  return readList(body, 'checkouts').map((entry) => {
    const { products, product, ...rest } = readFields<WireCheckoutCommand>(entry, ['id', 'gameUserId', 'deliveryType'])
    return { ...rest, products: readProducts(products ?? (product === undefined ? undefined : [product])) }
  })
}

export function readPollResponse(body: unknown): PollResponse {
  const commands = readList(body, 'commands').map((entry) => {
    const command = readFields<PollResponse['commands'][number]>(entry, ['id', 'gameUserId', 'deliveryType'])
    if (!Number.isInteger(command.attempt) || !Number.isInteger(command.done)) throw unreadable('attempt or done')
    if (!isObject(command.conditions)) throw unreadable('conditions')
    readProducts(command.products)
    return command
  })
  return { commands, more: isObject(body) && body['more'] === true }
}

export function readLinkCode(body: unknown): LinkCode {
  return readFields(body, ['code', 'expiresAt'])
}

export function readInitResponse(body: unknown): InitResponse {
  if (!isObject(body)) throw unreadable('store')
  return {
    store: readFields(body['store'], ['id', 'name', 'plan', 'expirationDate', 'url']),
    server: readFields(body['server'], ['id', 'name']),
  }
}

/** Fewer results than outcomes would make an outcome look reported that is not. */
export function readOutcomeResults(body: unknown, expectedLength: number): OutcomeResult[] {
  const results = readList(body, 'results').map((result) => readFields<OutcomeResult>(result, ['id', 'status']))
  if (results.length !== expectedLength) throw unreadable('results')
  return results
}

/** Checks that the named fields are strings. Other fields are passed through: newer stores may send more. */
export function readFields<T>(value: unknown, stringFields: string[]): T {
  if (!isObject(value)) throw unreadable(stringFields.join(', '))
  const missing = stringFields.find((field) => typeof value[field] !== 'string')
  if (missing !== undefined) throw unreadable(missing)
  return value as T
}

function readList(body: unknown, field: string): unknown[] {
  const list = isObject(body) ? body[field] : undefined
  if (!Array.isArray(list)) throw unreadable(field)
  return list
}

function readProducts(products: unknown): Product[] {
  if (!Array.isArray(products)) throw unreadable('products')
  for (const { commands } of products.map((product) => readFields<Partial<Product>>(product, ['id', 'name']))) {
    const isList = Array.isArray(commands) && commands.every((command) => typeof command === 'string')
    if (!isList) throw unreadable('commands')
  }
  return products as Product[]
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function unreadable(field: string): UnreachableError {
  return new UnreachableError(
    `The response does not come from a store: ${field} is missing or has the wrong type. Check url.`,
    { reason: 'unreadable' },
  )
}
