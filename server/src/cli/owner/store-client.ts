import { createManageClient, type Manage, type ManageClient } from '@quartermaster/sdk'
import { AppError } from '../../errors.ts'
import type { Login } from '../remote/saved-logins.ts'

/** The management API, either of a remote store or of the database on this machine. */
export type StoreClient = {
  manage: ManageClient
  /** The stores that the caller can open, oldest first. */
  listStores: () => AsyncIterable<Manage.StoreSummary | Manage.Store>
  /** The store that the command is about when --store is missing. `id` names something that belongs to it. */
  findStore: (id?: string) => Promise<string>
}

export function createRemoteClient({ url, token, storeId }: Login): StoreClient {
  const manage = createManageClient({ url, token })
  /** An API token belongs to one store and cannot list the stores of an account. */
  async function* listStores() {
    if (storeId === null) yield* manage.listStores.each()
    else yield await manage.getStore({ storeId })
  }
  return { manage, listStores, findStore: async () => storeId ?? (await findOnlyStore(listStores())) }
}

export async function findOnlyStore(stores: AsyncIterable<{ id: string }>): Promise<string> {
  const [first, second] = await take(2, stores)
  if (first && !second) return first.id
  throw new AppError(
    'invalid_request',
    first
      ? 'There are several stores. Choose one with --store sto_…; `quartermaster store list` shows their ids.'
      : 'There is no store yet. Create one with `quartermaster store create`.',
  )
}

/** The API returns at most 200 items in a page. */
export function pageSize(limit: number): number {
  return Math.min(limit, 200)
}

/** The first items of a list. */
export async function take<T>(limit: number, items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = []
  for await (const item of items) {
    taken.push(item)
    if (taken.length >= limit) break
  }
  return taken
}

export async function readAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  return take(Infinity, items)
}
