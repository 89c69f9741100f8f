import { Command } from 'commander'
import { createManageClient, StoreError } from '@quartermaster/sdk'
import { settingsFolder } from '../../config.ts'
import { print } from '../print.ts'
import { forgetLogin, readLogin } from './kept-logins.ts'
import { readStoreUrl } from './read-store-url.ts'

const API_TOKEN = 'qmt_'

export function logoutCommand(): Command {
  return new Command('logout')
    .description('end the session at a store elsewhere, and forget it here')
    .option('--url <address>', 'at this store; without it, where you signed in last', readStoreUrl)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster logout')
    .action(async ({ url: wanted, json }: { url?: string; json?: boolean }) => {
      const folder = settingsFolder()
      const login = await readLogin(folder, wanted)
      const { url, token } = login
      const isToken = token.startsWith(API_TOKEN)
      if (!isToken) await endSession({ url, token })
      await forgetLogin(folder, login)
      print(json, { url }, () =>
        isToken
          ? `Forgot the token of ${url}. It goes on working elsewhere until it is revoked there.`
          : `Signed out at ${url}.`,
      )
    })
}

/** One that is over already is what was wanted. */
async function endSession(login: { url: string; token: string }): Promise<void> {
  await createManageClient(login)
    .signOut()
    .catch((error: unknown) => {
      if (!(error instanceof StoreError && error.status === 401)) throw error
    })
}
