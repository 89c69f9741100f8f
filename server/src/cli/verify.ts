import { Command } from 'commander'
import { verify } from '../verify/verify.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

export function verifyCommand(): Command {
  return new Command('verify')
    .description('check that nothing was lost and nothing doubled, from the sale to the report')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster verify')
    .action(async ({ json }: { json?: boolean }) => {
      const result = await withDatabase(({ reader }) => verify(reader))
      print(json, result, () =>
        [
          ...result.invariants.map(
            ({ name, violations }) =>
              `${violations === 0 ? '✓' : '✗'} ${name}${violations === 0 ? '' : `: ${violations} violations`}`,
          ),
          ...result.examples.map((example) => `    ${example}`),
          `\nLost ${result.lost}, doubled ${result.doubled}, wrong ${result.wrong}, late ${result.late}.`,
        ].join('\n'),
      )
      process.exitCode = result.ok ? 0 : 1
    })
}
