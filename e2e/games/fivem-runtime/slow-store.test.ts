import { expect, test } from 'vitest'
import type { Client, ClientEnvironment } from '../../../conformance/src/clients/client.ts'
import { DEFAULT_SETTINGS } from '../../../conformance/src/harness/settings.ts'
import { runScenarios } from '../../../conformance/src/run-scenarios.ts'
import { listScenarios } from '../../../conformance/src/scenarios/all.ts'
import { SLOW_STORE } from '../../../conformance/src/scenarios/slow-store.ts'
import { createFivemServer } from './fivem-server.ts'

/** The clock of the game is five times as fast. */
const SECOND_MS = 200
const SETTINGS = { ...DEFAULT_SETTINGS, secondMs: SECOND_MS, timeoutMs: 40 * SECOND_MS }

test('the resource runs nothing twice for a slow or unreachable store, and reports everything', async () => {
  const results = await runScenarios({
    scenarios: listScenarios('2.0').filter(({ id }) => SLOW_STORE.some((scenario) => scenario.id === id)),
    settings: SETTINGS,
    requiredLevel: 'should',
    key: 'qm_0_fivem',
    seed: 'fivem',
    parallel: SLOW_STORE.length,
    createClient: createResource,
    isInProcess: true,
  })
  expect(results.map(({ verdict }) => verdict)).toEqual(SLOW_STORE.map(() => 'pass'))
})

/** Runs the resource as a client of the conformance kit. */
function createResource({ url, key, game }: ClientEnvironment): Client {
  const opened = createFivemServer({ qm_url: url, qm_key: key })
  let timer: NodeJS.Timeout | undefined

  return {
    isManual: false,
    async start() {
      const server = await opened
      await server.start()
      let joined = 0
      let ran = 0
      timer = setInterval(() => {
        for (const player of game.online().slice(joined)) server.join(++joined, `license:${player}`)
        for (const line of server.ran.slice(ran)) game.run(line)
        ran = server.ran.length
      }, 10)
    },
    kill: async () => (await opened).kill(),
    async stop() {
      clearInterval(timer)
      await (await opened).remove()
    },
    exitReason: () => undefined,
    output: () => undefined,
  }
}
