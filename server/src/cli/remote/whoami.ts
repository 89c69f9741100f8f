import { Command } from 'commander'
import { createManageClient, type Manage } from '@quartermaster/sdk'
import { settingsFolder } from '../../config.ts'
import { print } from '../print.ts'
import { readLogin } from './kept-logins.ts'
import { readStoreUrl } from './read-store-url.ts'

export function whoamiCommand(): Command {
  return new Command('whoami')
    .description('where you have signed in, and as whom')
    .option('--url <address>', 'at this store; without it, where you signed in last', readStoreUrl)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster whoami')
    .action(async ({ url: wanted, json }: { url?: string; json?: boolean }) => {
      const { url, token } = await readLogin(settingsFolder(), wanted)
      const caller = await createManageClient({ url, token }).whoAmI()
      print(json, { url, ...caller }, () => `${describeCaller(caller)} at ${url}`)
    })
}

export function describeCaller({ kind, name, email, storeId, scopes }: Manage.WhoAmI): string {
  if (kind === 'token') return `the token "${name}" of ${storeId ?? 'no store'} (${scopes?.join(', ') ?? ''})`
  return `${name} <${email ?? ''}>${kind === 'operator' ? ', operator' : ''}`
}
