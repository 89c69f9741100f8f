import { useLingui } from '@lingui/react'
import { type ReactElement, useState } from 'react'
import { chooseScheme, findScheme, SCHEMES, type Scheme } from '../../app/scheme.ts'
import { chooseLocale, LANGUAGES, type Locale, useTexts } from '../../app/texts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'

export function Appearance(): ReactElement {
  const t = useTexts()
  const { i18n } = useLingui()
  const [scheme, setScheme] = useState(findScheme)

  function onScheme(next: Scheme): void {
    chooseScheme(next)
    setScheme(next)
  }

  return (
    <Panel title={t('settings.appearance')}>
      <div className="panel-body narrow-form">
        <Select
          label={t('settings.language')}
          value={i18n.locale as Locale}
          options={Object.entries(LANGUAGES) as [Locale, string][]}
          onChange={(locale) => void chooseLocale(locale)}
        />
        <Select
          label={t('settings.scheme')}
          value={scheme}
          options={SCHEMES.map((name) => [name, t(`scheme.${name}`)])}
          onChange={onScheme}
        />
      </div>
    </Panel>
  )
}
