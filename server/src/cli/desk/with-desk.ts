import type { Command } from 'commander'
import { settingsFolder } from '../../config.ts'
import { readLogin } from '../remote/kept-logins.ts'
import { readStoreUrl } from '../remote/read-store-url.ts'
import { withDatabase } from '../with-database.ts'
import { type Desk, localDesk, remoteDesk } from './desk.ts'
import { openRemoteStore } from './remote-store.ts'

/** True: where somebody signed in last. */
export type Remote = string | true | undefined

/** Adds the option that sends a command to a store elsewhere. */
export function remotely(command: Command): Command {
  return command.option('--remote [url]', 'at a store elsewhere, where you have signed in (see login)', readStoreUrl)
}

/** Gives the command its desk: over the database that is configured here, or over the interface of a store elsewhere. */
export async function withDesk<T>(remote: Remote, work: (desk: Desk) => Promise<T>): Promise<T> {
  if (remote === undefined) return withDatabase((database, config) => work(localDesk(database, config)))
  const login = await readLogin(settingsFolder(), remote === true ? undefined : remote)
  return work(remoteDesk(openRemoteStore(login)))
}
