import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../server/src/accounts/second-factor/totp.ts'
import { cpuSeconds } from '../kit/process-usage.ts'
import { queryRow } from '../kit/query.ts'
import { type Attack, judgeStatus, refused, type Target } from './attack.ts'
import { randomId } from './random-id.ts'

/** A document may cost this many times as much as an address that does not exist. Rendering it again costs 50 to 400 times as much. */
const MAX_COST = 30
/** All requests together stay below what the documentation may be asked by all networks. */
const CALLS = 10
const NO_PAGE = '/no-such-page'
const ROUNDS = 3
const MANY = 600
const AT_ONCE = 20

const PUBLIC_DOCUMENTS = [
  '/docs',
  '/docs/guides/operate',
  '/docs/manage-1.0/',
  '/docs/manage-1.0/openapi.json',
  '/docs/manage-1.0/openapi.yaml',
  '/docs/scalar.js',
]

/** Attacks by strangers who can only send requests. */
export const ATTACKS: Attack[] = [
  {
    name: 'starve game servers with requests for the documentation',
    async run(target) {
      const least = new Map<string, number>()
      // A file is rendered at its first request, and what that costs can last: the server compiles and collects garbage.
      for (let round = 0; round < ROUNDS; round++) {
        for (const path of [NO_PAGE, ...PUBLIC_DOCUMENTS]) {
          const ms = await measureCpuMs(target, path, path === NO_PAGE ? MANY : CALLS)
          least.set(path, Math.min(ms, least.get(path) ?? ms))
        }
        await sleep(1_000)
      }
      const cheap = least.get(NO_PAGE) ?? 0
      for (const [path, ms] of least) {
        if (ms > MAX_COST * cheap) return `${path} takes ${ms} ms of CPU time, another page ${cheap} ms`
      }
      return undefined
    },
  },
  {
    name: 'load the documentation without a limit',
    run: (target) => flood(target, { path: '/docs', prefix: '2001:db8:0:1' }),
  },
  {
    name: 'guess server keys from many addresses',
    run: (target) => flood(target, { path: '/api/games/1.0/commands/pending-commands', prefix: '2001:db8:0:2' }),
  },
  {
    name: 'flood the callbacks of payment providers with random stores',
    run(target) {
      const path = () => `/api/payments/1.0/stripe/sto_${randomId(target.random)}`
      return flood(target, { path, prefix: '2001:db8:0:3', method: 'POST', body: '{}' })
    },
  },
  {
    name: 'flood payment pages with random orders',
    run(target) {
      const path = () => `/pay/sto_${randomId(target.random)}/chk_${randomId(target.random)}`
      return flood(target, { path, prefix: '2001:db8:0:4' })
    },
  },
  {
    name: 'read the metrics of a server that listens on all addresses',
    async run({ startServer }) {
      const { metricsPort } = await startServer({ HOST: '0.0.0.0' })
      const reading = fetch(`http://127.0.0.2:${metricsPort}/metrics`)
      return refused(reading, /^ECONNREFUSED:/, 'the metrics can be read at another address')
    },
  },
  {
    name: 'load the database with requests for the readiness',
    async run({ server, databaseUrl }) {
      const before = await countTransactions(databaseUrl)
      for (let i = 0; i < MANY; i += AT_ONCE) {
        const requests = Array.from({ length: AT_ONCE }, () => fetch(`http://127.0.0.1:${server.metricsPort}/readyz`))
        for (const { status } of await Promise.all(requests))
          if (status !== 200) throw new Error(`it answered ${status}`)
      }
      const queries = (await countTransactions(databaseUrl)) - before
      return queries > MANY / 2 ? `${MANY} requests caused ${queries} transactions` : undefined
    },
  },
  {
    name: 'set up a second factor for another account by naming it in the body',
    async run({ createOwner, databaseUrl, send }) {
      const [thief, victim] = [await createOwner(), await createOwner()]
      const find = 'select id, totp_confirmed_at is not null as changed from accounts where email = $1'
      const { id: accountId } = await queryRow<{ id: string }>(databaseUrl, find, [victim.email])
      const { challenge, secret } = await thief.manage.startTotpSetup()
      const code = codeOf(secret, Math.floor(Date.now() / 30_000))
      const { status } = await send('/api/manage/1.0/account/totp/confirm', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${thief.token}` },
        body: JSON.stringify({ challenge, code, accountId }),
      })
      const { changed } = await queryRow<{ changed: boolean }>(databaseUrl, find, [victim.email])
      if (changed) return 'the other account has the second factor'
      return judgeStatus(status, { refusal: 400, success: [], how: '' })
    },
  },
  {
    name: 'cause errors in the log with a forwarded address that is too long',
    async run({ send, createOwner }) {
      const { token } = await createOwner()
      const response = await send('/api/manage/1.0/stores', {
        method: 'POST',
        from: 'a'.repeat(65),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ name: 'Vale', url: 'vale.example', currency: 'EUR' }),
      })
      return judgeStatus(response.status, { refusal: 400, success: [500], how: 'the address is stored' })
    },
  },
  {
    name: 'guess a password with a known Idempotency-Key',
    async run({ send, createOwner }) {
      const { email, password } = await createOwner()
      const signIn = async (guess: string) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': 'known' }
        const body = JSON.stringify({ email, password: guess, sessionType: 'token' })
        const response = await send('/api/manage/1.0/account/sign-in', {
          method: 'POST',
          from: '192.0.2.77',
          headers,
          body,
        })
        return response.status
      }
      const first = await signIn(password)
      if (first !== 200) throw new Error(`the owner cannot sign in: ${first}`)
      for (let i = 0; i < 30; i++) await signIn(`wrong password ${i}`)
      const how = 'after 30 wrong passwords the right one was confirmed'
      return judgeStatus(await signIn(password), { refusal: 429, success: [200], how })
    },
  },
  {
    name: 'give every connection all rights of the login with options in DATABASE_URL',
    async run({ startServer, databaseUrl }) {
      const url = new URL(databaseUrl)
      url.searchParams.set('options', '-c jit=off')
      const how = 'the server started, and its connections have the rights of the login'
      return refused(startServer({ DATABASE_URL: url.href }), /DATABASE_URL.*options/, how)
    },
  },
]

/** PostgreSQL counts the transactions of a connection with a delay of up to a second. */
async function countTransactions(databaseUrl: string): Promise<number> {
  await sleep(2_000)
  const count = 'select xact_commit::integer as count from pg_stat_database where datname = current_database()'
  return (await queryRow<{ count: number }>(databaseUrl, count)).count
}

type Flood = RequestInit & { path: string | (() => string); prefix: string }

/** Sends many requests that must be limited, each from another address of an IPv6 /64 and with another wrong key. */
async function flood({ send }: Target, { path, prefix, ...request }: Flood): Promise<string | undefined> {
  const statuses: number[] = []
  const sendOne = async (i: number) => {
    const url = typeof path === 'string' ? path : path()
    const headers = { authorization: `wrong-key-${i}` }
    const response = await send(url, { ...request, headers, from: `${prefix}::${i.toString(16)}` })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  for (let i = 0; i < MANY; i += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, j) => sendOne(i + j)))
    if (statuses.includes(429)) return undefined
  }
  if (statuses.some((status) => status >= 500)) throw new Error(`the server answered ${Math.max(...statuses)}`)
  return `all ${MANY} requests from one IPv6 /64 were answered with ${[...new Set(statuses)].join(' and ')}`
}

/** The CPU time of one request. Each comes from another network, so that none is refused. */
async function measureCpuMs({ send, server }: Target, path: string, calls: number): Promise<number> {
  const start = await cpuSeconds(server.pid)
  for (let i = 0; i < calls; i++) {
    const response = await send(path, { from: `10.${i >> 8}.${i & 255}.1` })
    await response.arrayBuffer()
    if (response.status !== 200 && response.status !== 404) throw new Error(`${path} answered ${response.status}`)
  }
  return ((await cpuSeconds(server.pid)) - start) * (1_000 / calls)
}
