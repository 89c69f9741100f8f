import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Button } from './button.tsx'
import { Form, type FormState } from './form.tsx'

type ConfirmProps = {
  /** The button that opens the dialog, or the text of a small one. It gets the focus back. */
  trigger: ReactElement | string
  title: string
  /** What will happen, and the inputs that belong to it. */
  children: ReactNode | ((state: FormState) => ReactNode)
  /** Names the effect: "Refund €19.90". */
  submit: string
  kind?: 'danger' | 'primary'
  /** Calls the API with the values of the inputs. */
  run: (values: Record<string, string>) => Promise<unknown>
  /** Names of inputs that have their own place for an error. */
  fields?: string[]
  /** The first parts of the keys of the queries that show something else afterwards. */
  changes?: string[]
}

/** Shows the effect of something first, and does it when its button is pressed. Errors of the API stand above the button. */
export function Confirm(props: ConfirmProps): ReactElement {
  const { trigger, title, children, submit, kind = 'danger', run, fields = [], changes = [] } = props
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const isBusy = useRef(false)

  // While the person proves their identity, the focus is in another dialog.
  function onOpenChange(open: boolean): void {
    if (!isBusy.current) setOpen(open)
  }

  async function send(values: Record<string, string>): Promise<void> {
    await run(values)
    await Promise.all(changes.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    setOpen(false)
  }

  return (
    // A click beside the dialog would lose what was typed.
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange} disablePointerDismissal>
      <Dialog.Trigger render={typeof trigger === 'string' ? smallButton(trigger, kind) : trigger} />
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog is-wide">
          <Dialog.Title render={<h2 />}>{title}</Dialog.Title>
          <Form
            send={send}
            submit={submit}
            kind={kind}
            fields={fields}
            onBusyChange={(busy) => {
              isBusy.current = busy
            }}
          >
            {(state) => (typeof children === 'function' ? children(state) : children)}
          </Form>
          <Dialog.Close render={<Button kind="quiet" size="wide" />}>{t('cancel')}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function smallButton(text: string, kind: ConfirmProps['kind']): ReactElement {
  return (
    <Button size="small" {...(kind === 'danger' && { kind })}>
      {text}
    </Button>
  )
}
