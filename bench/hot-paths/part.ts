import { ratioOf, type Result } from './take-turns.ts'

/** What a part of the bench found: figures for programs, rows of a table for people, and every promise that was broken. */
export type Part = { figures: Record<string, number>; rows: string[][]; faults: string[] }

type Comparison = {
  /** The side that is judged, and the one it is held against. */
  judged: string
  against: string
  least: number
  more?: Record<string, number>
  faults?: string[]
}

export function toPart(
  results: Map<string, Result>,
  { judged, against, least, more = {}, faults = [] }: Comparison,
): Part {
  const perSecond = (name: string) => results.get(name)?.perSecond ?? Number.NaN
  const toAgainst = (name: string) => ratioOf(results.get(name), results.get(against))
  const ratio = rounded(toAgainst(judged))
  const sides = [...results]
  return {
    figures: {
      ratio,
      ...Object.fromEntries(
        sides
          .filter(([name]) => name !== judged && name !== against)
          .map(([name]) => [`${name}Ratio`, rounded(toAgainst(name))]),
      ),
      ...Object.fromEntries(sides.map(([name]) => [`${name}PerSecond`, Math.round(perSecond(name))])),
      ...Object.fromEntries(
        sides
          .filter(([, { cpuUs }]) => !Number.isNaN(cpuUs))
          .map(([name, { cpuUs }]) => [`${name}CpuUs`, rounded(cpuUs)]),
      ),
      p99Ms: rounded(results.get(judged)?.p99Ms ?? Number.NaN),
      ...more,
    },
    rows: sides.map(([name, { title, p99Ms, cpuUs }]) => [
      title,
      String(Math.round(perSecond(name))),
      toAgainst(name).toFixed(3),
      shown(p99Ms),
      shown(cpuUs),
    ]),
    faults: [
      ...faults,
      ...sides.flatMap(([, result]) => result.faults),
      ...(ratio >= least ? [] : [`the ratio is ${ratio}; at least ${least} is promised`]),
    ],
  }
}

function shown(value: number): string {
  return Number.isNaN(value) ? '' : value.toFixed(1)
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}
