import type { Command } from 'commander'
import { createSignUpLink } from '../../accounts/sign-in/sign-up.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { withDatabase } from './with-database.ts'

export function addSetupCommand(program: Command): void {
  addCommand(
    program,
    'setup',
    'print a link that creates your account in the dashboard; it works once, within a day',
    '--email ana@vale.example',
  )
    .requiredOption('--email <address>', 'your e-mail address')
    .option('--json', 'print the link as JSON')
    .action(async ({ email, json }: { email: string; json?: boolean }) => {
      const url = await withDatabase(({ accounts }, { publicUrl }) =>
        createSignUpLink({ db: accounts, publicUrl }, { email }),
      )
      print({ json: { url }, text: `Open this page in your browser, and choose a password:\n${url}` }, json)
    })
}
