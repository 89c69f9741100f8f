import type { Manage } from '@quartermaster/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { useDuration } from '../app/durations.ts'
import { useTexts } from '../app/texts.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { Chip } from '../ui/chip.tsx'
import { fillPlayer } from '../ui/command-line.tsx'
import { Empty } from '../ui/empty.tsx'
import { type Column, List } from '../ui/list.tsx'
import { Decisions } from './parts/decisions.tsx'
import { withType } from './parts/delivery-state.tsx'
import { REASONS } from './parts/reasons.ts'

type Letter = Manage.DeadLetter

export function DeadLetters(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const columns = useColumns()
  return (
    <List
      call={api.listDeadLetters}
      input={{ storeId }}
      queryKey="dead-letters"
      label={t('deliveries.needYou')}
      columns={columns}
      keyOf={({ id }) => id}
      kind="cards dead"
      file="deliveries-that-need-you"
      refetchInterval={30_000}
      empty={
        <Empty icon="ok" title={t('deliveries.none')}>
          {t('deliveries.noneWhy')}
        </Empty>
      }
    />
  )
}

function useColumns(): Column<Letter>[] {
  const t = useTexts()
  const { time } = useDates()
  const duration = useDuration()
  const mayDecide = useMay('deliveries:write')
  const titleOf = (letter: Letter) => withType(t, letter.productNames.join(', '), letter.type)
  return [
    { head: t('delivery.delivery'), cell: (letter) => <What letter={letter} title={titleOf(letter)} />, csv: titleOf },
    { head: t('order.player'), csv: ({ gameUserId }) => gameUserId },
    {
      head: t('delivery.reason'),
      isUnlabeled: true,
      cell: ({ reason }) => <Chip {...REASONS[reason]}>{t(`reason.${reason}`)}</Chip>,
      csv: ({ reason }) => reason,
    },
    {
      head: t('delivery.server'),
      cell: ({ serverName }) => serverName ?? t('delivery.noServer'),
      csv: ({ serverName }) => serverName,
    },
    {
      head: t('delivery.since'),
      cell: ({ since }) => (
        <span>
          <span className="nowrap">{time(since)}</span>{' '}
          <span className="muted nowrap">{duration(since, new Date())}</span>
        </span>
      ),
      csv: ({ since }) => since,
    },
    {
      head: t('delivery.whatToDo'),
      isUnlabeled: true,
      className: 'todo',
      cell: ({ reason, gameUserId, serverName }) =>
        t(`advice.${reason}`, { player: gameUserId, server: serverName ?? t('delivery.noServer') }),
    },
    ...(mayDecide
      ? [
          {
            head: t('delivery.actions'),
            isHeadHidden: true,
            isUnlabeled: true,
            cell: (letter: Letter) => (
              <Decisions
                subject={{ id: letter.id, title: titleOf(letter), gameUserId: letter.gameUserId }}
                decisions={REASONS[letter.reason].decisions}
              />
            ),
          },
        ]
      : []),
  ]
}

function What({ letter: { id, gameUserId, commands }, title }: { letter: Letter; title: string }): ReactElement {
  const { id: storeId } = useStore()
  return (
    <>
      <Link className="td-main plain" to="/stores/$storeId/deliveries/$deliveryId" params={{ storeId, deliveryId: id }}>
        {title}
      </Link>
      <br />
      <span className="soft brk">{gameUserId}</span>
      <br />
      {commands.length > 0 && (
        <code className="xs muted brk">
          {fillPlayer(commands[0] ?? '', gameUserId)}
          {commands.length > 1 && ` +${commands.length - 1}`}
        </code>
      )}
    </>
  )
}

export function PlayerLink({ gameUserId }: { gameUserId: string }): ReactElement {
  const { id: storeId } = useStore()
  return (
    <Link className="plain brk" to="/stores/$storeId/players/$gameUserId" params={{ storeId, gameUserId }}>
      {gameUserId}
    </Link>
  )
}
