import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CommandsOf } from './commands-of.tsx'

export type Decision = 'delivered' | 'retry' | 'continue' | 'cancel' | 'resend'

type Subject = {
  id: string
  /** What and for whom, for screen readers and the dialog. */
  title: string
  gameUserId: string
}

const CHANGED = ['deliveries', 'dead-letters', 'orders', 'players']

/** Buttons that decide about a delivery. Each shows first what it does. */
export function Decisions({ subject, decisions }: { subject: Subject; decisions: Decision[] }): ReactElement {
  return (
    <div className="btns">
      {decisions.map((decision) => (
        <Decide key={decision} subject={subject} decision={decision} />
      ))}
    </div>
  )
}

function Decide({ subject, decision }: { subject: Subject; decision: Decision }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const { id: deliveryId, title, gameUserId } = subject
  const runs = decision === 'retry' || decision === 'continue' || decision === 'resend'
  const label = t(`decision.${decision}`)

  function run(): Promise<unknown> {
    if (decision === 'cancel') return api.cancelDelivery({ storeId, deliveryId })
    if (decision === 'resend') return api.resendDelivery({ storeId, deliveryId })
    return api.resolveDelivery({ storeId, deliveryId, resolution: decision })
  }

  return (
    <Confirm
      title={t('decision.title', { title, player: gameUserId })}
      submit={t(`decision.submit.${decision}`)}
      kind={decision === 'cancel' ? 'danger' : 'primary'}
      changes={CHANGED}
      run={run}
      trigger={
        <Button size="small">
          {label}
          <span className="sr">: {t('decision.of', { title, player: gameUserId })}</span>
        </Button>
      }
    >
      <p className="small soft">{t(`decision.effect.${decision}`, { player: gameUserId })}</p>
      {runs && <CommandsOf deliveryId={deliveryId} isRest={decision !== 'resend'} />}
    </Confirm>
  )
}
