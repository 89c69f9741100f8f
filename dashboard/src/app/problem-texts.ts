import { useLingui } from '@lingui/react'
import { type Problem, problemOf } from '../api/problems.ts'
import { type TextId, useTexts } from './texts.tsx'
import { WrongInput } from './wrong-input.ts'

/** The message of the API says more than the code: which limit, which name, what to do. */
const WITH_FACTS = new Set([
  'invalid_request',
  'sign_in_failed',
  'forbidden',
  'not_found',
  'conflict',
  'still_pending',
  'no_longer_owned',
  'not_refundable',
  'sold_out',
  'limit_reached',
  'already_subscribed',
  'purchase_too_large',
  'key_in_use',
  'quota_exceeded',
  'too_many_keys',
  'rate_limited',
  'body_too_large',
  'provider_refused',
  'provider_unavailable',
  'not_configured',
  'unavailable',
])

/** What went wrong in the language of the person, and the English facts of the API if there are any. */
export type Explained = Problem & { text: string; detail?: string }

export function useProblems(): (error: unknown) => Explained {
  const t = useTexts()
  const { i18n } = useLingui()
  return (error) => {
    if (error instanceof WrongInput)
      return { code: 'wrong_input', message: error.message, field: error.field, text: t(error.text, error.values) }
    const problem = problemOf(error)
    const { code, message } = problem
    const id = `problem.${code}` as TextId
    if (!(id in i18n.messages)) return { ...problem, text: message }
    if (!WITH_FACTS.has(code)) return { ...problem, text: t(id) }
    return i18n.locale === 'en' ? { ...problem, text: message } : { ...problem, text: t(id), detail: message }
  }
}
