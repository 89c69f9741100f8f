import { join } from 'node:path'
import { withCleanUp } from '../kit/run-harness.ts'
import { type Look, nameOf } from '../storefront/look.ts'
import type { KnownDifference } from './bookkeeper/known-differences.ts'
import { type Road, Stopped } from './road.ts'
import { type Installation, openWorld } from './world.ts'

const SECONDS_OF_A_CLICK = 1
const SECONDS_OF_A_FIELD = 3

export type RoadResult = {
  name: string
  ok: boolean
  clicks: number
  fields: number
  /** What a person needs who clicks once in a second and fills in a field in three. It is counted, not measured. */
  seconds: number
  stoppedAt: string | null
  look: string
  failures: string[]
  differences: string[]
  known: KnownDifference[]
}

/** Walks one road, in a store of its own. */
export async function runRoad(road: Road, look: Look, installation: Installation): Promise<RoadResult> {
  return withCleanUp(async (defer) => {
    const { world, persons, bookkeeper } = await openWorld(defer, { installation, road: road.name, look })
    let stoppedAt: string | null = null
    const failures: string[] = []
    try {
      await road.run(await world.addPerson({ player: 'Mira' }), world)
    } catch (error) {
      if (error instanceof Stopped) stoppedAt = error.message
      else failures.push(await explain(error, persons, join(installation.folder, road.name)))
    }
    if (failures.length === 0) await bookkeeper.check('the end', { isEnd: true })
    const clicks = persons.reduce((sum, { effort }) => sum + effort.clicks, 0)
    const fields = persons.reduce((sum, { effort }) => sum + effort.fields, 0)
    const { budget } = road
    if (clicks > budget.clicks) failures.push(`it takes ${clicks} clicks, more than ${budget.clicks}`)
    if (fields > budget.fields) failures.push(`it takes ${fields} fields, more than ${budget.fields}`)
    failures.push(...persons.flatMap(complaintsOf), ...bookkeeper.differences)
    return {
      name: road.name,
      ok: failures.length === 0 && stoppedAt === null,
      clicks,
      fields,
      seconds: clicks * SECONDS_OF_A_CLICK + fields * SECONDS_OF_A_FIELD,
      stoppedAt,
      look: nameOf(look),
      failures,
      differences: bookkeeper.differences,
      known: [...bookkeeper.seen],
    }
  })
}

type Persons = Awaited<ReturnType<typeof openWorld>>['persons']

/** The error, with the page of each person and a picture of it. */
async function explain(failure: unknown, persons: Persons, file: string): Promise<string> {
  const places = []
  for (const { page, player } of persons) {
    const path = `${file}-${player}.png`
    await page.screenshot({ path, fullPage: true }).catch(() => undefined)
    places.push(`${player} at ${page.url()} (${path})`)
  }
  return `${String(failure).split('\n').slice(0, 3).join(' ')}; ${places.join(', ')}`
}

/** What the pages that a person reached got wrong. The journeys check them with axe. */
function complaintsOf({ seen, shop, player }: Persons[number]): string[] {
  const scrolling = [...seen.scrolling, ...shop.seen.scrolling].map((path) => `${path} scrolls sideways`)
  const errors = shop.seen.errors.filter((error) => !/^4\d\d https:/.test(error))
  return [...seen.csp, ...errors, ...scrolling].map((what) => `${player}: ${what}`)
}
