import type { Manage } from '@quartermaster/sdk'
import { changesOf } from './body-of.ts'
import { type Draft, draftOf } from './draft.ts'

/** The latest product with what this person changed, to be saved over it. */
export function mergeDraft(product: Manage.Product, draft: Draft, latest: Manage.Product): Draft {
  const mine = Object.keys(changesOf(withoutKeys(draftOf(product)), withoutKeys(draft))) as (keyof Draft)[]
  return { ...draftOf(latest), ...Object.fromEntries(mine.map((name) => [name, draft[name]])) }
}

/** The keys of lines differ in every copy. */
function withoutKeys(draft: Draft): Draft {
  return JSON.parse(JSON.stringify(draft, (name, value: unknown) => (name === 'key' ? undefined : value))) as Draft
}
