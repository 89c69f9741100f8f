import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { AccountPage } from './account-page.tsx'

/** A link without its token, for example because the mail program cut it. */
export function DeadLink(): ReactElement {
  const t = useTexts()
  return (
    <AccountPage
      title={t('deadLink.title')}
      lede={t('deadLink.lede')}
      footer={<Link to="/account/sign-in">{t('account.backToSignIn')}</Link>}
    />
  )
}
