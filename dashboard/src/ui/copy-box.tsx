import { type ReactElement, type ReactNode, useState } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Button } from './button.tsx'

const COPIED_MS = 2_000

/** Text to paste elsewhere, with a button that copies it. */
export function CopyBox({ text }: { text: string }): ReactElement {
  const t = useTexts()
  return (
    <div className="copybox">
      <code>{text}</code>
      <CopyButton text={text}>{t('copy')}</CopyButton>
    </div>
  )
}

export function CopyButton({ text, children }: { text: string; children: ReactNode }): ReactElement {
  const t = useTexts()
  const [isCopied, setCopied] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Browsers have no clipboard without TLS, and people can refuse it.
      return setFailed(true)
    }
    setFailed(false)
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }

  return (
    <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? t('copied') : hasFailed ? t('copy.failed') : children}</span>
    </Button>
  )
}
