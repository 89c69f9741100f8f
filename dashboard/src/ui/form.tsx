import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactElement, ReactNode } from 'react'
import { useProblems } from '../app/problem-texts.ts'
import { useProof } from '../app/with-proof.ts'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { ProblemText } from './problem.tsx'

type Values = Record<string, string>
export type FormState = { errorOf: (field: string) => ReactNode }

type FormProps = {
  /** Sends the values of the inputs, by their names. */
  send: (values: Values) => Promise<unknown>
  /** Replaces the message of the API by one for this page, at an input if there is one to blame. */
  explain?: (code: string) => { message: string; field?: string } | undefined
  submit: string
  kind?: 'primary' | 'danger' | 'plain'
  onBusyChange?: (isBusy: boolean) => void
  /** Names of inputs that have their own place for an error. Other errors are above the button. */
  fields: string[]
  children: (state: FormState) => ReactNode
}

/** Sends its inputs to the API. An error stands at its input. Asks for a proof of identity if the API wants one. */
export function Form(props: FormProps): ReactElement {
  const { send, explain, submit, kind = 'primary', onBusyChange, fields, children } = props
  const withProof = useProof()
  const mutation = useMutation({
    mutationFn: (values: Values) => withProof(() => send(values)),
    onMutate: () => onBusyChange?.(true),
    onSettled: () => onBusyChange?.(false),
  })
  const describe = useProblems()
  const problem = mutation.error === null ? undefined : describe(mutation.error)
  const own = problem && explain?.(problem.code)
  const shown = own ? { text: own.message, field: own.field ?? problem.field } : problem
  const message = shown && <ProblemText problem={shown} />
  const field = fields.find((name) => name === shown?.field)

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    mutation.mutate(valuesOf(event.currentTarget))
  }

  return (
    <form onSubmit={onSubmit}>
      {children({ errorOf: (name) => (name === field ? message : undefined) })}
      {message !== undefined && field === undefined && <FieldError>{message}</FieldError>}
      <Button {...(kind !== 'plain' && { kind })} size="wide" type="submit" isBusy={mutation.isPending}>
        {submit}
      </Button>
    </form>
  )
}

/** The values of the inputs, by their names. */
export function valuesOf(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(entries) as Values
}
