import type { Command } from 'commander'
import type { ManageClient } from '@quartermaster/sdk'
import { settingsFolder } from '../../config/config.ts'
import { parseIdOf } from '../parse-option.ts'
import { type Output, print } from '../print.ts'
import { parseStoreUrl } from '../remote/parse-store-url.ts'
import { readLogin } from '../remote/saved-logins.ts'
import { createRemoteClient, type StoreClient } from './store-client.ts'

/** The value of --remote. True means the store of the last login. */
export type Remote = string | true | undefined

type Common = { remote?: Remote; json?: boolean }

/** Makes a command call the management API. A command that has printed its output itself returns undefined. It works on this machine and with --remote. */
export function callApi<Options>(
  command: Command,
  run: (client: StoreClient, options: Options & Common) => Promise<Output | undefined>,
): void {
  command
    .option('--remote [url]', 'use the store at this address, or the store of your last login', parseStoreUrl)
    .option('--json', 'print the result as JSON')
    .action(async (options: Options & Common) => {
      const output = await withClient(options.remote, (client) => run(client, options))
      if (output) print(output, options.json)
    })
}

export type StoreCall = { manage: ManageClient; storeId: string }

/**
 * Makes a command call the management API about one store. `thing` is an option with the id of something in the store,
 * such as a delivery: on this machine that id is enough to find the store.
 */
export function callStoreApi<Options>(
  command: Command,
  run: (call: StoreCall, options: Options & Common) => Promise<Output | undefined>,
  thing?: keyof Options,
): void {
  const description = thing
    ? 'its store; only needed with --remote if you have several'
    : 'the store; optional if there is only one'
  const withStore = command.option('--store <id>', description, parseIdOf('sto'))
  callApi<Options & { store?: string }>(withStore, async (client, options) => {
    const storeId = options.store ?? (await client.findStore(thing && String(options[thing])))
    return run({ manage: client.manage, storeId }, options)
  })
}

async function withClient<T>(remote: Remote, work: (client: StoreClient) => Promise<T>): Promise<T> {
  if (remote !== undefined) {
    return work(createRemoteClient(await readLogin(settingsFolder(), remote === true ? undefined : remote)))
  }
  // Remote commands and help pages start faster without the modules of the server.
  const { withLocalClient } = await import('./local-client.ts')
  return withLocalClient(work)
}
