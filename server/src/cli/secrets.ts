import { Command } from 'commander'
import { resealAccounts } from '../accounts/reseal-accounts.ts'
import { resealSecrets } from '../webhooks/endpoints/reseal-secrets.ts'
import { rotateSecrets } from '../payments/connections/reseal-credentials.ts'
import { createSealer } from '../seal.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

export function secretsCommand(): Command {
  const command = new Command('secrets').description('the keys that secrets in the database are sealed with')
  command
    .command('rotate')
    .description('seal everything with the first key of SECRET_KEYS; afterwards the others can go')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  SECRET_KEYS="k2:<new>,k1:<old>" npx quartermaster secrets rotate')
    .action(async ({ json }: { json?: boolean }) => {
      const counts = await withDatabase(async ({ app, reader, accounts }, { secretKeys }) => {
        const sealer = createSealer(secretKeys)
        return [
          await rotateSecrets(app, reader, sealer),
          await resealSecrets(app, reader, sealer),
          await resealAccounts(accounts, sealer),
        ]
      })
      const resealed = counts.reduce((sum, count) => sum + count.resealed, 0)
      const current = counts.reduce((sum, count) => sum + count.current, 0)
      print(
        json,
        { resealed, current },
        () => `${resealed} sealed anew, ${current} were already. Restart every server before an old key goes.`,
      )
    })
  return command
}
