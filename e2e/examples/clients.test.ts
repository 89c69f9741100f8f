import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { expireDue } from '../../server/src/entitlements/expire-due.ts'
import { startStore } from '../../server/test/start-store.ts'
import { CLIENTS, prepareClient } from './clients.ts'
import { openShop } from './open-shop.ts'
import type { Fault } from './faulty-proxy.ts'

const REPORTS = { '1.0': '/api/games/1.0/commands/mark-as-processed', '2.0': '/api/games/2.0/report' }
const QUEUE = '/api/games/1.0/commands/pending-commands'
type OnTestFinished = Parameters<typeof openShop>[1]['onTestFinished']
const IN_TIME = { timeout: 20_000, interval: 100 }

const store = await startStore()
const built = await mkdtemp(join(tmpdir(), 'quartermaster-built-'))
afterAll(() => rm(built, { recursive: true }))

describe.concurrent.each(CLIENTS)('the $name client', (client) => {
  const REPORT = REPORTS[client.version]
  beforeAll(() => prepareClient(client, built))
  const open = (onTestFinished: OnTestFinished, injectFault?: (path: string) => Fault | undefined) =>
    openShop(store, { command: client.command(built), onTestFinished, ...(injectFault && { injectFault }) })

  test('deliveries for offline players wait and do not block others', async ({ expect, onTestFinished }) => {
    const { storeId, goods, game, start, readPending } = await open(onTestFinished)
    game.join('bea')
    await store.sell(storeId, 'absent', [goods.vip])
    await store.sell(storeId, 'absent', [goods.kit])
    await store.sell(storeId, 'bea', [goods.vip])
    start()
    await vi.waitFor(() => expect(game.lines()).toEqual(['addvip bea gold']), IN_TIME)
    game.join('absent')
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
    expect(game.lines().slice(1)).toEqual(['addvip absent gold', 'give absent sword 1', 'title absent "hail absent"'])
  })

  test('only reports after a kill between run and report', async ({ expect, onTestFinished }) => {
    let isUnavailable = true
    const { storeId, goods, game, start, readPending, requests } = await open(onTestFinished, (path) =>
      path === REPORT && isUnavailable ? { status: 503, retryAfter: 60 } : undefined,
    )
    game.join('steve-42')
    await store.sell(storeId, 'steve-42', [goods.vip])
    const { kill } = start()
    await vi.waitFor(() => expect(requests.some(({ path }) => path === REPORT)).toBe(true), IN_TIME)
    await kill()
    isUnavailable = false
    expect(await readPending()).toHaveLength(1)
    start()
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
    expect(game.lines()).toEqual(['addvip steve-42 gold'])
  })

  // The tests of 2.0 in typescript-2.0.test.ts replace the tests below.
  if (client.version === '2.0') return

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

    await vi.waitFor(async () => {
      await expireDue(store.database.app, store.database.reader)
      expect(game.lines()).toEqual([...bought, 'removevip steve-42 gold', 'boost steve-42 off'])
    }, IN_TIME)
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
  })

  test('runs nothing twice after a lost report or a lost response', async ({ expect, onTestFinished }) => {
    const faults: (Fault | undefined)[] = ['lost request', 'lost response']
    const { storeId, goods, game, start, readPending, requests } = await open(onTestFinished, (path) =>
      path === REPORT ? faults.shift() : undefined,
    )
    game.join('steve-42')
    await store.sell(storeId, 'steve-42', [goods.vip])
    await store.sell(storeId, 'steve-42', [goods.vip])
    start()
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
    await store.sell(storeId, 'steve-42', [goods.kit])
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
    expect(game.lines().filter((line) => line === 'addvip steve-42 gold')).toHaveLength(2)
    expect(game.lines()).toHaveLength(4)
    expect(requests.filter(({ path }) => path === REPORT).length).toBeGreaterThanOrEqual(4)
  })

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

  test('waits for the time in Retry-After', async ({ expect, onTestFinished }) => {
    let refused = 0
    const { storeId, goods, game, start, readPending, requests } = await open(onTestFinished, (path) =>
      path === QUEUE && refused++ === 0 ? { status: 429, retryAfter: 1 } : undefined,
    )
    game.join('steve-42')
    await store.sell(storeId, 'steve-42', [goods.vip])
    start()
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
    const [first = 0, second = 0] = requests.filter(({ path }) => path === QUEUE).map(({ at }) => at)
    expect(second - first).toBeGreaterThan(990)
    expect(game.lines()).toEqual(['addvip steve-42 gold'])
  })
})
