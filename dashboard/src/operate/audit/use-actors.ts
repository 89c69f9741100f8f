import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMay, useStore } from '../../shell/store-context.ts'

/** Members and API tokens, as options of a filter. */
export function useActors(): [id: string, name: string][] {
  const { id: storeId } = useStore()
  const members = useQuery({
    queryKey: ['members', storeId, 'all'],
    queryFn: () => Array.fromAsync(api.listMembers.each({ storeId, limit: 200 })),
    enabled: useMay('members:read'),
  })
  const tokens = useQuery({
    queryKey: ['tokens', storeId, 'all'],
    queryFn: () => Array.fromAsync(api.listTokens.each({ storeId, limit: 200 })),
    enabled: useMay('tokens:read'),
  })
  return [
    ...(members.data ?? []).map(({ accountId, name }): [string, string] => [accountId, name]),
    ...(tokens.data ?? []).map(({ id, name }): [string, string] => [id, name]),
  ]
}
