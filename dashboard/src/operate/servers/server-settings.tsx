import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { gameOf, GUIDES } from './connect-guides.ts'

const PROFILES = ['standard', 'fivem', 'mta'] as const

export function ServerSettings({ server }: { server: Manage.GameServer }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const queryClient = useQueryClient()

  async function send({ name = '', game = '', profile, addresses = '' }: Record<string, string>): Promise<void> {
    const allowedAddresses = addresses.split(/[\s,]+/).filter((address) => address !== '')
    await api.updateServer(
      {
        storeId,
        serverId: server.id,
        name,
        game,
        profile: PROFILES.find((known) => known === profile) ?? 'standard',
        allowedAddresses,
      },
      { ifMatch: server },
    )
    await queryClient.invalidateQueries({ queryKey: ['servers'] })
  }

  return (
    <Panel title={t('server.settings')}>
      <div className="panel-body narrow-form" key={server.version}>
        <Form send={send} submit={t('save')} fields={['name', 'allowedAddresses']}>
          {({ errorOf }) => (
            <>
              <Field
                label={t('server.name')}
                name="name"
                required
                maxLength={100}
                defaultValue={server.name}
                error={errorOf('name')}
              />
              <Choice
                label={t('server.game')}
                name="game"
                options={Object.entries(GUIDES).map(([game, guide]) => [game, guide.name])}
                defaultValue={gameOf(server.game)}
              />
              <Choice
                label={t('server.profile')}
                name="profile"
                options={PROFILES.map((profile) => [profile, t(`server.profile.${profile}`)])}
                defaultValue={server.profile}
                hint={t('server.profileHint')}
              />
              <Field
                label={t('server.addresses')}
                name="addresses"
                defaultValue={server.allowedAddresses.join(', ')}
                error={errorOf('allowedAddresses')}
                hint={t('server.addressesHint')}
              />
            </>
          )}
        </Form>
      </div>
    </Panel>
  )
}
