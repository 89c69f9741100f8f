import '../../styles/palette.css'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Option, useOptions } from './use-options.ts'

type PaletteProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Everything that a person can go to, by its name: screens, actions, stores, players and orders. */
export function Palette({ isOpen, onOpenChange }: PaletteProps): ReactElement {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" initialFocus={input}>
          <Dialog.Title className="sr">{t('palette.label')}</Dialog.Title>
          <Chooser input={input} onChosen={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ChooserProps = { input: RefObject<HTMLInputElement | null>; onChosen: () => void }

function Chooser({ input, onChosen }: ChooserProps): ReactElement {
  const t = useTexts()
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState(0)
  const groups = useOptions(text.trim())
  const options = groups.flatMap((group) => group.options)
  const active = Math.min(wanted, options.length - 1)
  const idOf = (option: Option | undefined) => option && `${id}-${option.id}`

  useEffect(() => {
    document.querySelector('.palette [aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function choose({ link }: Option): void {
    onChosen()
    void navigate(link)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: options.length - 1,
    }
    const next = text !== '' && /Home|End/.test(event.key) ? undefined : steps[event.key]
    const option = options[active]
    if (next !== undefined) setWanted((next + options.length) % options.length)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && option) choose(option)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className="palette-input">
        <Icon name="search" />
        <input
          ref={input}
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={idOf(options[active])}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          placeholder={t('palette.label')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWanted(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list" role="listbox" id={id} aria-label={t('palette.label')}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className="palette-head" aria-hidden="true">
              {group.title}
            </div>
            {group.options.map((option) => (
              <div
                key={option.id}
                id={idOf(option)}
                className="palette-option"
                role="option"
                aria-selected={option === options[active]}
                onMouseMove={() => setWanted(options.indexOf(option))}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <Icon name={option.icon} />
                <span className="brk">{option.text}</span>
                {option.beside !== undefined && <span className="muted xs">{option.beside}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="palette-foot">{t('palette.keys')}</p>
    </>
  )
}
