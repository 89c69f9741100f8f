import type { Command } from 'commander'
import { createManageClient, type Manage } from '@quartermaster/sdk'
import { settingsFolder } from '../../config/config.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { parseStoreUrl } from './parse-store-url.ts'
import { readLogin } from './saved-logins.ts'

export function addWhoamiCommand(program: Command): void {
  addCommand(program, 'whoami', 'show where you are signed in, and as whom', '')
    .option('--url <address>', 'the address of the store; default: the store of your last login', parseStoreUrl)
    .option('--json', 'print the result as JSON')
    .action(async ({ url: wanted, json }: { url?: string; json?: boolean }) => {
      const { url, token } = await readLogin(settingsFolder(), wanted)
      const caller = await createManageClient({ url, token }).whoAmI()
      print({ json: { url, ...caller }, text: `${describeCaller(caller)} at ${url}` }, json)
    })
}

export function describeCaller({ type, name, email, storeId, scopes }: Manage.Caller): string {
  if (type === 'token') return `the token "${name}" of ${storeId ?? 'no store'} (${scopes?.join(', ') ?? ''})`
  return `${name} <${email ?? ''}>${type === 'operator' ? ', operator' : ''}`
}
