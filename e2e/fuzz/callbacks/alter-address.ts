import { newIdText } from '../requests/make-value.ts'
import type { Alter, Alterations } from './alteration.ts'
import type { CallbackParts } from './callback-parts.ts'
import { pathsOfOtherProviders } from './provider-accounts.ts'

/** Other addresses. The signature is right for the address that it was made for. */
export const ADDRESS: Alterations = {
  'another store': (parts, { account }) => ({ ...parts, path: account.otherPath }),
  'another provider': (parts, { random }) => ({ ...parts, path: random.pick(pathsOfOtherProviders(parts.path)) }),
  'a store of the other mode': (parts, { setup }) => {
    const { storeId } = parts.provider === 'sandbox' ? setup.live : setup.test
    return { ...parts, path: parts.path.slice(0, -30) + storeId }
  },
  'no such store': (parts) => ({ ...parts, path: parts.path.slice(0, -30) + newIdText('sto') }),
  'another spelling': (parts, { random }) => ({ ...parts, path: random.pick(SPELLINGS)(parts.path) }),
  'another method': (parts, { random }) => ({ ...parts, method: random.pick(METHODS) }),
}

const SPELLINGS: ((path: string) => string)[] = [
  (path) => path.slice(0, -26) + path.slice(-26).toUpperCase(),
  (path) => path.replace('sto_', 'STO_'),
  (path) => path.replace('sto_', ''),
  (path) => path.replace('sto_', 'chk_'),
  (path) => path.replace('sto_', 'sto-'),
  (path) => path.replace('/payments/', '/Payments/'),
  (path) => path.replace(/\/(\w)(?=\w+\/sto_)/, (_, first: string) => `/${first.toUpperCase()}`),
  (path) => path.replace('/1.0/', '/1/'),
  (path) => path.replace('/1.0/', '/2.0/'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/x`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}%2f`,
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => path.slice(0, -1),
  (path) => `${path}0`,
  (path) => path.replace('/sto_', '//sto_'),
  (path) => path.replace('/sto_', '/%73to%5'),
  (path) => path.replace('/sto_', '/../x/sto_'),
  (path) => `/${path}`,
  (path) => path.slice(0, -31),
  (path) => path.replace(/[^/]+(?=\/sto_)/, '__proto__'),
  (path) => path.replace(/[^/]+(?=\/sto_)/, 'constructor'),
  (path) => path.replace(/[^/]+(?=\/sto_)/, (name) => `${name}%20`),
  (path) => path.replace(/sto_./, (start) => `sto_${start.endsWith('0') ? '8' : 'z'}`),
]

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'REPORT']

/** MercadoPago signs an id in the query. */
export const QUERY: Alterations = {
  'another id': withId((id, { random }) => random.pick([`${id}0`, id.slice(1), '1', String(Number(id) + 1), `0${id}`])),
  'the id of another callback': (parts, { random, genuine }) => ({ ...parts, query: random.pick(genuine).query }),
  'an odd id': withId((id, { random }) =>
    random.pick(['', '%20', `${id}%20`, `+${id}`, `${id}.0`, `${id}%3B`, '../1', `${id}%00`, `-${id}`]),
  ),
  'without an id': (parts) => ({ ...parts, query: parts.query.replace(/data\.id=\w+&?/, '') }),
  'two ids': (parts, { random }) => ({ ...parts, query: `${parts.query}&data.id=${random.pick(['1', idOf(parts)])}` }),
  'two ids, the wrong one first': (parts) => ({ ...parts, query: `data.id=1&${parts.query}` }),
  'an id in a list': (parts) => ({ ...parts, query: parts.query.replace('data.id', 'data.id[]') }),
  'an id by another name': (parts, { random }) => ({
    ...parts,
    query: parts.query.replace('data.id', random.pick(['data_id', 'id', 'Data.Id', 'data[id]'])),
  }),
  'two types': (parts) => ({ ...parts, query: `${parts.query}&type=payment` }),
  'without a type': (parts) => ({ ...parts, query: parts.query.replace(/&?type=\w+/, '') }),
  'no query': (parts) => ({ ...parts, query: '' }),
  'another id in query and body': (parts, { random }) =>
    withIdEverywhere(parts, String(Number(idOf(parts)) + random.integer(1, 50))),
  'a body about something else': (parts, { random }) => {
    const [from, to] = random.pick([
      [`"${idOf(parts)}"`, '"1"'],
      ['"type":"payment"', '"type":"merchant_order"'],
    ] as const)
    return { ...parts, body: Buffer.from(parts.body.toString().replace(from, to)) }
  },
}

/** MercadoPago does not sign the type. A callback with another type has no effect. */
export const TYPE: Alterations = {
  'another type in query and body': (parts, { random }) => {
    const type = random.pick(['merchant_order', 'topic_chargebacks_wh', 'plan', 'stop_delivery_op_wh', 'Payment'])
    const body = parts.body.toString().replace('"type":"payment"', `"type":"${type}"`)
    return { ...parts, query: parts.query.replace('type=payment', `type=${type}`), body: Buffer.from(body) }
  },
}

function idOf({ query }: CallbackParts): string {
  return new URLSearchParams(query).get('data.id') ?? ''
}

function withId(change: (id: string, context: Parameters<Alter>[1]) => string): Alter {
  return (parts, context) => ({
    ...parts,
    query: parts.query.replace(/(?<=data\.id=)\w+/, (id) => change(id, context)),
  })
}

function withIdEverywhere(parts: CallbackParts, id: string): CallbackParts {
  const old = idOf(parts)
  const body = Buffer.from(parts.body.toString().replace(old, id))
  return { ...parts, query: parts.query.replace(old, id), body }
}
