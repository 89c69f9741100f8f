import { formatId, newId, type StoreId } from '../../../server/src/ids.ts'
import type { Alteration } from './alteration.ts'
import type { CallbackParts } from './callback-parts.ts'
import { pathsOfOthers } from './desk.ts'

/** To somebody else, or to nobody. The signature is right all the time, for the address that it was made for. */
export const ADDRESS: Alteration[] = [
  { name: 'another store', alter: (parts, { desk }) => ({ ...parts, path: desk.otherPath }) },
  {
    name: 'another provider',
    alter: (parts, { random }) => ({ ...parts, path: random.pick(pathsOfOthers(parts.path)) }),
  },
  {
    name: 'a store of another kind',
    alter: (parts, { world }) => {
      const { storeId } = parts.provider === 'sandbox' ? world.live : world.test
      return { ...parts, path: parts.path.slice(0, -30) + formatId('sto', storeId) }
    },
  },
  {
    name: 'no such store',
    alter: (parts) => ({ ...parts, path: parts.path.slice(0, -30) + formatId('sto', newId<StoreId>()) }),
  },
  { name: 'another spelling', alter: (parts, { random }) => ({ ...parts, path: random.pick(SPELLINGS)(parts.path) }) },
  { name: 'another method', alter: (parts, { random }) => ({ ...parts, method: random.pick(METHODS) }) },
]

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

/** MercadoPago signs an id in the query, and its own request id. */
export const QUERY: Alteration[] = [
  {
    name: 'another id',
    alter: withId((id, { random }) => random.pick([`${id}0`, id.slice(1), '1', String(Number(id) + 1), `0${id}`])),
  },
  { name: "another's id", alter: (parts, { random, genuine }) => ({ ...parts, query: random.pick(genuine).query }) },
  {
    name: 'an odd id',
    alter: withId((id, { random }) =>
      random.pick(['', '%20', `${id}%20`, `+${id}`, `${id}.0`, `${id}%3B`, '../1', `${id}%00`, `-${id}`]),
    ),
  },
  { name: 'without an id', alter: (parts) => ({ ...parts, query: parts.query.replace(/data\.id=\w+&?/, '') }) },
  {
    name: 'two ids',
    alter: (parts, { random }) => ({ ...parts, query: `${parts.query}&data.id=${random.pick(['1', idOf(parts)])}` }),
  },
  { name: 'two ids, the wrong one first', alter: (parts) => ({ ...parts, query: `data.id=1&${parts.query}` }) },
  { name: 'an id in a list', alter: (parts) => ({ ...parts, query: parts.query.replace('data.id', 'data.id[]') }) },
  {
    name: 'an id by another name',
    alter: (parts, { random }) => ({
      ...parts,
      query: parts.query.replace('data.id', random.pick(['data_id', 'id', 'Data.Id', 'data[id]'])),
    }),
  },
  { name: 'two types', alter: (parts) => ({ ...parts, query: `${parts.query}&type=payment` }) },
  { name: 'without a type', alter: (parts) => ({ ...parts, query: parts.query.replace(/&?type=\w+/, '') }) },
  { name: 'no query', alter: (parts) => ({ ...parts, query: '' }) },
  {
    name: 'an id in address and body',
    alter: (parts, { random }) => withIdEverywhere(parts, String(Number(idOf(parts)) + random.integer(1, 50))),
  },
  {
    name: 'a body about something else',
    alter: (parts, { random }) => {
      const text = parts.body.toString()
      return {
        ...parts,
        body: Buffer.from(
          random.chance(0.5)
            ? text.replace(`"${idOf(parts)}"`, '"1"')
            : text.replace('"type":"payment"', '"type":"merchant_order"'),
        ),
      }
    },
  },
  {
    name: 'another type in address and body',
    harmless: true,
    alter: (parts, { random }) => {
      const type = random.pick(['merchant_order', 'topic_chargebacks_wh', 'plan', 'stop_delivery_op_wh', 'Payment'])
      const query = parts.query.replace('type=payment', `type=${type}`)
      return {
        ...parts,
        query,
        body: Buffer.from(parts.body.toString().replace('"type":"payment"', `"type":"${type}"`)),
      }
    },
  },
]

function idOf({ query }: CallbackParts): string {
  return new URLSearchParams(query).get('data.id') ?? ''
}

function withId(change: (id: string, context: Parameters<Alteration['alter']>[1]) => string): Alteration['alter'] {
  return (parts, context) => ({
    ...parts,
    query: parts.query.replace(/(?<=data\.id=)\w+/, (id) => change(id, context)),
  })
}

function withIdEverywhere(parts: CallbackParts, id: string): CallbackParts {
  const old = idOf(parts)
  return {
    ...parts,
    query: parts.query.replace(old, id),
    body: Buffer.from(parts.body.toString().replace(old, id)),
  }
}
