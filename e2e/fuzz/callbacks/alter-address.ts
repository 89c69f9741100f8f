import { newIdText } from '../requests/make-value.ts'
import {
  type Alter,
  type AlterationContext,
  type Alterations,
  append,
  prepend,
  replace,
  type Spelling,
} from './alteration.ts'
import type { CallbackParts } from './callback-parts.ts'
import { pathsOfOtherProviders } from './provider-accounts.ts'

/** Other addresses. The signature is right for the address that it was made for. */
export const ADDRESS: Alterations = {
  'another store': (_, { account }) => ({ path: account.otherPath }),
  'another provider': ({ path }, { random }) => ({ path: random.pick(pathsOfOtherProviders(path)) }),
  'a store of the other mode': ({ path, provider }, { setup }) => {
    const { storeId } = (provider === 'sandbox' ? setup.live : setup.test).own
    return { path: path.slice(0, -30) + storeId }
  },
  'no such store': ({ path }) => ({ path: path.slice(0, -30) + newIdText('sto') }),
  'another spelling': ({ path }, { random }) => ({ path: random.pick(SPELLINGS)(path) }),
  'another method': (_, { random }) => ({ method: random.pick(METHODS) }),
}

const SPELLINGS: Spelling[] = [
  ...append('/', '//', '/x', '%00', '%20', '%2f', ';a=b', '.json', '0'),
  ...prepend('/'),
  ...replace('sto_', 'STO_', '', 'chk_', 'sto-'),
  ...replace('/sto_', '//sto_', '/%73to%5', '/../x/sto_'),
  ...replace('/1.0/', '/1/', '/2.0/'),
  ...replace('/payments/', '/Payments/'),
  ...replace(/[^/]+(?=\/sto_)/, '__proto__', 'constructor', '$&%20'),
  (path) => path.replace(/\/\w(?=\w+\/sto_)/, (start) => start.toUpperCase()),
  (path) => path.replace(/sto_./, (start) => `sto_${start.endsWith('0') ? '8' : 'z'}`),
  (path) => path.slice(0, -26) + path.slice(-26).toUpperCase(),
  (path) => path.slice(0, -1),
  (path) => path.slice(0, -31),
]

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'REPORT']

/** MercadoPago signs an id in the query. */
export const QUERY: Alterations = {
  'another id': withId((id, { random }) => random.pick([`${id}0`, id.slice(1), '1', String(Number(id) + 1), `0${id}`])),
  'the id of another callback': (_, { random, genuine }) => ({ query: random.pick(genuine).query }),
  'an odd id': withId((id, { random }) =>
    random.pick(['', '%20', `${id}%20`, `+${id}`, `${id}.0`, `${id}%3B`, '../1', `${id}%00`, `-${id}`]),
  ),
  'without an id': ({ query }) => ({ query: query.replace(/data\.id=\w+&?/, '') }),
  'two ids': (parts, { random }) => ({ query: `${parts.query}&data.id=${random.pick(['1', idOf(parts)])}` }),
  'two ids, the wrong one first': ({ query }) => ({ query: `data.id=1&${query}` }),
  'an id in a list': ({ query }) => ({ query: query.replace('data.id', 'data.id[]') }),
  'an id by another name': ({ query }, { random }) => ({
    query: query.replace('data.id', random.pick(['data_id', 'id', 'Data.Id', 'data[id]'])),
  }),
  'two types': ({ query }) => ({ query: `${query}&type=payment` }),
  'without a type': ({ query }) => ({ query: query.replace(/&?type=\w+/, '') }),
  'no query': () => ({ query: '' }),
  'another id in query and body': (parts, { random }) => {
    const [old, id] = [idOf(parts), String(Number(idOf(parts)) + random.integer(1, 50))]
    return { query: parts.query.replace(old, id), body: replaceBody(parts, old, id) }
  },
  'a body about something else': (parts, { random }) => {
    const isId = random.chance(0.5)
    return { body: isId ? replaceBody(parts, `"${idOf(parts)}"`, '"1"') : replaceType(parts, 'merchant_order') }
  },
}

/** MercadoPago does not sign the type. A callback with another type has no effect. */
export const TYPE: Alterations = {
  'another type in query and body': (parts, { random }) => {
    const type = random.pick(['merchant_order', 'topic_chargebacks_wh', 'plan', 'stop_delivery_op_wh', 'Payment'])
    return { query: parts.query.replace('type=payment', `type=${type}`), body: replaceType(parts, type) }
  },
}

function idOf({ query }: CallbackParts): string {
  return new URLSearchParams(query).get('data.id') ?? ''
}

function withId(change: (id: string, context: AlterationContext) => string): Alter {
  return ({ query }, context) => ({ query: query.replace(/(?<=data\.id=)\w+/, (id) => change(id, context)) })
}

function replaceType(parts: CallbackParts, type: string): Buffer {
  return replaceBody(parts, '"type":"payment"', `"type":"${type}"`)
}

function replaceBody({ body }: CallbackParts, old: string, by: string): Buffer {
  return Buffer.from(body.toString().replace(old, by))
}
