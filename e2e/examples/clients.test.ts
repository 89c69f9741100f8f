import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, test, vi } from 'vitest'
import { createClientProcess } from '../../conformance/src/clients/client-process.ts'
import { DEFAULT_SETTINGS } from '../../conformance/src/harness/settings.ts'
import { runScenarios } from '../../conformance/src/run-scenarios.ts'
import { listScenarios } from '../../conformance/src/scenarios/all.ts'
import { expireDue } from '../../server/src/entitlements/expire-due.ts'
import { advanceClock } from '../../server/src/test-mode/advance-clock.ts'
import { startStore } from '../../server/test/start-store.ts'
import { CLIENTS, prepareClient } from './clients.ts'
import { openShop } from './open-shop.ts'

type OnTestFinished = Parameters<typeof openShop>[1]['onTestFinished']
const IN_TIME = { timeout: 20_000, interval: 100 }
/** Shorter than `Retry-After: 1`, so a client that ignores it is noticed, and long enough to count as a pause. */
const PAUSE_SECONDS = 0.6
/** Not tested with clients that write commands to a file. A test below kills them while a command runs. */
const NEEDS_RESPONSES = ['crash-mid-command']

const store = await startStore()

describe.concurrent.each(CLIENTS)('the $name client', (client) => {
  beforeAll(() => prepareClient(client))
  const open = (onTestFinished: OnTestFinished) => openShop(store, { command: client.command, onTestFinished })

  test('passes all scenarios of the conformance kit', { timeout: 180_000 }, async ({ expect }) => {
    const results = await runScenarios({
      scenarios: listScenarios(client.version),
      settings: { ...DEFAULT_SETTINGS, longQueueLength: 60 },
      requiredLevel: 'should',
      key: 'qm_0_examples',
      seed: 'examples',
      parallel: 3,
      createClient: (environment) => createClientProcess(`QM_PAUSE=${PAUSE_SECONDS} ${client.command}`, environment),
    })
    const missed = results.filter(({ verdict }) => verdict !== 'pass')
    const isTestedElsewhere = ({ id, verdict }: (typeof results)[number]) =>
      verdict === 'not tested' && NEEDS_RESPONSES.includes(id)
    expect(missed.filter((result) => !isTestedElsewhere(result))).toEqual([])
  })

  test('runs purchases, refunds and expiries once, in order', async ({ expect, onTestFinished }) => {
    const { storeId, goods, game, start, readPending } = await open(onTestFinished)
    game.join('steve-42')
    start()
    const vip = await store.sell(storeId, 'steve-42', [goods.vip])
    await store.sell(storeId, 'steve-42', [[goods.kit, 2], goods.boost])
    const kit = ['give steve-42 sword 1', 'title steve-42 "hail steve-42"']
    const bought = ['addvip steve-42 gold', ...kit, ...kit, 'boost steve-42 on']
    await vi.waitFor(() => expect(game.lines()).toEqual(bought), IN_TIME)
    await store.refund(storeId, vip.checkoutId)
    await vi.waitFor(() => expect(game.lines()).toEqual([...bought, 'removevip steve-42 gold']), IN_TIME)

    await advanceClock(store.database.app, { storeId, seconds: 3_600 })
    await expireDue(store.database.app, store.database.reader)
    const all = [...bought, 'removevip steve-42 gold', 'boost steve-42 off']
    await vi.waitFor(() => expect(game.lines()).toEqual(all), IN_TIME)
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
  })

  // A client of 2.0 reports the commands below to the store. The conformance kit tests that.
  if (client.version === '2.0') return

  test('holds a command as uncertain after a kill while it ran, and serves others', async ({
    expect,
    onTestFinished,
  }) => {
    const { storeId, goods, game, start, readPending } = await open(onTestFinished)
    game.join('steve-42', 'bea')
    await store.sell(storeId, 'steve-42', [goods.vip])
    const [uncertain] = await readPending()
    // Nothing reads from this pipe, so the command never ends.
    rmSync(game.console)
    execFileSync('mkfifo', [game.console])
    const first = start()
    await vi.waitFor(() => expect(game.journaled()).toEqual([`begun 0 ${uncertain?.id}`]), IN_TIME)
    await first.kill()

    rmSync(game.console)
    writeFileSync(game.console, '')
    const second = start()
    await store.sell(storeId, 'bea', [goods.vip])
    await vi.waitFor(async () => expect(await readPending()).toEqual([uncertain]), IN_TIME)
    expect(game.lines()).toEqual(['addvip bea gold'])
    expect(second.output()).toContain('Uncertain: "addvip {userId} gold" for steve-42')
    expect(second.output().match(/Uncertain/g)).toHaveLength(1)

    // The owner has checked that it did not run.
    await second.kill()
    game.removeFromJournal(`begun 0 ${uncertain?.id}`)
    start()
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
    expect(game.lines()).toEqual(['addvip bea gold', 'addvip steve-42 gold'])
  })

  test('refuses ids that could contain more than a name, and prints them', async ({ expect, onTestFinished }) => {
    const { storeId, goods, game, start, readPending } = await open(onTestFinished)
    const hostile = ['steve;op steve', 'a b', '"x', '@a', '-all', '$(id)', 'ё', 'steve%0Aop']
    game.join(...hostile, 'bea')
    for (const player of hostile) await store.sell(storeId, player, [goods.vip])
    await store.sell(storeId, 'bea', [goods.vip])
    const { output } = start()
    await vi.waitFor(async () => expect(await readPending()).toHaveLength(hostile.length), IN_TIME)
    expect(game.lines()).toEqual(['addvip bea gold'])
    await vi.waitFor(() => expect(output().match(/Refused cmd_/g)).toHaveLength(hostile.length), IN_TIME)
  })
})
