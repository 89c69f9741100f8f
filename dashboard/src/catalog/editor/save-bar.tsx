import { Dialog } from '@base-ui/react/dialog'
import { useBlocker } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type SaveBarProps = {
  /** How many inputs need a correction before the form can be saved. */
  errors: number
  /** What went wrong with the last attempt. */
  problem?: ReactNode
  hint?: ReactNode
  submit: string
  isBusy: boolean
  onDiscard: () => void
  /** Saved just now, so that the next page may be opened. */
  isLeaving?: boolean
}

/** Sticks to the bottom of a form while it has changes. Leaving the page then asks first. */
export function SaveBar({ errors, problem, hint, submit, isBusy, onDiscard, isLeaving }: SaveBarProps): ReactElement {
  const t = useTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !isLeaving && current.pathname !== next.pathname,
    enableBeforeUnload: !isLeaving,
    withResolver: true,
  })
  return (
    <div className="savebar">
      {errors > 0 && (
        <span className="status is-bad" role="status">
          <Icon name="failed" />
          {t('saveBar.errors', { count: errors })}
        </span>
      )}
      {problem}
      {hint !== undefined && <span className="soft wide">{hint}</span>}
      <span className="btns">
        <Button onClick={onDiscard} disabled={isBusy}>
          {t('saveBar.discard')}
        </Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {submit}
        </Button>
      </span>
      <Dialog.Root open={blocker.status === 'blocked'} onOpenChange={(open) => !open && blocker.reset?.()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="dialog">
            <Dialog.Title render={<h2 />}>{t('saveBar.leave')}</Dialog.Title>
            <Dialog.Description className="small soft">{t('saveBar.leaveWhy')}</Dialog.Description>
            <div className="btns">
              <Button onClick={() => blocker.reset?.()}>{t('saveBar.stay')}</Button>
              <Button kind="danger" onClick={() => blocker.proceed?.()}>
                {t('saveBar.leaveAnyway')}
              </Button>
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  )
}
