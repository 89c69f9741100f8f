import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useStore } from '../shell/store-context.ts'

/** Times of sales and codes are those of the store, wherever the person is. */
export function useStoreTime(): { zone: string; show: (time: string) => string } {
  const { id: storeId } = useStore()
  const { i18n } = useLingui()
  const { data } = useQuery({
    queryKey: ['storefront', storeId, 'time-zone'],
    queryFn: () => api.getStorefront({ storeId }),
    staleTime: 60_000,
  })
  const zone = data?.timeZone ?? 'UTC'
  return {
    zone,
    show: (time) => i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
  }
}

/** `2026-11-27T00:00`, as an input for local times has it. */
export function toLocalTime(time: string | null | undefined, zone: string): string {
  if (time === null || time === undefined) return ''
  // The form that Swedes write is that of ISO 8601.
  const text = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return text.format(new Date(time)).replace(' ', 'T')
}
