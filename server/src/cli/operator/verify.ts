import type { Command } from 'commander'
import { verify } from '../../verify/verify.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { withDatabase } from './with-database.ts'

export function addVerifyCommand(program: Command): void {
  addCommand(program, 'verify', 'check that no purchase was lost or delivered twice', '')
    .option('--ignore-late', 'accept work that is late, in a database that no server works on')
    .option('--json', 'print the result as JSON')
    .action(async ({ ignoreLate, json }: { ignoreLate?: boolean; json?: boolean }) => {
      const result = await withDatabase(({ reader }) => verify(reader))
      const text = [
        ...result.invariants.map(({ name, violations }) =>
          violations === 0 ? `✓ ${name}` : `✗ ${name}: ${violations} violations`,
        ),
        ...result.examples.map((example) => `    ${example}`),
        `\nLost ${result.lost}, doubled ${result.doubled}, wrong ${result.wrong}, late ${result.late}.`,
      ].join('\n')
      print({ json: result, text }, json)
      const faults = result.lost + result.doubled + result.wrong + (ignoreLate === true ? 0 : result.late)
      process.exitCode = faults === 0 ? 0 : 1
    })
}
