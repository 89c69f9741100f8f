import { createManageClient, type ManageClient } from '@quartermaster/sdk'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import type { Login } from '../remote/kept-logins.ts'

/** A store behind its management interface. */
export type RemoteStore = {
  manage: ManageClient
  /** The store that is meant: the one that was named, the token's own, or the only one there is. */
  storeId: (named?: StoreId) => Promise<string>
  /** The only store that can be reached; null when whoever signed in may have several. */
  onlyStoreId: string | null
}

export function openRemoteStore({ url, token, storeId }: Login): RemoteStore {
  const manage = createManageClient({ url, token })
  return {
    manage,
    onlyStoreId: storeId,
    async storeId(named) {
      if (named !== undefined) return formatId('sto', named)
      if (storeId !== null) return storeId
      const { items } = await manage.listStores({ limit: 2 })
      const [first, second] = items
      if (first && !second) return first.id
      throw new AppError(
        'invalid_request',
        first ? 'You have several stores; say which with --store sto_…' : 'You have no store yet',
      )
    },
  }
}

export function readDate(text: string): Date
export function readDate(text: string | null): Date | null
export function readDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** The first of a long list. */
export async function upTo<T>(most: number, list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of list) {
    found.push(one)
    if (found.length >= most) break
  }
  return found
}
