import { startProgress } from '../../e2e/kit/progress.ts'

export type Turn = { perSecond: number; p99Ms?: number; cpuUs?: number; faults: string[] }

/** Someone who is measured. Round 0 warms up and is not counted. */
export type Side = { name: string; title: string; turn: (round: number) => Promise<Turn> }

export type Result = {
  title: string
  perSecond: number
  /** Not a number where nobody measured them. */
  p99Ms: number
  cpuUs: number
  rounds: number[]
  faults: string[]
}

/**
 * Round by round every side has its turn, in an order that is turned round each time, so that whatever else the machine
 * does meets all alike. Of the rounds the median counts.
 */
export async function takeTurns(
  sides: Side[],
  { rounds, label }: { rounds: number; label: string },
): Promise<Map<string, Result>> {
  const turns = new Map<string, Turn[]>(sides.map(({ name }) => [name, []]))
  const progress = startProgress(label, sides.length * (rounds + 1))
  for (let round = 0; round <= rounds; round++) {
    for (const { name, turn } of round % 2 === 0 ? sides : sides.toReversed()) {
      const result = await turn(round)
      if (round > 0) turns.get(name)?.push(result)
      progress.add(1)
    }
  }
  progress.done()
  return new Map(sides.map(({ name, title }) => [name, { title, ...middleOf(name, turns.get(name) ?? []) }]))
}

function middleOf(name: string, turns: Turn[]): Omit<Result, 'title'> {
  return {
    perSecond: medianOf(turns.map((turn) => turn.perSecond)),
    rounds: turns.map((turn) => turn.perSecond),
    p99Ms: medianOf(turns.flatMap((turn) => turn.p99Ms ?? [])),
    cpuUs: medianOf(turns.flatMap((turn) => turn.cpuUs ?? [])),
    faults: [...new Set(turns.flatMap((turn) => turn.faults))].map((fault) => `${name}: ${fault}`),
  }
}

/** Round by round, so that a machine that is slower for a while is so for both. Of the rounds the median counts. */
export function ratioOf(one: Result | undefined, other: Result | undefined): number {
  return medianOf((one?.rounds ?? []).map((perSecond, round) => perSecond / (other?.rounds[round] ?? Number.NaN)))
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
