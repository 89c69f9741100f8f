import { runCommand } from './run-command.ts'

export type Verification = {
  ok: boolean
  invariants: { name: string; kind: 'lost' | 'doubled' | 'wrong' | 'late'; violations: number }[]
  /** Begin with the name of the invariant. */
  examples: string[]
}

/** Runs `quartermaster verify`, which checks the invariants of all stores. */
export async function verify(databaseUrl: string, root?: string): Promise<Verification> {
  const place = { databaseUrl, ...(root !== undefined && { root }) }
  return JSON.parse(await runCommand(['verify', '--json'], place)) as Verification
}
