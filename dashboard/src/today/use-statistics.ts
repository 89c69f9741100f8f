import type { Manage } from '@quartermaster/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { timeZone } from '../app/dates.ts'
import type { Period } from './period.ts'

const REFRESH_MS = 60_000

type Statistics = { current: Manage.Statistics; before: Manage.Statistics; rest: Manage.Statistics | undefined }

/** What a screen asks for, also to show it as an API call. */
export function statisticsInput(storeId: string, { from, to }: Period['current'], interval: Period['interval']) {
  return { storeId, from: from.toISOString(), to: to.toISOString(), timeZone: timeZone(), interval }
}

/** The statistics of a period and of the one before. Undefined until both are read. */
export function useStatistics(storeId: string, period: Period, isEnabled: boolean): Statistics | undefined {
  const { interval, current, before, rest, name } = period
  const common = { enabled: isEnabled, placeholderData: keepPreviousData }
  const read = (range: Period['current']) => () => api.getStatistics(statisticsInput(storeId, range, interval))
  const now = useQuery({
    ...common,
    queryKey: ['statistics', storeId, name, current.from.getTime()],
    queryFn: read(current),
    refetchInterval: REFRESH_MS,
  })
  // The past does not change, so it is read again only when the time of day has moved on.
  const past = useQuery({
    ...common,
    queryKey: ['statistics-before', storeId, name, before.to.getTime()],
    queryFn: read(before),
    staleTime: Infinity,
  })
  const later = useQuery({
    ...common,
    enabled: isEnabled && name === 'today',
    queryKey: ['statistics-rest', storeId, rest.from.getTime()],
    queryFn: read(rest),
    staleTime: Infinity,
  })
  if (!now.data || !past.data) return undefined
  return { current: now.data, before: past.data, rest: name === 'today' ? later.data : undefined }
}
