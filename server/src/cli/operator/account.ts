import type { Command } from 'commander'
import { addAccount } from '../../accounts/create-account.ts'
import { setOperator } from '../../accounts/set-operator.ts'
import { createPasswords } from '../../accounts/sign-in/passwords.ts'
import { formatId } from '../../ids.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { openPrompt } from '../remote/prompt.ts'
import { withDatabase } from './with-database.ts'

type Create = { email: string; name: string; json?: boolean }
type Operator = { email: string; revoke?: boolean; json?: boolean }

export function addAccountCommands(program: Command): void {
  const group = program.command('account').description('create accounts, and make them operators')

  addCommand(
    group,
    'create',
    'create an account without a confirmation mail; prompts for the password, or reads it from standard input',
    '--email ana@vale.example --name Ana',
  )
    .requiredOption('--email <address>', 'the e-mail address')
    .requiredOption('--name <text>', 'the name that others see')
    .option('--json', 'print the result as JSON')
    .action(async ({ email, name, json }: Create) => {
      const prompt = openPrompt({ input: process.stdin, output: process.stderr })
      const password = await prompt.askSecret('Password: ').finally(() => prompt.close())
      const accountId = await withDatabase(({ accounts }) =>
        addAccount({ db: accounts, passwords: createPasswords() }, { email, name, password }),
      )
      const id = formatId('acc', accountId)
      const next = `npx quartermaster member add --store sto_… --email ${email} --role owner`
      print({ json: { id }, text: `Created the account ${id}.\nNext: ${next}` }, json)
    })

  addCommand(
    group,
    'operator',
    'let an account open every store; it needs a second factor first',
    '--email ana@vale.example',
  )
    .requiredOption('--email <address>', 'the e-mail address of the account')
    .option('--revoke', 'the account is no longer an operator')
    .option('--json', 'print the result as JSON')
    .action(async ({ email, revoke, json }: Operator) => {
      const isOperator = revoke !== true
      const id = formatId('acc', await withDatabase(({ accounts }) => setOperator(accounts, { email, isOperator })))
      const text = isOperator
        ? 'The account is now an operator, as long as it has a second factor.'
        : 'The account is no longer an operator.'
      print({ json: { id, isOperator }, text }, json)
    })
}
