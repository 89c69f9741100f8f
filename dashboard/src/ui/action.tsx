import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { useProof } from '../app/with-proof.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './problem.tsx'

type ActionProps = {
  run: () => Promise<unknown>
  /** The first parts of the keys of the queries that show something else afterwards. */
  changes?: string[]
  kind?: 'primary' | 'danger' | 'quiet'
  icon?: string
  isDisabled?: boolean
  children: ReactNode
}

/** A button that calls the API. What it changes is read again; what went wrong stands under it. */
export function Action({ run, changes = [], children, isDisabled = false, ...button }: ActionProps): ReactElement {
  const queryClient = useQueryClient()
  const withProof = useProof()
  const mutation = useMutation({
    mutationFn: () => withProof(run),
    onSuccess: () => Promise.all(changes.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  })
  return (
    <span className="action">
      <Button
        size="small"
        disabled={isDisabled}
        isBusy={mutation.isPending}
        onClick={() => mutation.mutate()}
        {...button}
      >
        {children}
      </Button>
      {mutation.error !== null && <ProblemNote error={mutation.error} />}
    </span>
  )
}
