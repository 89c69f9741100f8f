import type { Verification } from '../../server/src/verify/verify.ts'
import type { Finding } from './finding.ts'

/** What the product's own checker says of its database; each broken invariant counts as often as it is broken. */
export async function verifyFindings(runVerify: () => Promise<string>): Promise<Finding[]> {
  const { invariants, examples } = JSON.parse(await runVerify()) as Verification
  return invariants.flatMap(({ name, kind, violations }) => {
    const detail = examples.find((example) => example.startsWith(name)) ?? ''
    return Array.from({ length: violations }, () => ({ kind, check: `verify: ${name}`, detail }))
  })
}
