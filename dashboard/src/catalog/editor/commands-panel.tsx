import { type ReactElement, useRef, useState } from 'react'
import { Text, useTexts } from '../../app/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useLimit } from '../../ui/use-limit.ts'
import { describeSpan } from '../durations.ts'
import { isTimed, type Line, newLine, type Stage, STAGES } from './draft.ts'
import { ConditionsFields } from './conditions-fields.tsx'
import type { EditorForm } from './editor-form.ts'
import { move } from './move.ts'

type CommandsProps = { form: EditorForm; onAskRefund: () => void }

export function CommandsPanel({ form, onAskRefund }: CommandsProps): ReactElement {
  const t = useTexts()
  const help = (
    <span className="small muted">
      <Text id="commands.help" values={{ userId: '{userId}' }} parts={[<code key="0" className="var" />]} />
    </span>
  )
  return (
    <Panel title={t('commands.title')} beside={help}>
      {STAGES.map((stage) => (
        <StageFields key={stage} form={form} stage={stage} {...(stage === 'refund' && { onAskRefund })} />
      ))}
      <ConditionsFields form={form} />
    </Panel>
  )
}

type StageProps = { form: EditorForm; stage: Stage; onAskRefund?: () => void }

function StageFields({ form, stage, onAskRefund }: StageProps): ReactElement {
  const t = useTexts()
  const { draft, change, mayChangeCommands } = form
  const lines = draft.commands[stage]
  const [announced, setAnnounced] = useState('')
  const list = useRef<HTMLFieldSetElement>(null)
  const setLines = (next: Line[]) => change({ commands: { ...draft.commands, [stage]: next } })

  function moveLine(from: number, to: number): void {
    if (to < 0 || to >= lines.length) return
    setLines(move(lines, from, to))
    setAnnounced(t('commands.moved', { place: to + 1, count: lines.length }))
  }
  function add(): void {
    setLines([...lines, newLine()])
    requestAnimationFrame(() =>
      [...(list.current?.querySelectorAll<HTMLInputElement>('.cmd-row input') ?? [])].at(-1)?.focus(),
    )
  }

  return (
    <fieldset className="stage" ref={list} disabled={!mayChangeCommands}>
      <legend>{t(`commands.stage.${stage}`)}</legend>
      <p className="hint">{stageHint(form, stage, t)}</p>
      {lines.map((line, index) => (
        <CommandRow
          key={line.key}
          name={t('commands.one', { number: index + 1, stage: t(`commands.stage.${stage}`) })}
          line={line}
          index={index}
          error={form.errorOf(`command-${line.key}`)}
          onChange={(text) => setLines(lines.map((each) => (each.key === line.key ? { ...each, text } : each)))}
          onMove={moveLine}
          onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
      {stage === 'approve' && lines.length === 0 && form.errorOf('command-approve') !== undefined && (
        <FieldError>{form.errorOf('command-approve')}</FieldError>
      )}
      <Button size="small" kind="quiet" icon="plus" onClick={add} disabled={lines.length >= 50}>
        {t('commands.add')}
      </Button>
      {onAskRefund && (
        <Button size="small" kind="quiet" icon="refund" onClick={onAskRefund}>
          {t('commands.askRefund')}
        </Button>
      )}
      <span className="sr" aria-live="polite">
        {announced}
      </span>
    </fieldset>
  )
}

function stageHint({ draft }: EditorForm, stage: Stage, t: ReturnType<typeof useTexts>): string {
  if (stage !== 'expire') return t(`commands.hint.${stage}`)
  if (!isTimed(draft)) return t('commands.hint.never')
  return draft.variants.length > 0
    ? t('commands.hint.expireVariants')
    : t('commands.hint.expire', { time: describeSpan(draft.span, t) })
}

type RowProps = {
  name: string
  line: Line
  index: number
  error: string | undefined
  onChange: (text: string) => void
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

/** The grip moves the line: dragged with a mouse, or with the arrow keys. */
function CommandRow({ name, line, index, error: wrong, onChange, onMove, onRemove }: RowProps): ReactElement {
  const t = useTexts()
  const { tooLong, ...limit } = useLimit<HTMLInputElement>(1_000)
  const error = tooLong ?? wrong
  const errorId = `command-${line.key}-error`
  return (
    <>
      <div
        className="cmd-row"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          onMove(Number(event.dataTransfer.getData('text/plain')), index)
        }}
      >
        <button
          className="grip"
          type="button"
          draggable
          aria-label={t('commands.move', { name })}
          title={t('commands.moveHint')}
          onDragStart={(event) => event.dataTransfer.setData('text/plain', String(index))}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            onMove(index, index + (event.key === 'ArrowUp' ? -1 : 1))
          }}
        >
          <Icon name="grip" />
        </button>
        <input
          className="code"
          aria-label={name}
          value={line.text}
          {...limit}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <button
          className="btn btn-icon btn-quiet"
          type="button"
          aria-label={t('commands.remove', { name })}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      </div>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </>
  )
}
