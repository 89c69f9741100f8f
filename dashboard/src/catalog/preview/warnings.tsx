import { type CommandWarning, commandWarnings, type Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { type TextId, useTexts } from '../../app/texts.tsx'
import { Note } from '../../ui/note.tsx'
import { linesOf } from '../editor/body-of.ts'
import { type Draft, isTimed } from '../editor/draft.ts'
import { targetsOf } from './game-of.ts'

type Code = CommandWarning['code'] | 'no_player' | 'no_server'
export type Warning = { code: Code; command?: string | undefined }

/** The same warnings that the API has, before the product is saved, and two about its surroundings. */
export function findWarnings(draft: Draft, servers: Manage.GameServer[]): Warning[] {
  const commands = {
    approve: linesOf(draft, 'approve'),
    refund: linesOf(draft, 'refund'),
    expire: linesOf(draft, 'expire'),
  }
  if (commands.approve.length === 0) return []
  const targets = targetsOf(draft, servers)
  const profiles = targets.map(({ profile }) => profile)
  const found: Warning[] = withoutUnrelated(commandWarnings(commands, { timed: isTimed(draft), profiles }), profiles)
  if (!commands.approve.some((command) => command.includes('{userId}'))) found.unshift({ code: 'no_player' })
  if (targets.length === 0) found.push({ code: 'no_server' })
  return found
}

/** Only the old clients of FiveM and MTA read arguments by position. */
export function withoutUnrelated<W extends { code: string }>(warnings: W[], profiles: string[]): W[] {
  const hasOldClient = profiles.some((profile) => profile !== 'standard')
  return warnings.filter(({ code }) => code !== 'not_positional' || hasOldClient)
}

export function Warnings({ warnings }: { warnings: Warning[] }): ReactElement | null {
  const t = useTexts()
  if (warnings.length === 0) return null
  return (
    <section className="panel" aria-label={t('warnings.title')}>
      <div className="panel-head">
        <h2>{t('warnings.title')}</h2>
        <span className="count">{warnings.length}</span>
      </div>
      <div className="notes">
        {warnings.map(({ code, command = '' }) => (
          <Note kind="warn" key={`${code} ${command}`}>
            <b>{t(`warning.title.${code}`, { placeholder: placeholderOf(command) })}</b>{' '}
            {t(`warning.text.${code}` as TextId, { command, placeholder: placeholderOf(command), userId: '{userId}' })}
          </Note>
        ))}
      </div>
    </section>
  )
}

function placeholderOf(command: string): string {
  return command.match(/\{\w+\}/g)?.find((text) => text !== '{userId}') ?? ''
}
