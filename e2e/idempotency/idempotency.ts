import { readOptions } from '../kit/options.ts'
import { spawnHeld, type HeldProcess } from '../kit/kills/held-process.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { startDatabase } from '../kit/start-product.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { addFilledStore, raiseLimits } from '../walls/fixture.ts'
import { createHttpClient } from '../walls/http-client.ts'
import { type Operation, readOperations } from '../walls/operations.ts'
import { openConnections } from '../walls/store-context.ts'
import { checkAfterKill, checkOperation, type CheckedWrite } from './check-operation.ts'
import { createEffectMeter } from './effects.ts'
import { createWrite, type Run, sendWrite } from './write-request.ts'

const options = readOptions({
  script: 'idempotency',
  about: `Sends every write of the management API many times at once with one Idempotency-Key: it must have one effect, and all
responses must be equal. Then sends another request with the key, the same key from another account, a retry after the
process was killed before it responded, and the key again a day later. The short form checks a third of the operations.`,
  options: {
    concurrent: { type: 'number', help: 'how many equal requests at once', default: 100, short: 8 },
    only: { type: 'text', help: 'the id of one operation' },
  },
})

const HELD_TIMEOUT_MS = 60_000

await runHarness(options, async (defer) => {
  console.log(`seed ${options.seed}`)
  // Other routes, such as payment callbacks and payment pages, have no Idempotency-Key.
  const writes = readOperations().filter(
    ({ isWrite, isStreamed, path }) => isWrite && !isStreamed && path.startsWith('/api/manage/1.0/'),
  )
  const chosen = chooseOperations(writes)
  const { requests, effects, differentAnswers, failures } = await checkAll(defer, chosen)
  const figures = { operations: chosen.length, requests, effects, differentAnswers, failures: failures.length }
  return { figures, failures }
})

function chooseOperations(writes: Operation[]): Operation[] {
  const { only, short, seed } = options
  if (only !== undefined) {
    const found = writes.filter(({ id }) => id === only)
    if (found.length === 0) throw new Error(`The management API has no write "${only}"`)
    return found
  }
  const shuffled = createRandom(seed).shuffle(writes)
  return short ? shuffled.slice(0, Math.ceil(writes.length / 3)) : writes
}

async function checkAll(defer: Defer, operations: Operation[]): Promise<Run> {
  const { concurrent } = options
  const { databaseUrl } = await startDatabase(defer)
  const connections = openConnections(databaseUrl)
  defer(() => connections.close())
  await raiseLimits(connections)
  const storeId = await addFilledStore(connections, 'falcon')
  const first = startProcess(databaseUrl)
  const second = startProcess(databaseUrl)
  defer(() => Promise.all([first.kill(), second.kill()]))
  const clients = await Promise.all(
    [first, second].map(async (one) => createHttpClient(Number(await one.start()), { sockets: concurrent })),
  )
  defer(() => clients.forEach((client) => client.close()))
  const run: Run = {
    store: { ...connections, storeId, marker: 'falcon' },
    measureEffect: await createEffectMeter(connections),
    clients,
    requests: 0,
    effects: 0,
    differentAnswers: 0,
    failures: [],
  }

  const progress = startProgress('before and after the kill', operations.length * 2)
  const checked: CheckedWrite[] = []
  for (const operation of operations) {
    const write = await checkOperation(run, { operation, concurrent })
    if (write) checked.push(write)
    progress.add(1)
  }
  for (const write of checked) await sendHeld(run, write, first)
  await first.kill()
  clients.shift()?.close()
  for (const write of checked) {
    await checkAfterKill(run, write)
    progress.add(1)
  }
  progress.done()
  return run
}

function startProcess(databaseUrl: string): HeldProcess {
  return spawnHeld({
    root: PROJECT_ROOT,
    program: 'e2e/idempotency/product-process.ts',
    args: [databaseUrl],
    modules: ['e2e/walls/open-product.ts'],
    env: {},
  })
}

/** Sends a write whose response the process never sends: it has its effect, but the client does not know. */
async function sendHeld(run: Run, write: CheckedWrite, process: HeldProcess): Promise<void> {
  const { operation, effect } = write
  const held = await createWrite(run, operation)
  write.held = held
  const [found] = await run.measureEffect(async () => {
    void sendWrite(run, held, { hold: true }).catch(() => undefined)
    const isHeld = () => process.log().includes(`held ${held.requestId}\n`)
    if (!(await waitUntil(isHeld, { timeoutMs: HELD_TIMEOUT_MS })))
      throw new Error(`${operation.id} was not answered in time`)
  })
  run.effects++
  if (found !== effect)
    run.failures.push(`${operation.id}: before the kill, the effect was "${found}", not "${effect}"`)
}
