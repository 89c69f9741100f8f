import type { Command } from 'commander'
import { addAccount } from '../../accounts/create-account.ts'
import { createResetLink, removeLostSecondFactor } from '../../accounts/recovery/recover-account.ts'
import { setOperator } from '../../accounts/set-operator.ts'
import { createPasswords } from '../../accounts/sign-in/passwords.ts'
import { formatId } from '../../ids.ts'
import { createSealer } from '../../seal.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { openPrompt } from '../remote/prompt.ts'
import { withDatabase } from './with-database.ts'

type Create = { email: string; name: string; json?: boolean }
type Recovery = { email: string; json?: boolean }
type RecoveryParts = Parameters<typeof createResetLink>[0]
type Operator = { email: string; revoke?: boolean; json?: boolean }

export function addAccountCommands(program: Command): void {
  const group = program
    .command('account')
    .description('create accounts, help people who cannot sign in, and make operators')

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

  addRecoveryCommands(group)
}

/** For people who cannot sign in and whom e-mail does not help. */
function addRecoveryCommands(group: Command): void {
  const example = '--email ana@vale.example'
  addCommand(
    group,
    'reset-password',
    'print a link that chooses a new password; it works once, within an hour',
    example,
  )
    .requiredOption('--email <address>', 'the e-mail address of the account')
    .option('--json', 'print the link as JSON')
    .action(async ({ email, json }: Recovery) => {
      const url = await withAccounts((parts) => createResetLink(parts, { email }))
      const text = `Make sure who asks for it, and give them this link. They choose a new password there:\n${url}`
      print({ json: { url }, text }, json)
    })

  addCommand(
    group,
    'remove-second-factor',
    'remove the authenticator app and the recovery codes of a person who lost both; ends their sessions',
    example,
  )
    .requiredOption('--email <address>', 'the e-mail address of the account')
    .option('--json', 'print the result as JSON')
    .action(async ({ email, json }: Recovery) => {
      const id = await withAccounts((parts) => removeLostSecondFactor(parts, { email }))
      const text =
        'Removed the second factor and ended all sessions. The account is no longer an operator if it was one.'
      print({ json: { id }, text }, json)
    })
}

async function withAccounts<T>(work: (parts: RecoveryParts) => Promise<T>): Promise<T> {
  return withDatabase(({ accounts }, { secretKeys, publicUrl }) =>
    work({ db: accounts, sealer: createSealer(secretKeys), publicUrl }),
  )
}
