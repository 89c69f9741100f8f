import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'

const SILENT_MS = 10 * 60_000

/** The game servers of the store. */
export function useServers(): Manage.GameServer[] {
  const { id: storeId } = useStore()
  const { data } = useQuery({
    queryKey: ['servers', storeId, 'all'],
    queryFn: () => Array.fromAsync(api.listServers.each({ storeId })),
    staleTime: 60_000,
  })
  return data ?? []
}

export function useServerName(): (serverId: string | null) => string {
  const t = useTexts()
  const servers = useServers()
  return (serverId) =>
    serverId === null ? t('delivery.noServer') : (servers.find(({ id }) => id === serverId)?.name ?? '…')
}

/** A server is silent if it has not called for ten minutes. */
export function isSilent({ lastSeenAt }: Pick<Manage.GameServer, 'lastSeenAt'>): boolean {
  return lastSeenAt === null || Date.now() - new Date(lastSeenAt).getTime() > SILENT_MS
}
