import { runCommand } from '../kit/run-command.ts'
import type { Finding, Kind } from './trial.ts'

type Verification = { invariants: { name: string; kind: Kind; violations: number }[]; examples: string[] }

/** Runs `quartermaster verify`. Each broken invariant counts as often as it is broken. */
export async function verifyFindings(databaseUrl: string, root: string): Promise<Finding[]> {
  const output = await runCommand(['verify', '--json'], { databaseUrl, root })
  const { invariants, examples } = JSON.parse(output) as Verification
  return invariants.flatMap(({ name, kind, violations }) => {
    const detail = examples.find((example) => example.startsWith(name)) ?? ''
    return Array.from({ length: violations }, () => ({ kind, check: `verify: ${name}`, detail }))
  })
}
