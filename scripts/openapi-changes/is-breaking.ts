import { isDeepStrictEqual } from 'node:util'
import type { Diff } from 'api-smart-diff'
import { followPath } from './inline-references.ts'
import { readPlace } from './read-place.ts'

/** `before` is the older document with its references inlined. */
type Comparison = { before: object; changes: Diff[] }
type Rule = (change: Diff, comparison: Comparison) => boolean | undefined

/**
 * The library's word counts, except where one of these rules says otherwise. What it has no word for is breaking: a rule
 * that is missing has to be noticed.
 */
export function isBreaking(change: Diff, comparison: Comparison): boolean {
  for (const rule of RULES) {
    const verdict = rule(change, comparison)
    if (verdict !== undefined) return verdict
  }
  return !['non-breaking', 'annotation', 'deprecated'].includes(change.type)
}

/** Schemas are compared where they are used, and who may call by `findLostAccess`. */
const comparedElsewhere: Rule = ({ path, action, type }) => {
  if (path[0] === 'security' || (path[0] === 'paths' && path[3] === 'security')) return false
  if (path[0] !== 'components') return undefined
  if (path[1] !== 'securitySchemes') return false
  return type !== 'annotation' && !(action === 'add' && path.length === 3)
}

/** Generated clients name their functions by it. */
const callsKeepTheirNames: Rule = ({ path, action }) =>
  path.length === 4 && path[3] === 'operationId' ? action !== 'add' : undefined

const callsNeedNoNewBody: Rule = ({ path, action, after }) => {
  if (path.length !== 4 || path[3] !== 'requestBody') return undefined
  return action !== 'add' || (after as { required?: boolean }).required === true
}

/** A caller that waits for 200 takes 202 for a failure. Refusals are read by their code, so new ones may come. */
const successKeepsItsStatus: Rule = ({ path, action }) =>
  path.length === 5 && path[3] === 'responses' && action === 'add' ? !/^[45]/.test(String(path[4])) : undefined

const headersOfAnswersStay: Rule = ({ path, action, after }) => {
  if (path[3] !== 'responses' || path[5] !== 'headers') return undefined
  if (path.length <= 7) return action !== 'add'
  return path.length === 8 && path[7] === 'required' ? after !== true : undefined
}

/** Answers lose nothing that somebody may read. Our bodies are strict: who sends a field that is gone is refused. */
const fieldsStay: Rule = ({ path, action }) => {
  const place = readPlace(path)
  return place?.keyword === 'properties' && action === 'remove' ? true : undefined
}

const objectsStayAsOpen: Rule = ({ path, action, before, after }) => {
  const place = readPlace(path)
  if (place?.keyword !== 'additionalProperties') return undefined
  if (place.side === 'request') return action !== 'remove' && after !== true
  return typeof before === 'object'
}

/** The library takes every other type in an answer for an improvement. */
const typesStay: Rule = ({ path, action, before, after }) => {
  const place = readPlace(path)
  if (place?.keyword !== 'type') return undefined
  const harmless = place.side === 'request' ? 'remove' : 'add'
  const isOneOfMany = place.below.length > 0
  if (isOneOfMany && action !== 'replace') return action === harmless
  if (action !== 'replace') return action !== harmless
  return place.side === 'request' ? !covers(after, before) : !covers(before, after)
}

function covers(wide: unknown, narrow: unknown): boolean {
  const known = new Set([wide].flat())
  return [narrow].flat().every((type) => known.has(type) || (type === 'integer' && known.has('number')))
}

const formsOfAnswersStay: Rule = ({ path, action }) => {
  const place = readPlace(path)
  if (place?.side !== 'answer' || !['const', 'pattern', 'format'].includes(place.keyword)) return undefined
  return action !== 'add'
}

/** Fewer words are harmless. No list of words is not: then any may come. It looks like the loss of every word. */
const wordsOfAnswersStayListed: Rule = ({ path, action }, { before, changes }) => {
  const place = readPlace(path)
  if (place?.side !== 'answer' || place.keyword !== 'enum' || action !== 'remove') return undefined
  const list = path.slice(0, path.length - place.below.length)
  const words = followPath(before, list)
  const lost = changes.filter((one) => one.action === 'remove' && isDeepStrictEqual(one.path.slice(0, -1), list))
  return !Array.isArray(words) || lost.length >= words.length
}

const RULES = [
  comparedElsewhere,
  callsKeepTheirNames,
  callsNeedNoNewBody,
  successKeepsItsStatus,
  headersOfAnswersStay,
  fieldsStay,
  objectsStayAsOpen,
  typesStay,
  formsOfAnswersStay,
  wordsOfAnswersStayListed,
]
