import { randomBytes } from 'node:crypto'
import { createManageClient, type Manage, type ManageClient } from '@quartermaster/sdk'
import { runCommand } from './run-command.ts'

type Place = {
  /** Where the server listens. */
  url: string
  databaseUrl: string
  root?: string
  /** Replaces `fetch`, for servers whose address changes. */
  fetch?: typeof fetch
  retries?: number
  /** Raises the limit of stores for all accounts. */
  manyStores?: boolean
}

export type Owner = {
  manage: ManageClient
  connect: (token: string) => ManageClient
  email: string
  password: string
  /** The session of `manage`. */
  token: string
}

/** More than the default, because the API limits the requests of each account and token to 30 per second. */
const DEFAULT_RETRIES = 10

/** Creates an account with the command line, and signs in over HTTP. */
export async function createOwner({ databaseUrl, root, manyStores = true, ...rest }: Place): Promise<Owner> {
  const connection = { retries: DEFAULT_RETRIES, ...rest }
  const email = `owner-${randomBytes(4).toString('hex')}@vale.example`
  const password = randomBytes(12).toString('hex')
  const command = ['account', 'create', '--email', email, '--name', 'Owner', '--json']
  await runCommand(command, { databaseUrl, input: `${password}\n`, ...(root !== undefined && { root }) })
  if (manyStores) await allowManyStores({ databaseUrl, ...(root !== undefined && { root }) })
  const { session } = await createManageClient(connection).signIn({ email, password, sessionType: 'token' })
  if (!session?.token) throw new Error('The sign-in returned no token')
  const connect = (token: string) => createManageClient({ ...connection, token })
  return { manage: connect(session.token), connect, email, password, token: session.token }
}

/** Harnesses create more stores with one account than an owner may. */
async function allowManyStores(place: { databaseUrl: string; root?: string }): Promise<void> {
  await runCommand(['limit', 'set', '--name', 'stores', '--max', '100000', '--json'], place)
}

const AREAS = ['store', 'servers', 'catalog', 'checkouts', 'deliveries', 'players', 'webhooks', 'payments']
const SCOPES = ['commands:write', 'redeliveries:write', ...AREAS.flatMap((area) => [`${area}:read`, `${area}:write`])]

type NewStore = {
  name?: string
  currency?: string
  mode?: 'live' | 'test'
  /** How many game servers. The first one is the default server. */
  servers?: number
  profile?: 'standard' | 'fivem' | 'mta'
  /** Whether to create an API token, so that each store has its own rate limit. Otherwise the owner's session is used. */
  withToken?: boolean
}
type NewProduct = Partial<Omit<Manage.CreateProductData['body'], 'commands'>> & {
  commands?: Partial<Manage.CreateProductData['body']['commands']>
}

export type TestStore = {
  storeId: string
  manage: ManageClient
  /** The credential of `manage`. */
  token: string
  servers: { id: string; key: string }[]
  /** Returns the id of the product. */
  addProduct: (product?: NewProduct) => Promise<string>
  sell: (sale: Manage.CreateManualSaleData['body']) => Promise<Manage.ManualSale>
}

/** Creates a store with game servers over HTTP. */
export async function createTestStore(
  owner: Owner,
  {
    name = 'Vale',
    currency = 'BRL',
    mode = 'live',
    servers: count = 1,
    profile = 'standard',
    withToken = true,
  }: NewStore = {},
): Promise<TestStore> {
  const { id: storeId } = await owner.manage.createStore({ name, url: 'vale.example', currency, mode })
  const { token } = withToken ? await owner.manage.createToken({ storeId, name: 'test', scopes: SCOPES }) : owner
  const manage = owner.connect(token)
  const servers: TestStore['servers'] = []
  for (let i = 1; i <= count; i++) {
    const { id, key } = await manage.createServer({ storeId, name: `server ${i}`, profile })
    servers.push({ id, key })
  }
  return {
    storeId,
    manage,
    token,
    servers,
    async addProduct({ commands, ...product } = {}) {
      const approve = ['addvip {userId} gold']
      const defaults = { name: 'VIP Gold', priceMinor: 1_990 }
      const input = { storeId, ...defaults, ...product, commands: { approve, ...commands } }
      return (await manage.createProduct(input)).id
    },
    sell: (sale) => manage.createManualSale({ storeId, ...sale }),
  }
}
