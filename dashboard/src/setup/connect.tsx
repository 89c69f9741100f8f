import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { gameOf } from '../operate/servers/connect-guides.ts'
import { ConnectLines } from '../operate/servers/connect-lines.tsx'
import { useStore } from '../shell/store-context.ts'
import { Action } from '../ui/action.tsx'
import { CopyBox } from '../ui/copy-box.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Progress } from './progress.ts'
import { ConnectionLight } from './connection-light.tsx'
import { rememberKey, rememberedKey } from './server-keys.ts'
import { StepFoot } from './step-foot.tsx'

export function Connect({ progress: { server, product } }: { progress: Progress }): ReactElement | null {
  const t = useTexts()
  const store = useStore()
  const [key, setKey] = useState(server && rememberedKey(server.id))
  if (!server) return null

  async function issueKey(serverId: string): Promise<void> {
    const { key: issued } = await api.createServerKey({ storeId: store.id, serverId })
    rememberKey(serverId, issued)
    setKey(issued)
  }

  return (
    <>
      <ol className="howto">
        <li>
          <h2>{t('setup.connect.key', { server: server.name })}</h2>
          <p>{t(key === undefined ? 'setup.connect.keyLost' : 'setup.connect.keyOnce')}</p>
          {key === undefined ? (
            <Action icon="key" run={() => issueKey(server.id)}>
              {t('setup.connect.newKey')}
            </Action>
          ) : (
            <CopyBox text={key} />
          )}
        </li>
        <ConnectLines game={gameOf(server.game)} url={store.gamesUrl} serverKey={key} />
        <li>
          <h2>{t('setup.connect.watch')}</h2>
          <div className="panel" role="status">
            <ConnectionLight server={server} />
          </div>
        </li>
      </ol>
      <StepFoot
        back="game"
        {...(server.lastSeenAt !== null && {
          next: product ? 'sale' : 'product',
          nextText: t(product ? 'setup.title.sale' : 'setup.connect.next'),
        })}
      >
        <Link
          className="btn btn-quiet"
          to="/stores/$storeId/setup"
          params={{ storeId: store.id }}
          search={{ step: 'game' }}
        >
          <Icon name="plus" />
          {t('setup.connect.another')}
        </Link>
      </StepFoot>
    </>
  )
}
