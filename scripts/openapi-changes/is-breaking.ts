import { isDeepStrictEqual } from 'node:util'
import type { Diff } from 'api-smart-diff'
import { followPath } from './inline-references.ts'
import { readPlace } from './read-place.ts'

/** `before` is the older document with inlined references. */
type Comparison = { before: object; changes: Diff[] }
type Rule = (change: Diff, comparison: Comparison) => boolean | undefined

/**
 * One of the rules below decides, otherwise the library does. A change that the library does not classify is breaking, so
 * that a missing rule is noticed.
 */
export function isBreaking(change: Diff, comparison: Comparison): boolean {
  for (const rule of RULES) {
    const verdict = rule(change, comparison)
    if (verdict !== undefined) return verdict
  }
  return !['non-breaking', 'annotation', 'deprecated'].includes(change.type)
}

/** Schemas are compared where they are used, and security requirements by `findLostAccess`. */
const comparedElsewhere: Rule = ({ path, action, type }) => {
  if (path[0] === 'security' || (path[0] === 'paths' && path[3] === 'security')) return false
  if (path[0] !== 'components') return undefined
  if (path[1] !== 'securitySchemes') return false
  return type !== 'annotation' && !(action === 'add' && path.length === 3)
}

/** Generated clients name their functions after the `operationId`. */
const operationIdsStay: Rule = ({ path, action }) =>
  path.length === 4 && path[3] === 'operationId' ? action !== 'add' : undefined

const noNewRequiredBody: Rule = ({ path, action, after }) => {
  if (path.length !== 4 || path[3] !== 'requestBody') return undefined
  return action !== 'add' || (after as { required?: boolean }).required === true
}

/** Clients expect certain success statuses. They read errors by their code, so new error statuses are harmless. */
const successStatusStays: Rule = ({ path, action }) =>
  path.length === 5 && path[3] === 'responses' && action === 'add' ? !/^[45]/.test(String(path[4])) : undefined

const responseHeadersStay: Rule = ({ path, action, after }) => {
  if (path[3] !== 'responses' || path[5] !== 'headers') return undefined
  if (path.length <= 7) return action !== 'add'
  return path.length === 8 && path[7] === 'required' ? after !== true : undefined
}

/** A client may read any field of a response. Request bodies are strict, so a removed field would be rejected. */
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

/** The library considers every other type in a response harmless. */
const typesStay: Rule = ({ path, action, before, after }) => {
  const place = readPlace(path)
  if (place?.keyword !== 'type') return undefined
  const harmless = place.side === 'request' ? 'remove' : 'add'
  const isListItem = place.below.length > 0
  if (isListItem && action !== 'replace') return action === harmless
  if (action !== 'replace') return action !== harmless
  return place.side === 'request' ? !covers(after, before) : !covers(before, after)
}

function covers(wide: unknown, narrow: unknown): boolean {
  const types = new Set([wide].flat())
  return [narrow].flat().every((type) => types.has(type) || (type === 'integer' && types.has('number')))
}

const responseFormatsStay: Rule = ({ path, action }) => {
  const place = readPlace(path)
  if (place?.side !== 'response' || !['const', 'pattern', 'format'].includes(place.keyword)) return undefined
  return action !== 'add'
}

/** Fewer enum values in a response are harmless. Removing the whole enum is not, and looks like removing every value. */
const responseEnumsStay: Rule = ({ path, action }, { before, changes }) => {
  const place = readPlace(path)
  if (place?.side !== 'response' || place.keyword !== 'enum' || action !== 'remove') return undefined
  const list = path.slice(0, path.length - place.below.length)
  const values = followPath(before, list)
  const removed = changes.filter(
    (other) => other.action === 'remove' && isDeepStrictEqual(other.path.slice(0, -1), list),
  )
  return !Array.isArray(values) || removed.length >= values.length
}

const RULES = [
  comparedElsewhere,
  operationIdsStay,
  noNewRequiredBody,
  successStatusStays,
  responseHeadersStay,
  fieldsStay,
  objectsStayAsOpen,
  typesStay,
  responseFormatsStay,
  responseEnumsStay,
]
