import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'

type RemoveProps = { name: string; effect: string; changes: string[]; run: () => Promise<unknown> }

export function RemoveButton({ name, effect, changes, run }: RemoveProps): ReactElement {
  const t = useTexts()
  return (
    <Confirm
      trigger={
        <Button size="small" kind="quiet" aria-label={t('promotion.deleteOne', { name })}>
          {t('promotion.delete')}
        </Button>
      }
      title={t('promotion.deleteOne', { name })}
      submit={t('promotion.delete')}
      run={run}
      changes={changes}
    >
      <p className="small">{effect}</p>
    </Confirm>
  )
}
