import { Dialog } from '@base-ui/react/dialog'
import { type ReactElement, useState } from 'react'
import { CodeField, PasswordField } from '../account/fields.tsx'
import { api } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { useTexts } from './texts.tsx'

type ProofDialogProps = { isOpen: boolean; onClose: (isProven: boolean) => void }

export function ProofDialog({ isOpen, onClose }: ProofDialogProps): ReactElement {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose(false)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <ProofForm onProven={() => onClose(true)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ProofForm({ onProven }: { onProven: () => void }): ReactElement {
  const t = useTexts()
  const [needsCode, setNeedsCode] = useState(false)

  async function send({ password = '', code }: Record<string, string>): Promise<void> {
    try {
      await api.reauthenticate({ password, ...(code !== undefined && { code }) })
      onProven()
    } catch (error) {
      if (hasCode(error, 'second_factor_required')) setNeedsCode(true)
      throw error
    }
  }

  return (
    <>
      <Dialog.Title render={<h2 />}>{t('proof.title')}</Dialog.Title>
      <Dialog.Description className="small soft">{t('proof.why')}</Dialog.Description>
      <Form send={send} submit={t('proof.submit')} fields={['password', 'code']}>
        {({ errorOf }) => (
          <>
            <PasswordField error={errorOf('password')} />
            {needsCode && <CodeField error={errorOf('code')} />}
          </>
        )}
      </Form>
      <Dialog.Close render={<Button kind="quiet" size="wide" />}>{t('cancel')}</Dialog.Close>
    </>
  )
}
