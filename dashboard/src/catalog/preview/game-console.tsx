import { fieldsIn, type FilledField, type Game, type Manage } from '@quartermaster/sdk'
import { Fragment, type ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Stage } from '../editor/draft.ts'
import { GAME_NAMES, HOSTILE_NAMES, sampleName } from './game-of.ts'
import { type Console, renderCommand, type Refusal } from './render-command.ts'

/** The servers that receive the same. */
export type ConsoleGroup = { game: Game; profile: Manage.GameServer['profile']; servers: string[] }

type GameConsoleProps = ConsoleGroup & { stage: Stage; commands: string[]; tried: string; fields: FilledField[] }

export function GameConsole({
  game,
  profile,
  servers,
  stage,
  commands,
  tried,
  fields,
}: GameConsoleProps): ReactElement {
  const t = useTexts()
  const name = game === 'plain' ? t('preview.unknownGame') : GAME_NAMES[game]
  const console = { game, profile }
  const player = tried === '' ? sampleName(game, profile) : tried
  const isFetched = profile !== 'mta' || stage === 'approve'
  return (
    <section className="game" aria-label={name}>
      <div className="game-head">
        <h3>{name}</h3>
        <span className="small muted">{servers.length > 0 ? servers.join(', ') : t('product.noServer')}</span>
      </div>
      {!isFetched && <Verdict kind="warn">{t('preview.notFetched')}</Verdict>}
      {isFetched && commands.length > 0 && (
        <>
          <dl className="render">
            <Lines console={console} player={player} commands={commands} fields={fields} />
          </dl>
          <p className="hint">{t('preview.hostile')}</p>
          <dl className="render">
            {HOSTILE_NAMES.map((hostile) => (
              <Lines
                key={hostile}
                console={console}
                player={hostile}
                commands={firstWithPlayer(commands)}
                fields={fields}
              />
            ))}
          </dl>
          <HostileValues console={console} player={player} commands={commands} fields={fields} />
        </>
      )}
    </section>
  )
}

/** Each hostile name has the same effect in all commands, so one is enough. */
function firstWithPlayer(commands: string[]): string[] {
  return [commands.find((command) => command.includes('{userId}')) ?? commands[0] ?? '']
}

/** A buyer can enter anything into a text or a player. */
function HostileValues({ console, player, commands, fields }: LinesProps): ReactElement | null {
  const t = useTexts()
  const free = fields.find(
    ({ name, type }) =>
      (type === 'text' || type === 'player') && commands.some((command) => fieldsIn(command).includes(name)),
  )
  const command = free && commands.find((each) => fieldsIn(each).includes(free.name))
  if (!free || command === undefined) return null
  return (
    <>
      <p className="hint">{t('preview.hostileValue', { field: `{field.${free.name}}` })}</p>
      <dl className="render">
        {[...HOSTILE_NAMES, '{userId}'].map((value) => (
          <Lines
            key={value}
            console={console}
            player={player}
            shown={value}
            commands={[command]}
            fields={fields.map((field) => (field.name === free.name ? { ...field, value } : field))}
          />
        ))}
      </dl>
    </>
  )
}

type LinesProps = { console: Console; player: string; commands: string[]; fields: FilledField[] }

function Lines({ console, player, shown = player, commands, fields }: LinesProps & { shown?: string }): ReactElement {
  const t = useTexts()
  const lines = commands.map((command) => renderCommand(command, player, console, fields))
  const refusals = new Map(lines.flatMap((line) => ('refusal' in line ? [[line.refusal.code, line.refusal]] : [])))
  const isQuoted = lines.some((line) => 'parts' in line && line.isQuoted)
  return (
    <>
      <dt>
        <span className="mono brk" title={shown}>
          {shorten(visible(shown))}
        </span>
      </dt>
      <dd>
        {lines.map((line, index) =>
          'parts' in line ? (
            <code className="cmd" key={index}>
              {line.parts.map((part, place) => (
                <Fragment key={place}>{place % 2 === 1 ? <span className="var">{part}</span> : part}</Fragment>
              ))}
            </code>
          ) : undefined,
        )}
        {[...refusals.values()].map((refusal) => (
          <RefusalText key={refusal.code} refusal={refusal} />
        ))}
        {isQuoted && <Verdict kind="ok">{t('preview.quoted')}</Verdict>}
      </dd>
    </>
  )
}

function RefusalText({ refusal: { code, value = '' } }: { refusal: Refusal }): ReactElement {
  const t = useTexts()
  const isWarning = code === 'not_positional'
  return (
    <Verdict kind={isWarning ? 'warn' : 'bad'}>
      {code === 'character' && value === ' ' ? t('refusal.space') : t(`refusal.${code}`, { value: visible(value) })}
    </Verdict>
  )
}

const ICONS = { ok: 'ok', warn: 'alert', bad: 'shield' }

function Verdict({ kind, children }: { kind: keyof typeof ICONS; children: string }): ReactElement {
  return (
    <span className={`status is-${kind}`}>
      <Icon name={ICONS[kind]} />
      <span>{children}</span>
    </span>
  )
}

/** Steam ids are long; their commands show them in full. */
function shorten(name: string): string {
  return name.length > 16 ? `${name.slice(0, 4)}…${name.slice(-4)}` : name
}

/** Control characters and line breaks can be seen. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '␤')
}
