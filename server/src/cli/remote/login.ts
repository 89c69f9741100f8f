import type { Command } from 'commander'
import { createManageClient } from '@quartermaster/sdk'
import { settingsFolder } from '../../config/config.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { parseStoreUrl } from './parse-store-url.ts'
import { openPrompt, type Prompt } from './prompt.ts'
import { saveLogin } from './saved-logins.ts'
import { signIn } from './sign-in.ts'
import { describeCaller } from './whoami.ts'

type Options = { url: string; token?: string | true; json?: boolean }

export function addLoginCommand(program: Command): void {
  addCommand(
    program,
    'login',
    'sign in to a store on another machine, for commands with --remote',
    '--url https://store.example',
    '--url https://store.example --token qmt_…   (for programs)',
  )
    .requiredOption('--url <address>', 'the address of the store, such as https://store.example', parseStoreUrl)
    .option('--token [text]', 'use an API token; without the text, prompt for it')
    .option('--json', 'print the result as JSON')
    .action(async ({ url, token: option, json }: Options) => {
      const token = await withPrompt((prompt) => readToken(prompt, url, option))
      // Checked before it is saved.
      const caller = await createManageClient({ url, token }).whoAmI()
      await saveLogin(settingsFolder(), { url, token, storeId: caller.storeId })
      print({ json: { url, ...caller }, text: `Signed in to ${url} as ${describeCaller(caller)}.` }, json)
    })
}

async function readToken(prompt: Prompt, url: string, option: Options['token']): Promise<string> {
  if (option === undefined) return signIn(prompt, url)
  return option === true ? (await prompt.askSecret('API token: ')).trim() : option
}

/** Prompts on standard error, because standard output belongs to the result. */
async function withPrompt<T>(work: (prompt: Prompt) => Promise<T>): Promise<T> {
  const prompt = openPrompt({ input: process.stdin, output: process.stderr })
  try {
    return await work(prompt)
  } finally {
    prompt.close()
  }
}
