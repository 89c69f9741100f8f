import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { importStore } from '../api/transfers.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { TopBar } from '../shell/top-bar.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/note.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'

/** The connection ended, or a proxy did not wait for the response. */
const BROKEN = new Set(['unreachable', 'unknown'])

/** Where a store of another installation arrives, and what it leaves behind. */
export function ImportStore(): ReactElement {
  const t = useTexts()
  const [imported, setImported] = useState<Manage.ImportedStore>()
  useTitle(t('importStore.title'))
  return (
    <div className="setup-app">
      <TopBar>
        <Link to="/">{t('stores.yours')}</Link>
      </TopBar>
      <main className="main settings" id="main">
        {imported ? <Arrived store={imported} /> : <Upload onDone={setImported} />}
      </main>
    </div>
  )
}

function Upload({ onDone }: { onDone: (store: Manage.ImportedStore) => void }): ReactElement {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const file = useRef<File>(undefined)

  async function send({ passphrase = '' }: Record<string, string>): Promise<void> {
    if (!file.current) return
    const store = await importStore(file.current, passphrase)
    await queryClient.invalidateQueries({ queryKey: ['stores'] })
    onDone(store)
  }

  return (
    <Page title={t('importStore.title')} lede={t('importStore.lede')}>
      <Panel title={t('importStore.panel')}>
        <div className="panel-body narrow-form">
          <p className="small soft">{t('importStore.why')}</p>
          <Form
            send={send}
            submit={t('importStore.submit')}
            fields={['archive-passphrase']}
            onBusyChange={setBusy}
            explain={(code) => (BROKEN.has(code) ? { message: t('importStore.broken') } : undefined)}
          >
            {({ errorOf }) => (
              <>
                <Field
                  label={t('importStore.file')}
                  name="file"
                  type="file"
                  accept=".zip,application/zip"
                  required
                  hint={t('importStore.fileHint')}
                  onChange={(event) => (file.current = event.currentTarget.files?.[0])}
                />
                <Field
                  label={t('importStore.passphrase')}
                  name="passphrase"
                  type="password"
                  autoComplete="off"
                  maxLength={1_000}
                  required
                  error={errorOf('archive-passphrase')}
                />
              </>
            )}
          </Form>
          {isBusy && <Note kind="info">{t('importStore.runs')}</Note>}
        </div>
      </Panel>
    </Page>
  )
}

function Arrived({ store }: { store: Manage.ImportedStore }): ReactElement {
  const t = useTexts()
  const { members, domains, hosts, themeVersions, sales } = store.leftOut
  const heading = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const leftOut = [
    members > 0 && t('importStore.members', { count: members }),
    domains.length > 0 && t('importStore.domains', { hosts: domains.join(', ') }),
    hosts.length > 0 && t('importStore.hosts', { hosts: hosts.join(', ') }),
    themeVersions > 0 && t('importStore.themes', { count: themeVersions }),
    sales.length > 0 && t('importStore.sales', { sales: sales.join(', ') }),
  ].filter((line) => line !== false)
  return (
    <div ref={heading} tabIndex={-1}>
      <Page
        title={t('importStore.done', { name: store.name })}
        lede={t('importStore.rows', { count: store.rows })}
        actions={
          <Link className="btn btn-primary" to="/stores/$storeId" params={{ storeId: store.id }}>
            {t('importStore.open')}
          </Link>
        }
      >
        <div className="stack">
          <Lines title={t('importStore.leftOut')} lines={leftOut.length > 0 ? leftOut : [t('importStore.nothing')]} />
          <Lines title={t('importStore.next')} lines={[t('importStore.keys'), t('importStore.addresses')]} />
        </div>
      </Page>
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: string[] }): ReactElement {
  return (
    <Panel title={title}>
      <ul className="rows">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  )
}
