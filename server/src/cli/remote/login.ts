import { Command } from 'commander'
import { createManageClient } from '@quartermaster/sdk'
import { settingsFolder } from '../../config.ts'
import { print } from '../print.ts'
import { type Asker, openAsker } from './ask.ts'
import { keepLogin } from './kept-logins.ts'
import { readStoreUrl } from './read-store-url.ts'
import { signIn } from './sign-in.ts'
import { describeCaller } from './whoami.ts'

type Options = { url: string; token?: string | true; json?: boolean }

export function loginCommand(): Command {
  return new Command('login')
    .description('sign in at a store elsewhere, for commands with --remote')
    .requiredOption('--url <address>', 'where it is, like https://store.example', readStoreUrl)
    .option('--token [text]', 'with an API token; without the text it is asked for and not shown')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster login --url https://store.example\n  npx quartermaster login --url https://store.example --token qmt_…   (for programs)',
    )
    .action(async ({ url, token: given, json }: Options) => {
      const token = await withAsker((asker) => credential(asker, url, given))
      // Nothing is kept that does not work.
      const caller = await createManageClient({ url, token }).whoAmI()
      await keepLogin(settingsFolder(), { url, token, storeId: caller.storeId })
      print(json, { url, ...caller }, () => `Signed in at ${url} as ${describeCaller(caller)}.`)
    })
}

async function credential(asker: Asker, url: string, given: Options['token']): Promise<string> {
  if (given === undefined) return signIn(asker, url)
  return given === true ? (await asker.askSecret('API token: ')).trim() : given
}

async function withAsker<T>(work: (asker: Asker) => Promise<T>): Promise<T> {
  // What is printed on standard output is for programs.
  const asker = openAsker({ input: process.stdin, output: process.stderr })
  try {
    return await work(asker)
  } finally {
    asker.close()
  }
}
