import { findCommitBefore, findPreviousRelease } from '../../e2e/kit/earlier-version.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { type Upgrade, upgradeFrom } from './upgrade-from.ts'

const MAX_WAIT_MS = 1_000

const options = readOptions({
  script: 'lab upgrade',
  about: `Upgrades stores of earlier versions to this checkout while game servers poll and report, and people sell and read: no request
fails, and none waits longer than ${MAX_WAIT_MS} ms, while the migrations run, while both versions serve, and while processes are replaced.`,
  options: {
    checkouts: { type: 'number', help: 'checkouts in the database', default: 1_000_000, short: 20_000 },
    seconds: { type: 'number', help: 'seconds of load before and after each phase', default: 10, short: 3 },
    from: { type: 'text', help: 'only this version', choices: ['baseline', 'release'] },
    base: { type: 'text', help: 'the commit to upgrade from, instead of both' },
  },
})

/** The oldest schema that was published: the first migration after the baseline. */
const AFTER_BASELINE = 'server/migrations/0015_delivery_old-clients.sql'

await runHarness(options, async () => {
  const { checkouts, seconds, seed } = options
  const upgrades = []
  for (const [from, commit] of Object.entries(await chooseVersions())) {
    console.error(`From ${from} (${commit})`)
    upgrades.push({ from, commit, ...(await upgradeFrom({ commit, checkouts, seconds, seed })) })
  }
  const phases = upgrades.flatMap(measuredPhases).map(([, phase]) => phase)
  const failures = upgrades.flatMap((upgrade) => findFailures(upgrade).map((each) => `from ${upgrade.from}: ${each}`))
  return {
    figures: {
      checkouts,
      requests: phases.reduce((sum, { requests }) => sum + requests, 0),
      failedRequests: phases.reduce((sum, { failedRequests }) => sum + failedRequests, 0),
      longestWaitMs: Math.max(...phases.map(({ longestWaitMs }) => longestWaitMs)),
      longestWaitBeforeMs: Math.max(...upgrades.map(({ phases: { before } }) => before.longestWaitMs)),
      lostReports: upgrades.reduce((sum, { lost }) => sum + lost, 0),
      repricedMinor: upgrades.reduce((sum, { repricedMinor }) => sum + Math.abs(repricedMinor), 0),
      upgrades: upgrades.map(({ from, commit, migrations, phases: each }) => ({
        from,
        commit,
        migrations,
        waits: Object.fromEntries(Object.entries(each).map(([name, { longestWaitMs }]) => [name, longestWaitMs])),
      })),
    },
    failures,
    missed: upgrades.flatMap((upgrade) =>
      measuredPhases(upgrade).flatMap(([name, { longestWaitMs }]) =>
        longestWaitMs > MAX_WAIT_MS ? [`from ${upgrade.from}: a request waited ${longestWaitMs} ms (${name})`] : [],
      ),
    ),
  }
})

async function chooseVersions(): Promise<Record<string, string>> {
  if (options.base !== undefined) return { base: options.base }
  const all = { baseline: await findCommitBefore(AFTER_BASELINE), release: await findPreviousRelease() }
  return options.from === undefined ? all : { [options.from]: all[options.from] }
}

/** Without the load before the upgrade, which shows how much the machine itself adds. */
function measuredPhases({ phases }: Upgrade) {
  return Object.entries(phases).filter(([name]) => name !== 'before')
}

function findFailures(upgrade: Upgrade): string[] {
  const { migrations, lost, repricedMinor, death } = upgrade
  return [
    ...measuredPhases(upgrade).flatMap(([name, { failedRequests, examples }]) =>
      failedRequests > 0 ? [`${failedRequests} requests failed (${name})`, ...examples] : [],
    ),
    ...(lost > 0 ? [`${lost} reports succeeded and are lost`] : []),
    ...(repricedMinor === 0 ? [] : [`earlier sales have another price by ${repricedMinor} minor units`]),
    ...(death === undefined ? [] : [death]),
    ...(migrations.length === 0 ? ['nothing was migrated'] : []),
  ]
}
