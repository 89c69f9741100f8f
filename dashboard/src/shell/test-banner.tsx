import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Icon } from '../ui/icon.tsx'

export function TestBanner({ children }: { children?: ReactNode }): ReactElement {
  const t = useTexts()
  return (
    <section className="test" aria-label={t('shell.testMode')}>
      <strong>
        <Icon name="flask" />
        {t('shell.testMode')}
      </strong>
      <span>{t('shell.testModeWhy')}</span>
      {children !== undefined && <span className="test-actions">{children}</span>}
    </section>
  )
}
