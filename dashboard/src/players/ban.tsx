import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'

export function Ban({ gameUserId }: { gameUserId: string }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      title={t('ban.question', { player: gameUserId })}
      submit={t('ban.submit', { player: gameUserId })}
      trigger={
        <Button size="small" kind="danger">
          {t('ban.open')}…
        </Button>
      }
      changes={['players']}
      fields={['reason', 'until']}
      run={({ reason = '', until = '' }) =>
        api.banPlayer({
          storeId,
          gameUserId,
          reason,
          ...(until !== '' && { until: new Date(`${until}T00:00:00`).toISOString() }),
        })
      }
    >
      {({ errorOf }) => (
        <>
          <p className="small soft">{t('ban.effect')}</p>
          <Field label={t('ban.reason')} name="reason" required maxLength={500} error={errorOf('reason')} />
          <Field
            label={t('ban.untilDay')}
            name="until"
            type="date"
            hint={t('ban.untilHint')}
            error={errorOf('until')}
          />
        </>
      )}
    </Confirm>
  )
}
