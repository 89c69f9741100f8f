import { useQueries } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { isKnownAction } from '../../operate/audit/actions.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import type { TimelineEntry } from '../../ui/timeline.tsx'

/** What staff did with these objects, if the person may read the audit log. */
export function useStaffEntries(subjects: string[]): TimelineEntry[] {
  const t = useTexts()
  const { id: storeId } = useStore()
  const mayRead = useMay('audit:read')
  const logs = useQueries({
    queries: subjects.map((subject) => ({
      queryKey: ['audit', storeId, subject],
      queryFn: () => api.listAuditLog({ storeId, subject, limit: 20 }),
      enabled: mayRead,
    })),
  })
  return logs.flatMap(({ data }) =>
    (data?.items ?? []).map(({ id: entryId, createdAt, actor, action }) => ({
      id: entryId,
      at: createdAt,
      icon: 'team',
      title: isKnownAction(action) ? t(`audit.action.${action}`) : action,
      detail: t('timeline.staff', { name: actor.name }),
    })),
  )
}
