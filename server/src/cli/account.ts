import { Command } from 'commander'
import { addAccount } from '../accounts/create-account.ts'
import { setOperator } from '../accounts/set-operator.ts'
import { openAccounts } from '../accounts/open-accounts.ts'
import { formatId } from '../ids.ts'
import { print } from './print.ts'
import { openAsker } from './remote/ask.ts'
import { withDatabase } from './with-database.ts'

type Create = { email: string; name: string; json?: boolean }
type Operator = { email: string; revoke?: boolean; json?: boolean }

/** People who sign in, from the machine that the store runs on: no mail is sent. */
export function accountCommand(): Command {
  const command = new Command('account').description('people who may sign in, and who of them runs the platform')
  command
    .command('create')
    .description('make an account without a mail; the password is asked for, or read from the input')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--name <text>', 'name that others see')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster account create --email ana@vale.example --name Ana')
    .action(async ({ email, name, json }: Create) => {
      const asker = openAsker({ input: process.stdin, output: process.stderr })
      const password = await asker.askSecret('Password: ').finally(() => asker.close())
      const id = await withDatabase(({ accounts }, config) =>
        addAccount(openAccounts(accounts, config), { email, name, password }),
      )
      const text = formatId('acc', id)
      print(
        json,
        { id: text },
        () =>
          `Made the account ${text}.\nNext: npx quartermaster member add --store sto_… --email ${email} --role owner`,
      )
    })
  command
    .command('operator')
    .description('let an account reach every store; it needs a second factor first')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--revoke', 'end it')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster account operator --email ana@vale.example')
    .action(async ({ email, revoke, json }: Operator) => {
      const isOperator = revoke !== true
      const id = await withDatabase(({ accounts }) => setOperator(accounts, { email, isOperator }))
      print(json, { id: formatId('acc', id), isOperator }, () =>
        isOperator
          ? 'An operator from now on. Without its second factor it is none any more.'
          : 'No operator any more.',
      )
    })
  return command
}
