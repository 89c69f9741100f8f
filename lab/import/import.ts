import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerAsTebex, startFakePlatform, TEBEX_KEY } from '../../server/test/imports/fake-platform.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { query, queryRow } from '../../e2e/kit/query.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT, serverProgram } from '../../e2e/kit/run-command.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { createFolder, startProduct } from '../../e2e/kit/start-product.ts'
import { createOwner, createTestStore } from '../../e2e/kit/test-store.ts'
import { verify } from '../../e2e/kit/verify.ts'
import { createTebexStore } from './tebex-store.ts'

const options = readOptions({
  script: 'lab import',
  about: `Imports a Tebex store with the command line, over HTTP: a dry run, an import that is killed several times, the same import
again until it ends, and a second one, which must change nothing. Nothing may be enqueued, and players own exactly what the source says.`,
  options: {
    packages: { type: 'number', help: 'how many packages the store has', default: 300, short: 20 },
    entitlements: { type: 'number', help: 'how many products players own', default: 50_000, short: 600 },
    kills: { type: 'number', help: 'how often an import is killed', default: 5, short: 2 },
  },
})

type Ran = { code: number | null; stdout: string; stderr: string; seconds: number }
type Printed = { changes: number; counts: Record<string, Record<string, number>> }

await runHarness(options, async (defer) => {
  const { packages, entitlements, kills, seed } = options
  const random = createRandom(seed)
  const failures: string[] = []
  const missed: string[] = []
  const source = createTebexStore({ packages, entitlements, random })
  const tebex = await startFakePlatform({
    key: ['X-Tebex-Secret', TEBEX_KEY],
    answer: answerAsTebex(source.store),
    limitEvery: 700,
  })
  defer(() => tebex.close())
  const { databaseUrl, server, logFile } = await startProduct(defer)
  const owner = await createOwner({ url: server.url, databaseUrl })
  const { storeId } = await createTestStore(owner, { currency: 'USD', servers: 2, withToken: false })
  const scopes = [
    'commands:write',
    ...['store', 'servers', 'catalog', 'checkouts', 'players'].flatMap((area) => [`${area}:read`, `${area}:write`]),
  ]
  const { token } = await owner.manage.createToken({ storeId, name: 'import', scopes })
  const env = { XDG_CONFIG_HOME: await createFolder(defer) }
  const start = (args: string[], input: string) => startCommand(args, input, env)
  await start(['login', '--url', server.url, '--token'], `${token}\n`).ended
  const command = [
    'import',
    'tebex',
    '--remote',
    server.url,
    '--url',
    tebex.url,
    '--map-server',
    'lobby=' + (await firstServer(storeId)),
    '--json',
  ]
  const runImport = (...more: string[]) => start([...command, ...more], `${TEBEX_KEY}\n`)
  async function firstServer(id: string): Promise<string> {
    const { items } = await owner.manage.listServers({ storeId: id })
    return items[0]?.id ?? ''
  }
  const read = ({ stdout, stderr, code }: Ran): Printed => {
    if (code !== 0) throw new Error(`the import failed: ${stdout}${stderr}`)
    return JSON.parse(stdout) as Printed
  }

  const dry = read(await runImport('--dry-run').ended)
  const { rows: afterDryRun } = await queryRow<{ rows: number }>(
    databaseUrl,
    'select count(*)::integer as rows from imported_records',
  )
  if (afterDryRun !== 0) failures.push('the dry run has changed something')

  let killed = 0
  for (let i = 0; i < kills; i++) {
    const running = runImport()
    // The kills are spread over the import: products first, then what players own.
    const target = (i * (packages + entitlements)) / kills
    while (!running.hasEnded() && (await countImported(databaseUrl)) <= target) await sleep(5)
    await sleep(random.integer(0, 40))
    if (!running.hasEnded()) killed++
    running.kill()
    await running.ended
  }
  const partial = await countImported(databaseUrl)
  const repeated = await runImport().ended
  const first = read(repeated)
  if (!repeated.stderr.includes('importing')) failures.push('the import has shown no progress')
  const second = await runImport().ended
  const { changes } = read(second)
  if (changes !== 0) failures.push(`the second import has changed ${changes} things`)

  // The whole import at once, into an empty store, for the time that it takes.
  const { storeId: other } = await createTestStore(owner, { currency: 'USD', servers: 1, withToken: false })
  const { token: otherToken } = await owner.manage.createToken({ storeId: other, name: 'import', scopes })
  await start(['login', '--url', server.url, '--token'], `${otherToken}\n`).ended
  const whole = await start(['import', 'tebex', '--remote', server.url, '--url', tebex.url, '--json'], `${TEBEX_KEY}\n`)
    .ended
  const wholeResult = read(whole)
  const { categories, packages: products, coupons = [], giftCards = [] } = source.store
  // One of the two bans has no player.
  const expected = entitlements + products.length + categories.length + coupons.length + giftCards.length + 1
  if (wholeResult.changes !== expected)
    failures.push(`an import has changed ${wholeResult.changes} things instead of ${expected}`)
  if (dry.changes !== wholeResult.changes)
    failures.push(`the dry run announced ${dry.changes} changes instead of ${wholeResult.changes}`)
  if (whole.seconds > 120) missed.push(`the import took ${whole.seconds} s`)

  const { queued } = await queryRow<{ queued: number }>(
    databaseUrl,
    'select count(*)::integer as queued from pending_deliveries',
  )
  if (queued !== 0) failures.push(`${queued} deliveries are in the queue`)
  const differences = await compareOwned(databaseUrl, source.owned)
  failures.push(...differences.slice(0, 10))
  const { examples } = await verify(databaseUrl)
  failures.push(...examples)
  const leaks = await findKey(
    logFile,
    [dry, first, wholeResult].map((each) => JSON.stringify(each)).join() + repeated.stderr + whole.stderr,
  )
  if (leaks) failures.push('the key is in the log or in the output')
  return {
    figures: {
      seconds: whole.seconds,
      secondRunSeconds: second.seconds,
      packages,
      entitlements,
      changes,
      queued,
      kills: killed,
      partial,
      differences: differences.length,
      requests: tebex.requests(),
      limited: tebex.limited(),
      coupons: wholeResult.counts['coupons']?.['created'] ?? 0,
      giftCards: wholeResult.counts['giftCards']?.['created'] ?? 0,
    },
    failures,
    missed,
  }
})

function startCommand(args: string[], input: string, env: Record<string, string>) {
  const startedAt = Date.now()
  const child = spawn(process.execPath, [serverProgram(PROJECT_ROOT), ...args], {
    env: { ...process.env, ...env },
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let hasEnded = false
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const ended: Promise<Ran> = output.then(([stdout, stderr, [code]]) => {
    hasEnded = true
    return { stdout, stderr, code: code as number | null, seconds: Math.round((Date.now() - startedAt) / 100) / 10 }
  })
  return { ended, hasEnded: () => hasEnded, kill: () => child.kill('SIGKILL') }
}

async function countImported(databaseUrl: string): Promise<number> {
  const sql = 'select count(*)::integer as rows from imported_records'
  return (await queryRow<{ rows: number }>(databaseUrl, sql)).rows
}

/** What players own in each store, compared with what the source says. */
async function compareOwned(databaseUrl: string, owned: Map<string, string>): Promise<string[]> {
  const rows = await query<{ store: string; key: string; value: string }>(
    databaseUrl,
    `select e.store_id as store, r.source_id || ' ' || e.game_user_id as key,
       case when e.until = 'infinity' then 'x' || sum(g.quantity) else to_char(e.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as value
     from entitlements e join grants g on g.store_id = e.store_id and g.entitlement_id = e.id
     join imported_records r on r.store_id = e.store_id and r.kind = 'product' and r.target_id = e.product_id
     where e.ended_at is null group by e.store_id, e.id, r.source_id, e.game_user_id, e.until`,
  )
  const differences: string[] = []
  for (const [store, own] of Map.groupBy(rows, (row) => row.store)) {
    const found = new Map(own.map(({ key, value }) => [key, value]))
    if (found.size !== own.length) differences.push(`${store}: something is owned twice`)
    for (const [key, value] of owned)
      if (found.get(key) !== value) differences.push(`${store}: ${key} is ${found.get(key)} instead of ${value}`)
    if (found.size !== owned.size) differences.push(`${store}: ${found.size} things are owned instead of ${owned.size}`)
  }
  return differences
}

async function findKey(logFile: string, output: string): Promise<boolean> {
  const { readFile } = await import('node:fs/promises')
  return `${await readFile(logFile, 'utf8')}${output}`.includes(TEBEX_KEY)
}
