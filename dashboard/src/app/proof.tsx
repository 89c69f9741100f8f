import { lazy, type ReactElement, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { hasCode } from '../api/problems.ts'
import { ProofContext, type WithProof } from './with-proof.ts'

/** Dialogs weigh as much as a screen, and no one needs this one on a first visit. */
const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }))

export function ProofProvider({ children }: { children: ReactNode }): ReactElement {
  /** Undefined until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean>()
  const answer = useRef<PromiseWithResolvers<boolean>>(undefined)

  const withProof: WithProof = useCallback(async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!hasCode(error, 'reauthentication_required')) throw error
      answer.current = Promise.withResolvers<boolean>()
      setOpen(true)
      if (!(await answer.current.promise)) throw error
      return work()
    }
  }, [])

  function close(isProven: boolean): void {
    setOpen(false)
    answer.current?.resolve(isProven)
  }

  return (
    <ProofContext value={withProof}>
      {children}
      {isOpen !== undefined && (
        <Suspense>
          <ProofDialog isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </ProofContext>
  )
}
