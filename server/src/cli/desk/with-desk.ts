import type { Command } from 'commander'
import { settingsFolder } from '../../config.ts'
import type { StoreId } from '../../ids.ts'
import { readLogin } from '../remote/kept-logins.ts'
import { readStoreUrl } from '../remote/read-store-url.ts'
import { readStoreId } from '../read-id.ts'
import { withDatabase } from '../with-database.ts'
import { type Desk, localDesk, remoteDesk } from './desk.ts'
import { openRemoteStore } from './remote-store.ts'

/** True: where somebody signed in last. */
export type Remote = string | true | undefined

/** The options of a command that is about one store. */
export type InStore = { store?: StoreId; remote?: Remote; json?: boolean }

/** Adds the option that sends a command to a store elsewhere. */
export function remotely(command: Command): Command {
  return command.option('--remote [url]', 'at a store elsewhere, where you have signed in (see login)', readStoreUrl)
}

/** Adds the options of a command that is about one store. */
export function aboutStore(command: Command): Command {
  const named = command.option('--store <id>', 'store; with --remote it may be left out by who has one', readStoreId)
  return remotely(named).option('--json', 'print one JSON object')
}

/** Gives the command its desk: over the database that is configured here, or over the interface of a store elsewhere. */
export async function withDesk<T>(remote: Remote, work: (desk: Desk) => Promise<T>): Promise<T> {
  if (remote === undefined) return withDatabase((database, config) => work(localDesk(database, config)))
  const login = await readLogin(settingsFolder(), remote === true ? undefined : remote)
  return work(remoteDesk(openRemoteStore(login)))
}

/** The same for a command that is about one store. */
export async function withStore<T>(
  { store, remote }: InStore,
  work: (desk: Desk, storeId: StoreId) => Promise<T>,
): Promise<T> {
  return withDesk(remote, async (desk) => work(desk, store ?? (await desk.stores.only())))
}
