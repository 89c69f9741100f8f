import { type ReactElement, useState } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'
import { agentLines, type GameName, guideOf } from './connect-guides.ts'

type ConnectLinesProps = {
  game: GameName
  /** The address for game servers: `gamesUrl` of the store. */
  url: string
  /** The key, if it was just created. Otherwise a placeholder stands in its place. */
  serverKey?: string | undefined
}

const KEY_PLACEHOLDER = 'qm_…'

/** The exact lines to paste for a game, as the steps of an ordered list. */
export function ConnectLines({ game, url, serverKey = KEY_PLACEHOLDER }: ConnectLinesProps): ReactElement {
  const t = useTexts()
  const [password] = useState(createPassword)
  const guide = guideOf(game)
  const values = { url, key: serverKey, password }
  return (
    <>
      {(guide.way === 'resource' || guide.way === 'mod') && (
        <li>
          <h2>{t('connect.copyFolder')}</h2>
          <p>{t(`connect.folder.${guide.way}`)}</p>
          <CopyBox text={`cp -r integrations/${game} ${FOLDERS[guide.way]}`} />
        </li>
      )}
      <li>
        <h2>{t(`connect.title.${game}`)}</h2>
        <p>{t(`connect.how.${game}`)}</p>
        <CopyBox text={guide.settings(values)} />
      </li>
      {guide.agent && (
        <li>
          <h2>{t('connect.agent')}</h2>
          <p>{t('connect.agentHow')}</p>
          <CopyBox text={agentLines(guide.agent, values)} />
        </li>
      )}
    </>
  )
}

const FOLDERS = { resource: 'resources/quartermaster', mod: '~/.minetest/mods/quartermaster' }

/** For the console of the game. It never leaves the browser. */
function createPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(15))
  return [...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')
}
