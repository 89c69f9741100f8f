import type { ReactElement } from 'react'
import { type Explained, useProblems } from '../app/problem-texts.ts'
import { FieldError } from './field.tsx'

/** What went wrong with a call of the API. */
export function ProblemNote({ error }: { error: unknown }): ReactElement {
  const explain = useProblems()
  return (
    <FieldError>
      <ProblemText problem={explain(error)} />
    </FieldError>
  )
}

export function ProblemText({
  problem: { text, detail },
}: {
  problem: Pick<Explained, 'text' | 'detail'>
}): ReactElement {
  return (
    <>
      {text}
      {detail !== undefined && (
        <small className="problem-detail" lang="en">
          {detail}
        </small>
      )}
    </>
  )
}
