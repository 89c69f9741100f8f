import type { Manage } from '@quartermaster/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { storeQuery } from '../api/queries.ts'

export type Permission = Manage.StoreDetails['permissions'][number]

/** The store of the page. */
export function useStore(): Manage.StoreDetails {
  const { storeId = '' } = useParams({ strict: false })
  return useSuspenseQuery(storeQuery(storeId)).data
}

/** Whether the person has a permission in the store of the page. What they may not do is not shown. */
export function useMay(permission: Permission): boolean {
  return useStore().permissions.includes(permission)
}
