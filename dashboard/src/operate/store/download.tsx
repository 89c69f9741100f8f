import { type ChangeEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { downloadStore } from '../../api/transfers.ts'
import { useBytes } from '../../app/bytes.ts'
import { saveFile } from '../../app/save-file.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Everything that belongs to the store in one file. Leaving the page ends the download. */
export function Download(): ReactElement {
  const t = useTexts()
  const size = useBytes()
  const { id: storeId, name } = useStore()
  const [bytes, setBytes] = useState<number>()
  const [saved, setSaved] = useState<{ name: string; bytes: number }>()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  async function send({ passphrase = '' }: Record<string, string>): Promise<void> {
    setSaved(undefined)
    try {
      const file = await downloadStore({ storeId, passphrase, onBytes: setBytes, signal: leaving.current.signal })
      const fileName = `${fileNameOf(name)}-${new Date().toISOString().slice(0, 10)}.zip`
      saveFile([file], { name: fileName, type: file.type })
      setSaved({ name: fileName, bytes: file.size })
    } finally {
      setBytes(undefined)
    }
  }

  return (
    <Panel title={t('download.title')} foot={t('download.keep')}>
      <div className="panel-body narrow-form">
        <p className="small soft">{t('download.what')}</p>
        <Form key={saved?.name} send={send} submit={t('download.submit')} kind="plain" fields={['passphrase']}>
          {({ errorOf }) => <Passphrases error={errorOf('passphrase')} />}
        </Form>
        {bytes !== undefined && <Note kind="info">{t('download.runs', { size: size(bytes) })}</Note>}
        {saved && <Note kind="ok">{t('download.done', { name: saved.name, size: size(saved.bytes) })}</Note>}
      </div>
    </Panel>
  )
}

/** The browser refuses to send the form while the second one is different. */
function Passphrases({ error }: { error: ReactNode }): ReactElement {
  const t = useTexts()
  function check({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>): void {
    const [first, second] = ['passphrase', 'again'].map((name) => form?.elements.namedItem(name) as HTMLInputElement)
    second?.setCustomValidity(first?.value === second.value ? '' : t('download.different'))
  }
  const kind = { type: 'password', autoComplete: 'new-password', minLength: 12, maxLength: 1_000, required: true }
  return (
    <>
      <Field
        label={t('download.passphrase')}
        name="passphrase"
        {...kind}
        error={error}
        hint={t('download.passphraseHint')}
        onChange={check}
      />
      <Field label={t('download.again')} name="again" {...kind} onChange={check} />
    </>
  )
}

function fileNameOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-').slice(0, 60) ?? 'store'
}
