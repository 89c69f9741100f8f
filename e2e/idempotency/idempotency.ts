import { readOptions } from '../kit/options.ts'
import { spawnHeld, type HeldProcess } from '../kit/held-process.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { startDatabase } from '../kit/start-product.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { EXPECTED } from '../walls/expected.ts'
import { addFilledStore } from '../walls/fixture.ts'
import { createHttpClient } from '../walls/http-client.ts'
import { type Operation, readPublishedOperations } from '../walls/operations.ts'
import { openConnections } from '../walls/store-context.ts'
import { checkAfterKill, checkOperation, type CheckedWrite } from './check-operation.ts'
import { createCounter, describeEffect } from './effects.ts'
import { createWrite, sendWrite, type Setup, type Tally } from './write-request.ts'

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
  const writes = readPublishedOperations().filter(({ isWrite }) => isWrite)
  const tally: Tally = { requests: 0, effects: 0, differentAnswers: 0, failures: [] }
  for (const { id } of writes) if (!EXPECTED[id]) tally.failures.push(`${id} has no entry in e2e/walls/expected.ts`)
  const chosen = chooseOperations(writes)
  await checkAll(defer, chosen, tally)
  const { requests, effects, differentAnswers, failures } = tally
  const figures = { operations: chosen.length, requests, effects, differentAnswers, failures: failures.length }
  return { figures, failures }
})

function chooseOperations(writes: Operation[]): Operation[] {
  const { only, short, seed } = options
  if (only !== undefined) return writes.filter(({ id }) => id === only)
  return short
    ? createRandom(seed)
        .shuffle(writes)
        .slice(0, Math.ceil(writes.length / 3))
    : writes
}

async function checkAll(defer: Defer, operations: Operation[], tally: Tally): Promise<void> {
  const { databaseUrl } = await startDatabase(defer)
  const connections = openConnections(databaseUrl)
  defer(() => connections.close())
  const storeId = await addFilledStore(connections, 'falcon')
  const processes = [startProcess(databaseUrl), startProcess(databaseUrl)]
  defer(() => Promise.all(processes.map((process) => process.kill())))
  const clients = await Promise.all(
    processes.map(async (process) => createHttpClient(Number(await process.start()), { sockets: options.concurrent })),
  )
  defer(() => clients.forEach((client) => client.close()))
  const setup: Setup = {
    connections,
    store: { ...connections, storeId, marker: 'falcon' },
    count: await createCounter(connections),
    clients,
  }

  const progress = startProgress('before and after the kill', operations.length * 2)
  const checked: CheckedWrite[] = []
  for (const operation of operations) {
    const expected = EXPECTED[operation.id]
    const write =
      expected && (await checkOperation(setup, tally, { operation, expected, concurrent: options.concurrent }))
    if (write) checked.push(write)
    progress.add(1)
  }
  const [first] = processes
  if (!first) throw new Error('No process runs')
  for (const write of checked) await sendHeld(setup, tally, { write, process: first })
  await first.kill()
  setup.clients.shift()?.close()
  for (const write of checked) {
    await checkAfterKill(setup, tally, write)
    progress.add(1)
  }
  progress.done()
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
async function sendHeld(
  setup: Setup,
  tally: Tally,
  { write, process }: { write: CheckedWrite; process: HeldProcess },
): Promise<void> {
  const { operation, expected, effect } = write
  const held = await createWrite(setup, operation, expected)
  write.held = held
  const before = await setup.count()
  void sendWrite(setup, tally, held, { hold: true }).catch(() => undefined)
  const isHeld = await waitUntil(() => process.log().includes(`held ${held.requestId}\n`), {
    timeoutMs: HELD_TIMEOUT_MS,
  })
  if (!isHeld) throw new Error(`${operation.id} was not answered in time`)
  tally.effects++
  const found = describeEffect(before, await setup.count())
  if (found !== effect)
    tally.failures.push(`${operation.id}: before the kill, the effect was "${found}", not "${effect}"`)
}
