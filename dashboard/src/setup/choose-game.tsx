import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { type GameName, GUIDES, guideOf } from '../operate/servers/connect-guides.ts'
import { useStore } from '../shell/store-context.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useRefresh } from './progress.ts'
import { rememberKey } from './server-keys.ts'

const GAMES = Object.keys(GUIDES) as GameName[]

export function ChooseGame(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [game, setGame] = useState<GameName>('minecraft')

  async function send({ name = '' }: Record<string, string>): Promise<void> {
    const { profile } = guideOf(game)
    const { id, key } = await api.createServer({ storeId: store.id, name, game, ...(profile && { profile }) })
    rememberKey(id, key)
    await refresh('servers')
    await navigate({ to: '/stores/$storeId/setup', params: { storeId: store.id }, search: { step: 'connect' } })
  }

  return (
    <div className="setup-form">
      <Form send={send} submit={t('setup.game.submit')} fields={['name']}>
        {({ errorOf }) => (
          <>
            <fieldset className="picks">
              <legend className="label">{t('setup.step.game')}</legend>
              {GAMES.map((name) => (
                <label key={name} className="pick">
                  <input type="radio" name="game" checked={game === name} onChange={() => setGame(name)} />
                  <span>
                    <b>{guideOf(name).name}</b>
                    <small className="muted">{t(`setup.way.${guideOf(name).way}`)}</small>
                  </span>
                </label>
              ))}
            </fieldset>
            <Field
              label={t('setup.game.name')}
              name="name"
              defaultValue="survival"
              maxLength={100}
              required
              error={errorOf('name')}
              hint={t('setup.game.nameHint')}
            />
          </>
        )}
      </Form>
    </div>
  )
}
