import { setTimeout as sleep } from 'node:timers/promises'
import { API_SURFACES } from './api-surfaces.ts'
import type { Audit, Facts, Surface } from './facts.ts'
import { KNOWN_DIFFERENCES, type KnownDifference } from './known-differences.ts'
import { addUnnamed, keepLedger } from './ledger.ts'
import { SCREEN_SURFACES } from './screen-surfaces.ts'

export const SURFACES: Surface[] = [...API_SURFACES, ...SCREEN_SURFACES]

/** Pages show a change within seconds, sums within half a minute, and webhooks are retried. */
const AGREEMENT_TIMEOUT_MS = 60_000
const INTERVAL_MS = 500

const SOLD = ['paid', 'refunded', 'disputed']

type Difference = { surface: string; fact: string; text: string; known: KnownDifference | undefined }

/** Compares every surface with the records of the providers and the log of the game, which are its only sources. */
export function createBookkeeper(audit: Audit) {
  const seen = new Set<KnownDifference>()
  const differences: string[] = []
  return {
    seen,
    /** Where a surface and the ledger differ, except for what is declared. */
    differences,
    /** Reads all surfaces after a step. */
    async check(step: string, { isEnd = false } = {}): Promise<void> {
      const end = Date.now() + AGREEMENT_TIMEOUT_MS
      for (const surface of SURFACES.filter(({ isLate }) => isEnd || isLate !== true)) {
        const found = await readUntilAgreed(surface, audit, end)
        for (const { known, text } of found) {
          if (known) seen.add(known)
          else {
            differences.push(`after "${step}": ${text}`)
            console.error(differences.at(-1))
          }
        }
      }
    },
  }
}

async function readUntilAgreed(surface: Surface, audit: Audit, end: number): Promise<Difference[]> {
  for (; ; await sleep(INTERVAL_MS)) {
    const found = await readOnce(surface, audit)
    if (found.every(({ known }) => known !== undefined) || Date.now() > end) return found
  }
}

async function readOnce(surface: Surface, audit: Audit): Promise<Difference[]> {
  try {
    const { items } = await audit.read('/checkouts?limit=200')
    const sold = (items as { id: string; state: string }[]).filter(({ state }) => SOLD.includes(state))
    const theirs = await surface.read(
      audit,
      sold.map(({ id }) => id),
    )
    return compare(surface, addUnnamed(theirs, audit), addUnnamed(keepLedger(audit), audit))
  } catch (error) {
    return [differ(surface, 'readable', `${surface.name} could not be read: ${String(error).split('\n')[0]}`)]
  }
}

/** Compares in both directions: what the surface shows has to be true, and what is true has to be shown. */
function compare(surface: Surface, theirs: Facts, ledger: Facts): Difference[] {
  const isShown = (fact: string) => surface.shows.includes(kindOf(fact))
  const facts = new Set([...Object.keys(theirs), ...Object.keys(ledger).filter(isShown)])
  return [...facts].flatMap((fact) => {
    const [shown, real] = [theirs[fact], ledger[fact]]
    if (agree(fact, shown, real)) return []
    return [
      differ(
        surface,
        fact,
        `${surface.name} says ${fact}: ${shown ?? 'nothing'}; the ledger says ${real ?? 'nothing'}`,
      ),
    ]
  })
}

function differ(surface: Surface, fact: string, text: string): Difference {
  const known = KNOWN_DIFFERENCES.find((each) => each.surface === surface.name && each.fact === kindOf(fact))
  return { surface: surface.name, fact, text, known }
}

/** The clocks of the game and the product differ by what the report of a command takes. It is never reported before it ran. */
function agree(fact: string, shown: number | undefined, real: number | undefined): boolean {
  if (fact.startsWith('first ran ')) return shown !== undefined && real !== undefined && shown >= real
  return shown === real
}

function kindOf(fact: string): string {
  return fact.replace(/chk_\w+$/, 'ORDER').replace(/^((?:first )?ran) .*/, '$1')
}
