import { readOptions } from '../../e2e/kit/options.ts'
import { query } from '../../e2e/kit/query.ts'
import { runCommand } from '../../e2e/kit/run-command.ts'
import { type Defer, runHarness } from '../../e2e/kit/run-harness.ts'
import { startProduct } from '../../e2e/kit/start-product.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { type Answer, askHost } from './ask-host.ts'
import { startCaddy } from './start-caddy.ts'

const options = readOptions({
  script: 'lab hosts',
  about: `Starts the server behind Caddy with the configuration of docs/operate.md: a label, a proved domain, the management and the
APIs get a certificate and are served with HSTS and secure cookies; names without a proof and names of strangers get none.
The short form is the same.`,
  options: {},
})

const DOMAIN = 'stores.example'
const LABEL = `vale.${DOMAIN}`
const OWN_DOMAIN = 'shop.vale.example'
const MANAGEMENT = 'manage.example'
const CHANGE_TIMEOUT_MS = 10_000

type Ask = (host: string, call?: { path?: string; form?: string }) => Promise<Answer | undefined>

await runHarness(options, async (defer) => {
  const { ask, storeId, slug, run } = await open(defer)
  const failures: string[] = []
  const figures = { served: 0, refused: 0 }
  const expect = (isTrue: boolean, what: string) => void (isTrue || failures.push(what))

  const served = [
    [LABEL, '/', 200],
    [OWN_DOMAIN, '/', 200],
    [OWN_DOMAIN, '/api/storefront/1.0/store', 200],
    [MANAGEMENT, '/api/manage/1.0/whoami', 401],
    [`api.${DOMAIN}`, '/docs', 200],
    [OWN_DOMAIN, '/api/manage/1.0/whoami', 404],
    [MANAGEMENT, `/p/${slug}`, 404],
  ] as const
  for (const [host, path, status] of served) {
    const answer = await ask(host, { path })
    figures.served += answer ? 1 : 0
    expect(answer?.status === status, `${host}${path} was answered with ${answer?.status} instead of ${status}`)
    const isPage = status === 200 && host !== `api.${DOMAIN}`
    if (isPage || host === MANAGEMENT)
      expect(
        answer?.headers['strict-transport-security'] === 'max-age=31536000' || status === 404,
        `${host}${path} has no HSTS`,
      )
  }
  for (const host of [
    'unproved.example',
    `unknown.${DOMAIN}`,
    DOMAIN,
    'rebound.evil.example',
    `${LABEL}.evil.example`,
  ]) {
    const answer = await ask(host)
    figures.refused += answer ? 0 : 1
    expect(answer === undefined, `${host} got a certificate and was answered with ${answer?.status}`)
  }

  const added = await ask(LABEL, { path: '/basket/lines', form: `product=${slug}` })
  const cookie = String(added?.headers['set-cookie'])
  expect(
    added?.status === 303 && /^__Host-basket=qmb_\w+; Path=\/; .*Secure; HttpOnly; SameSite=Lax$/.test(cookie),
    `the basket was answered with ${added?.status} and the cookie ${cookie.replace(/qmb_\w+/, 'qmb_…')}`,
  )
  const home = await ask(LABEL)
  expect(home?.body.includes(`href="https://${LABEL}`) === true, 'the page does not know that it was opened with https')

  await run('host', 'remove', '--store', storeId, '--host', OWN_DOMAIN)
  const isGone = await waitUntil(async () => (await ask(OWN_DOMAIN))?.status === 421, { timeoutMs: CHANGE_TIMEOUT_MS })
  expect(isGone, 'a removed domain is still served')
  return { figures: { ...figures, failed: failures.length }, failures }
})

async function open(defer: Defer) {
  const settings = { PUBLIC_URL: `https://${MANAGEMENT}`, STOREFRONT_DOMAIN: DOMAIN, TRUST_PROXY: '127.0.0.1' }
  const { server, databaseUrl, folder } = await startProduct(defer, { settings })
  const run = (...args: string[]) => runCommand([...args, '--json'], { databaseUrl, env: settings })
  const store = JSON.parse(
    await run('store', 'create', '--name', 'Vale', '--url', 'vale.example', '--currency', 'BRL'),
  ) as { id: string }
  const of = ['--store', store.id]
  await run('server', 'create', '--name', 'lobby', ...of)
  await run('product', 'create', '--name', 'VIP', '--price', '19.90', '--approve', 'addvip {userId}', ...of)
  await run('host', 'label', '--label', 'vale', ...of)
  await run('host', 'add', '--domain', OWN_DOMAIN, ...of)
  await run('host', 'add', '--domain', 'unproved.example', ...of)
  // The check of the TXT record asks the name servers of the internet.
  await query(databaseUrl, 'update store_hosts set proved_at = now() where host = $1', [OWN_DOMAIN])
  const [product] = await query<{ slug: string }>(databaseUrl, 'select slug from products')
  const { port, ca } = await startCaddy(defer, { folder, server })
  const ask: Ask = (host, call) => askHost(host, { ...call, port, ca })
  if (!(await waitUntil(async () => (await ask(OWN_DOMAIN))?.status === 200, { timeoutMs: CHANGE_TIMEOUT_MS })))
    throw new Error(`${OWN_DOMAIN} is not served`)
  return { ask, run, storeId: store.id, slug: product?.slug ?? '' }
}
