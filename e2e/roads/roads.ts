import { join } from 'node:path'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { unpackPublished } from '../kit/published.ts'
import { runHarness } from '../kit/run-harness.ts'
import { createFolder } from '../kit/start-product.ts'
import { SURFACES } from './bookkeeper/bookkeeper.ts'
import { KNOWN_DIFFERENCES } from './bookkeeper/known-differences.ts'
import { looksOf } from './looks.ts'
import type { Road } from './road.ts'
import { type RoadResult, runRoad } from './run-road.ts'
import { R3 } from './walks/r3-phone.ts'
import { R4 } from './walks/r4-payment-trouble.ts'
import { R5 } from './walks/r5-support.ts'
import { R7 } from './walks/r7-wipe.ts'
import { R8 } from './walks/r8-staff.ts'
import { R11 } from './walks/r11-plugin.ts'
import { R13 } from './walks/r13-theme.ts'
import { R14 } from './walks/r14-subscription.ts'
import { type Installation, startInstallation } from './world.ts'

/** The long ones begin first. */
const ROADS: Road[] = [R11, R14, R3, R4, R5, R7, R8, R13]
/** Each walker has an installation of its own, because the bookkeeper reads everything that its providers were paid. */
const WALKERS = 2

// One road by name, as in `npm run roads -- R3`.
const [, , first = ''] = process.argv
if (/^R\d+$/.test(first)) process.argv.splice(2, 1, '--only', first)

const options = readOptions({
  script: 'roads',
  about: `Walks whole ways of one person through all parts of the product: in a browser, a shell, files and a mailbox. After each
step a bookkeeper compares everything that shows an amount, a count or a time with the records of the payment providers and the
log of the game. Needs Debian's chromium. One road by name: npm run roads -- R3`,
  options: {
    only: { type: 'text', help: 'one road', choices: ROADS.map(({ name }) => name) },
    matrix: { type: 'flag', help: 'every road in every language, width and scheme, with and without scripts' },
    published: { type: 'flag', help: 'from packages that were built and unpacked as they are published' },
  },
})

await runHarness(options, async (defer) => {
  if (options.published) {
    const { server, agent } = await unpackPublished(join(await createFolder(defer), 'published'))
    Object.assign(process.env, { QUARTERMASTER_SERVER: server, QUARTERMASTER_AGENT: agent })
  }
  const runs = ROADS.filter(({ name }) => options.only === undefined || name === options.only).flatMap((road) =>
    looksOf(road.name, options.matrix).map((look) => ({ road, look })),
  )
  const progress = startProgress('roads', runs.length)
  const results: RoadResult[] = []
  const waiting = runs.values()
  async function walk(): Promise<void> {
    const installations = new Map<string, Promise<Installation>>()
    for (const { road, look } of waiting) {
      const mode = road.mode ?? 'live'
      const installation = installations.get(mode) ?? startInstallation(defer, mode)
      installations.set(mode, installation)
      results.push(await runRoad(road, look, await installation))
      progress.add(1)
    }
  }
  await Promise.all(Array.from({ length: Math.min(WALKERS, runs.length) }, walk))
  progress.done()
  const failures = results.flatMap((each) => each.failures.map((what) => `${each.name} (${each.look}): ${what}`))
  const known = KNOWN_DIFFERENCES.filter((each) => results.some((result) => result.known.includes(each)))
  const walked = results.filter((result) => result.failures.length === 0).map(({ name }) => name)
  const gone = KNOWN_DIFFERENCES.filter((each) => walked.includes(each.road) && !known.includes(each))
  failures.push(
    ...gone.map(({ surface, fact }) => `"${surface}, ${fact}" agrees now: delete it in known-differences.ts`),
  )
  return {
    figures: {
      roads: results.map(({ name, ok, clicks, fields, seconds, stoppedAt }) => {
        return { name, ok, clicks, fields, seconds, stoppedAt }
      }),
      surfaces: SURFACES.map(({ name }) => name),
      differences: [
        ...results.flatMap(({ name, differences }) => differences.map((text) => `${name}: ${text}`)),
        ...known.map(({ issue, surface, fact, why }) => `issue ${issue}: ${surface}, ${fact}: ${why}`),
      ],
    },
    failures,
  }
})
