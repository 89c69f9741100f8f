import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useStore } from '../shell/store-context.ts'
import { Page } from '../ui/page.tsx'

export function Today(): ReactElement {
  const t = useTexts()
  const store = useStore()
  useTitle(t('nav.today'), store.name)
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const statistics = useQuery({
    queryKey: ['statistics', store.id],
    queryFn: () =>
      api.getStatistics({ storeId: store.id, from: startOfToday(), to: new Date().toISOString(), timeZone }),
  })
  return (
    <Page title={t('nav.today')}>
      <pre>{JSON.stringify(statistics.data?.delivery, null, 2)}</pre>
    </Page>
  )
}

function startOfToday(): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
}
