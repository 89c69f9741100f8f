import { beforeAll, describe, test } from 'vitest'
import { createClientProcess } from '../../conformance/src/clients/client-process.ts'
import { DEFAULT_SETTINGS } from '../../conformance/src/harness/settings.ts'
import { runScenarios } from '../../conformance/src/run-scenarios.ts'
import { listScenarios } from '../../conformance/src/scenarios/all.ts'
import { CLIENTS, prepareClient } from './clients.ts'

/** Shorter than `Retry-After: 1`, so a client that ignores it is noticed, and long enough to count as a pause. */
const PAUSE_SECONDS = 0.6
/** Not tested with clients that write commands to a file. clients.test.ts kills them while a command runs. */
const NEEDS_RESPONSES = ['crash-mid-command']

describe.concurrent.each(CLIENTS)('the $name client', (client) => {
  beforeAll(() => prepareClient(client))

  test('passes all scenarios of the conformance kit', { timeout: 180_000 }, async ({ expect }) => {
    const results = await runScenarios({
      scenarios: listScenarios(client.version),
      settings: { ...DEFAULT_SETTINGS, longQueueLength: 60 },
      requiredLevel: 'should',
      key: 'qm_0_examples',
      seed: 'examples',
      parallel: 4,
      createClient: (environment) => createClientProcess(`QM_PAUSE=${PAUSE_SECONDS} ${client.command}`, environment),
    })
    const missed = results.filter(({ verdict }) => verdict !== 'pass')
    const isTestedElsewhere = ({ id, verdict }: (typeof results)[number]) =>
      verdict === 'not tested' && NEEDS_RESPONSES.includes(id)
    expect(missed.filter((result) => !isTestedElsewhere(result))).toEqual([])
  })
})
