import type { Command } from 'commander'
import { createManageClient, StoreError } from '@quartermaster/sdk'
import { settingsFolder } from '../../config/config.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { parseStoreUrl } from './parse-store-url.ts'
import { deleteLogin, readLogin } from './saved-logins.ts'

const API_TOKEN_PREFIX = 'qmt_'

export function addLogoutCommand(program: Command): void {
  addCommand(program, 'logout', 'sign out of a store on another machine', '')
    .option('--url <address>', 'the address of the store; default: the store of your last login', parseStoreUrl)
    .option('--json', 'print the result as JSON')
    .action(async ({ url: wanted, json }: { url?: string; json?: boolean }) => {
      const folder = settingsFolder()
      const login = await readLogin(folder, wanted)
      const { url, token } = login
      const isApiToken = token.startsWith(API_TOKEN_PREFIX)
      if (!isApiToken) await endSession({ url, token })
      await deleteLogin(folder, login)
      const text = isApiToken
        ? `Deleted the API token of ${url} from this machine. It stays valid until it is revoked.`
        : `Signed out of ${url}.`
      print({ json: { url }, text }, json)
    })
}

/** A session that has ended already is not an error. */
async function endSession(login: { url: string; token: string }): Promise<void> {
  await createManageClient(login)
    .signOut()
    .catch((error: unknown) => {
      if (!(error instanceof StoreError && error.status === 401)) throw error
    })
}
