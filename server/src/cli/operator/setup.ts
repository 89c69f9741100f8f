import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { readEmailAddress } from '../../accounts/email-address.ts'
import { createSignUpLink } from '../../accounts/sign-in/sign-up.ts'
import { loadSettings, readConfig } from '../../config/config.ts'
import { SYSTEM_FILE } from '../../config/settings-file.ts'
import { AppError } from '../../errors.ts'
import { parseDomain } from '../../host-name.ts'
import { hostsOf, install } from '../../setup/install/install.ts'
import { startService } from '../../setup/install/start-service.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { openPrompt, type Prompt } from '../remote/prompt.ts'
import { explainMissingRights } from './migrate.ts'
import { withDatabase } from './with-database.ts'

type Options = { email?: string; domain?: string; databaseUrl?: string; json?: boolean }

export function addSetupCommand(program: Command): void {
  addCommand(
    program,
    'setup',
    'prepare a new machine, and print a link that creates your account in the dashboard; it works once, within a day',
    '                        (asks on a terminal)',
    '--domain vale.example --email ana@vale.example',
    '--email ana@vale.example   (only the link, if there are settings)',
  )
    .option('--email <address>', 'your e-mail address')
    .option('--domain <domain>', 'on a new machine: the domain of your stores')
    .option(
      '--database-url <url>',
      'on a new machine: a database that exists (default: DATABASE_URL, otherwise one is created in PostgreSQL on this machine)',
    )
    .option('--json', 'print the result as JSON')
    .action(async (given: Options, command: Command) => {
      const answers = await askMissing(given, isNewMachine(given))
      const email = readEmailAddress(answers.email ?? missing(command, '--email <address>'))
      const prepared = answers.isNew ? await prepare(answers, command) : undefined
      const url = await withDatabase(({ accounts }, { publicUrl }) =>
        createSignUpLink({ db: accounts, publicUrl }, { email }),
      )
      const text = `Open this page in your browser, and choose a password:\n${url}`
      print({ json: { url, ...prepared?.json }, text: `${prepared?.text ?? ''}${text}` }, given.json)
    })
}

/** Settings of an existing installation are never changed. */
function isNewMachine({ domain }: Options): boolean {
  const { values, file } = loadSettings()
  const isNew = domain !== undefined || values['DATABASE_URL'] === undefined
  if (isNew && file !== undefined && existsSync(file))
    throw new AppError('conflict', `${file} exists already. Edit it: setup writes settings only where there are none.`)
  return isNew
}

type Answers = Options & { isNew: boolean }

/** Asks on a terminal only, so that a script never waits for an answer. */
async function askMissing(given: Options, isNew: boolean): Promise<Answers> {
  const databaseUrl = given.databaseUrl ?? loadSettings().values['DATABASE_URL']
  const answers: Answers = { ...given, isNew, ...(databaseUrl !== undefined && { databaseUrl }) }
  if (!process.stdin.isTTY) return answers
  const prompt = openPrompt({ input: process.stdin, output: process.stderr })
  try {
    if (isNew) answers.domain ??= await ask(prompt, 'Domain of your stores, such as vale.example: ')
    answers.email ??= await ask(prompt, 'Your e-mail address: ')
    if (isNew && databaseUrl === undefined) {
      const url = (await prompt.ask('Address of a database (empty: create one in PostgreSQL on this machine): ')).trim()
      if (url !== '') answers.databaseUrl = url
    }
    return answers
  } finally {
    prompt.close()
  }
}

async function ask(prompt: Prompt, question: string): Promise<string> {
  const answer = (await prompt.ask(question)).trim()
  return answer === '' ? ask(prompt, question) : answer
}

function missing(command: Command, flags: string): never {
  return command.error(`error: required option '${flags}' not specified`)
}

async function prepare({ domain: text, databaseUrl }: Options, command: Command) {
  const domain = parseDomain(text ?? missing(command, '--domain <domain>'))
  if (domain === undefined) throw new AppError('invalid_request', `${text} is not a domain. Use one like vale.example.`)
  const file = loadSettings().file ?? SYSTEM_FILE
  await install({ file, domain, databaseUrl }).catch(explainMissingRights)
  const config = readConfig()
  const isStarted = file === SYSTEM_FILE && (await startService(config))
  const hosts = Object.values(hostsOf(domain))
  return {
    json: { file, isStarted, hosts },
    text: `Wrote ${file}, and created the tables of the database.
${isStarted ? 'The server runs.' : 'Start the server: quartermaster serve --processes 2'}
Create DNS records that point to this machine: ${hosts.join(', ')}.
A reverse proxy with HTTPS, such as Caddy, passes requests on to port ${config.port}.\n\n`,
  }
}
