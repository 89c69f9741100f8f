import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { Action } from '../../ui/action.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CodeField } from '../fields.tsx'
import { QrCode } from './qr-code.tsx'

export function SecondFactor({ me }: { me: Manage.Account }): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const [setup, setSetup] = useState<Manage.TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  const isOn = me.totpEnabledAt !== null

  return (
    <Panel title={t('settings.secondFactor')}>
      <div className="panel-body narrow-form">
        <p className="small soft">
          {me.totpEnabledAt === null
            ? t('settings.secondFactorOff')
            : t('settings.secondFactorOn', { day: day(me.totpEnabledAt), codes: me.remainingRecoveryCodes })}
        </p>
        {codes && <RecoveryCodes codes={codes} />}
        {setup && !isOn && <ConfirmSetup setup={setup} onConfirmed={setCodes} />}
        <div className="btns">
          {!isOn && !setup && (
            <Action kind="primary" run={async () => setSetup(await api.startTotpSetup())}>
              {t('settings.secondFactorStart')}
            </Action>
          )}
          {isOn && (
            <>
              <Action run={async () => setCodes((await api.regenerateRecoveryCodes()).codes)} changes={['account']}>
                {t('settings.newCodes')}
              </Action>
              <Action kind="danger" run={() => api.disableTotp()} changes={['account']}>
                {t('settings.secondFactorStop')}
              </Action>
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}

type ConfirmSetupProps = { setup: Manage.TotpSecret; onConfirmed: (codes: string[]) => void }

function ConfirmSetup({ setup, onConfirmed }: ConfirmSetupProps): ReactElement {
  const t = useTexts()
  const queryClient = useQueryClient()

  async function send({ code = '' }: Record<string, string>): Promise<void> {
    const { codes } = await api.confirmTotpSetup({ challenge: setup.challenge, code })
    onConfirmed(codes)
    await queryClient.invalidateQueries({ queryKey: ['account'] })
  }

  return (
    <>
      <p className="small">{t('settings.scan')}</p>
      <QrCode text={setup.uri} label={t('settings.qr')} />
      <CopyBox text={setup.secret} />
      <Form send={send} submit={t('settings.secondFactorConfirm')} fields={['code']}>
        {({ errorOf }) => <CodeField error={errorOf('code')} />}
      </Form>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }): ReactElement {
  const t = useTexts()
  return (
    <>
      <Note kind="warn">{t('settings.saveCodes')}</Note>
      <CopyBox text={codes.join('\n')} />
    </>
  )
}
