import type { ReactElement } from 'react'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Conflict } from './use-save-product.ts'

/** Says who changed the product meanwhile, and keeps what was entered here. */
export function ConflictNote({ conflict, onKeep }: { conflict: Conflict; onKeep: () => void }): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const { latest, by, changed } = conflict
  const when = time(latest.updatedAt)
  const fields = changed.map((name) => t(`product.field.${name as 'name'}`)).join(', ')
  return (
    <div className="panel conflict" role="alert">
      <p className="note is-warn">
        <Icon name="alert" />
        <span>
          <b>{by === undefined ? t('conflict.somebody', { when }) : t('conflict.by', { by, when })}</b>{' '}
          {t('conflict.changed', { fields })} {t('conflict.what')}
        </span>
      </p>
      <Button onClick={onKeep}>{t('conflict.keep')}</Button>
    </div>
  )
}
