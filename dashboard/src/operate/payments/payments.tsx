import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Page } from '../../ui/page.tsx'
import { Disputes } from './disputes.tsx'
import { ParkedPayments } from './parked-payments.tsx'
import { Providers } from './providers.tsx'

export function Payments(): ReactElement {
  const t = useTexts()
  const { id: storeId, name, mode } = useStore()
  useTitle(t('nav.payments'), name)
  return (
    <Page title={t('nav.payments')} lede={t(`payment.lede.${mode}`)}>
      <div className="stack">
        <Providers />
        <ParkedPayments />
        <Disputes />
      </div>
      <ApiCall
        requests={[
          manageRequest('listPaymentProviders', { storeId }),
          manageRequest('listParkedPayments', { storeId }),
          manageRequest('listCheckouts', { storeId, state: 'disputed' }),
        ]}
      />
    </Page>
  )
}
