import type { Command } from 'commander'
import { resealAccounts } from '../../accounts/reseal-accounts.ts'
import { resealCredentials } from '../../payments/connections/reseal-credentials.ts'
import { resealCodes } from '../../promotions/gift-cards/sold-codes.ts'
import { resealConnections } from '../../storefront/identity/reseal-connections.ts'
import { resealOrderTokens } from '../../storefront/orders/reseal-order-tokens.ts'
import { createSealer } from '../../seal.ts'
import { addSealingKey } from '../../setup/add-sealing-key.ts'
import { resealSecrets } from '../../webhooks/endpoints/reseal-secrets.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { withDatabase } from './with-database.ts'

export function addSecretsCommands(program: Command): void {
  const group = program.command('secrets').description('create and rotate the keys that seal secrets in the database')
  addCommand(
    group,
    'add-key',
    'create a key in front of those in a file, for secret_keys_file or SECRET_KEYS_FILE',
    '--file secret-keys',
  )
    .requiredOption('--file <path>', 'the file; it is created if it does not exist')
    .option('--json', 'print the result as JSON')
    .action(async ({ file, json }: { file: string; json?: boolean }) => {
      const keyIds = await addSealingKey(file)
      const next =
        keyIds.length === 1
          ? `Keep a copy outside the database, and set secret_keys_file = "${file}".`
          : 'Restart the server, then run `secrets rotate`. For several processes, docs/payments.md describes the order.'
      print(
        { json: { file, keyIds }, text: `${file} has the keys ${keyIds.join(', ')}, the newest first. ${next}` },
        json,
      )
    })

  addCommand(
    group,
    'rotate',
    'seal all secrets with the first key of SECRET_KEYS, so that the other keys can be removed',
    '',
  )
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const counts = await withDatabase(async ({ app, reader, accounts }, { secretKeys }) => {
        const sealer = createSealer(secretKeys)
        return [
          await resealCredentials(app, reader, sealer),
          await resealSecrets(app, reader, sealer),
          await resealAccounts(accounts, sealer),
          await resealConnections(app, reader, sealer),
          await resealOrderTokens(app, reader, sealer),
          await resealCodes(app, reader, sealer),
        ]
      })
      const resealed = counts.reduce((sum, count) => sum + count.resealed, 0)
      const current = counts.reduce((sum, count) => sum + count.current, 0)
      const text = `Secrets sealed again: ${resealed}. Already sealed with the first key: ${current}. Restart all servers before you remove an old key.`
      print({ json: { resealed, current }, text }, json)
    })
}
