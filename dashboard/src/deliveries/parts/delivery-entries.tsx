import type { Manage } from '@quartermaster/sdk'
import { useDuration } from '../../app/durations.ts'
import { useTexts } from '../../app/texts.tsx'
import { fillPlayer } from '../../ui/command-line.tsx'
import type { TimelineEntry } from '../../ui/timeline.tsx'
import { useServerName } from '../servers.ts'
import { titleOf } from './delivery-state.tsx'

type Delivery = Manage.Delivery

/** Everything that happened to a delivery: queued, dispatched, each failed attempt, its end, late reports. */
export function useDeliveryEntries(): (delivery: Delivery) => TimelineEntry[] {
  const t = useTexts()
  const duration = useDuration()
  const serverName = useServerName()

  function attemptsOf({ id, failedAttempts }: Delivery, title: string): TimelineEntry[] {
    return failedAttempts.map(({ attempt, outcome, reason, output, reportedAt }) => ({
      id: `${id} attempt ${attempt}`,
      at: reportedAt,
      icon: outcome === 'failed' ? 'failed' : 'uncertain',
      kind: outcome === 'failed' ? 'bad' : 'warn',
      title: t(`timeline.attempt.${outcome}`, { title, attempt }),
      detail: reason,
      ...(output !== null && output !== '' && { commands: [output] }),
    }))
  }

  function endOf(delivery: Delivery, title: string): TimelineEntry[] {
    const { id, finishedAt, state, dispatchedAt, createdAt, receipt, cancelledBy, gameUserId, products } = delivery
    if (finishedAt === null) return []
    if (state === 'cancelled')
      return [
        {
          id: `${id} end`,
          at: finishedAt,
          icon: 'hold',
          title: t('timeline.cancelled', { title }),
          detail: t(`timeline.cancelledBy.${cancelledBy ?? 'staff'}`),
        },
      ]
    const took = t('timeline.took', { time: duration(dispatchedAt ?? createdAt, finishedAt) })
    return [
      {
        id: `${id} end`,
        at: finishedAt,
        icon: 'ok',
        kind: 'ok',
        title: t('timeline.ran', { title }),
        detail:
          receipt === null ? (
            took
          ) : (
            <>
              {took} <span className="mono">{receipt}</span>
            </>
          ),
        commands: products.flatMap(({ commands }) => commands).map((command) => fillPlayer(command, gameUserId)),
      },
    ]
  }

  return (delivery) => {
    const { id, createdAt, dispatchedAt, serverId, lateReportAt, resendOf } = delivery
    const title = titleOf(t, delivery)
    const server = serverName(serverId)
    return [
      {
        id: `${id} queued`,
        at: createdAt,
        icon: 'deliveries',
        title: t('timeline.queued', { title, server }),
        ...(resendOf !== null && { detail: t('timeline.resent') }),
      },
      ...(dispatchedAt === null
        ? []
        : [
            {
              id: `${id} dispatched`,
              at: dispatchedAt,
              icon: 'dispatch',
              title: t('timeline.dispatched', { title, server }),
              detail: t('timeline.afterQueued', { time: duration(createdAt, dispatchedAt) }),
            },
          ]),
      ...attemptsOf(delivery, title),
      ...endOf(delivery, title),
      ...(lateReportAt === null
        ? []
        : [
            {
              id: `${id} late`,
              at: lateReportAt,
              icon: 'alert',
              kind: 'warn' as const,
              title: t('timeline.late', { title }),
            },
          ]),
    ]
  }
}
