import { UnreachableError } from './errors.ts'
import type { CheckoutCommand, Deliveries, Product, Settled, Welcome, WireCheckoutCommand } from './types.ts'

type Fields = Record<string, unknown>

/** Where the answers of a store become types. What a store of ours cannot have said is refused as a whole. */
export function readCheckoutCommands(body: unknown): CheckoutCommand[] {
  return readList(body, 'checkouts').map((element) => {
    const { products, product, ...rest } = readFields<WireCheckoutCommand>(element, [
      'id',
      'gameUserId',
      'deliveryType',
    ])
    return { ...rest, products: readProducts(products ?? (product === undefined ? undefined : [product])) }
  })
}

export function readDeliveries(body: unknown): Deliveries {
  const commands = readList(body, 'commands').map((element) => {
    const command = readFields<Deliveries['commands'][number]>(element, ['id', 'gameUserId', 'deliveryType'])
    if (!Number.isInteger(command.attempt) || !Number.isInteger(command.done)) throw unreadable('attempt or done')
    if (!isObject(command.conditions)) throw unreadable('conditions')
    readProducts(command.products)
    return command
  })
  return { commands, more: isObject(body) && body['more'] === true }
}

export function readWelcome(body: unknown): Welcome {
  if (!isObject(body)) throw unreadable('store')
  return {
    store: readFields(body['store'], ['id', 'name', 'plan', 'expirationDate', 'url']),
    server: readFields(body['server'], ['id', 'name']),
  }
}

export function readSettled(body: unknown, length: number): Settled[] {
  const results = readList(body, 'results').map((result) => readFields<Settled>(result, ['id', 'status']))
  if (results.length !== length) throw unreadable('results')
  return results
}

/** Fields that are not named here are taken as they are: newer stores may send more. */
export function readFields<T>(value: unknown, texts: string[]): T {
  if (!isObject(value)) throw unreadable(texts.join(', '))
  const missing = texts.find((field) => typeof value[field] !== 'string')
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
  return new UnreachableError(`The answer is not that of a store: ${field} is missing or of another kind`, {
    reason: 'unreadable',
  })
}
