import { requestHost } from '../../server/test/origins/request-host.ts'
import { withClient } from '../kit/query.ts'
import { type Attack, judgeStatus, type Target } from './attack.ts'

const MANAGE = '/api/manage/1.0/account/providers'
const STORE = 'thief.stores.example'
const SETTINGS = { PUBLIC_URL: 'https://manage.example', STOREFRONT_DOMAIN: 'stores.example' }

/** Attacks with the `Host` header, and from the pages of a store. */
export const ATTACKS: Attack[] = [
  {
    name: 'reach the management API through the host of a store',
    async run(target) {
      const { status } = await requestHost(await openStore(target), STORE, { path: MANAGE })
      return judgeStatus(status, { refusal: 404, success: [200], how: 'the host of a store serves the management API' })
    },
  },
  {
    name: 'read the management API with a script in the page of a store',
    async run(target) {
      const headers = { origin: `https://${STORE}` }
      const url = await openStore(target)
      const { status, headers: received } = await requestHost(url, 'manage.example', { path: MANAGE, headers })
      if (status !== 200) throw new Error(`it answered ${status}`)
      const policy = received['cross-origin-resource-policy']
      if (received['access-control-allow-origin'] !== undefined) return 'the response is open to other origins'
      return policy === 'same-origin' ? undefined : 'another origin can embed the response'
    },
  },
  {
    name: "put one's own host into the link of an e-mail",
    async run(target) {
      const request = { method: 'POST', path: '/api/manage/1.0/account/password-reset' }
      const { status } = await requestHost(await openStore(target), 'evil.example', request)
      return judgeStatus(status, {
        refusal: 421,
        success: [200, 202, 204, 400, 415],
        how: 'any host reaches the route',
      })
    },
  },
  {
    name: "put one's own host into a callback address",
    async run(target) {
      const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
      const request = { path: '/docs/games-1.0/openapi.json', headers }
      const { status, text } = await requestHost(await openStore(target), 'api.stores.example', request)
      if (status !== 200) throw new Error(`it answered ${status}`)
      return text.includes('evil.example') ? 'the addresses of the document contain the host of the request' : undefined
    },
  },
  {
    name: 'be served under a name that nobody has registered',
    async run(target) {
      const url = await openStore(target)
      for (const path of [MANAGE, '/docs', '/', '/api/games/1.0/commands/pending-commands']) {
        const { status } = await requestHost(url, 'unknown.stores.example', { path })
        if (status !== 421) return `${path} answers ${status} under an unknown name`
      }
      return undefined
    },
  },
  {
    name: 'rebind a name to an installation on this machine',
    async run({ server }) {
      const { status } = await requestHost(server.url, 'rebound.evil.example', { path: MANAGE })
      return judgeStatus(status, { refusal: 421, success: [200], how: 'a page of a stranger reads the management API' })
    },
  },
]

/** A server with storefronts, and a store at `STORE`. */
async function openStore({ createOwner, createStore, databaseUrl, startServer }: Target): Promise<string> {
  await createStore(await createOwner())
  // Versions before hosts existed have no such table.
  await withClient(databaseUrl, (client) =>
    client.query(
      "insert into store_hosts (store_id, host, kind, proved_at) select id, 'thief', 'label', now() from stores limit 1 on conflict do nothing",
    ),
  ).catch(() => undefined)
  return (await startServer(SETTINGS)).url
}
