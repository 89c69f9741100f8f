import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Note } from '../../ui/note.tsx'
import { linesOf } from '../editor/body-of.ts'
import type { Draft } from '../editor/draft.ts'

/** "What would a refund run?" in words; the commands follow. */
export function RefundAnswer({ draft, servers }: { draft: Draft; servers: Manage.GameServer[] }): ReactElement {
  const t = useTexts()
  const count = linesOf(draft, 'refund').length
  const running = servers.filter(({ profile }) => profile !== 'mta').map(({ name }) => name)
  return (
    <div className="game">
      {count === 0 ? (
        <Note kind="warn">{t('refundAnswer.nothing')}</Note>
      ) : (
        <Note kind="info">
          {running.length === 0
            ? t('refundAnswer.noServer')
            : t('refundAnswer.runs', { count, servers: running.join(', ') })}{' '}
          {t(draft.rebuy === 'extend' ? 'refundAnswer.extend' : 'refundAnswer.independent')}
        </Note>
      )}
    </div>
  )
}
