import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { meQuery } from '../../api/queries.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { TopBar } from '../../shell/top-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { Appearance } from './appearance.tsx'
import { CloseAccount } from './close-account.tsx'
import { Connections } from './connections.tsx'
import { Emails } from './emails.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password, Profile } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function AccountSettings(): ReactElement {
  const t = useTexts()
  const { data: me } = useSuspenseQuery(meQuery)
  useTitle(t('settings.title'))
  return (
    <div className="setup-app">
      <TopBar>
        <Link to="/">{t('settings.back')}</Link>
      </TopBar>
      <main className="main settings" id="main">
        <Page title={t('settings.title')} lede={me.email}>
          <Profile me={me} />
          <Password me={me} />
          <SecondFactor me={me} />
          <Passkeys />
          <Connections me={me} />
          <Sessions />
          <Emails me={me} />
          <Appearance />
          <CloseAccount />
        </Page>
      </main>
    </div>
  )
}
