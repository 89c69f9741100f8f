import {
  databaseUnavailable,
  isDatabaseUnavailable,
  isStoreStopped,
  storeStopped,
} from '../db/retry-while-unavailable.ts'
import { AppError } from '../errors.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** The body of every error response (RFC 9457). `withField` adds the field that the error is about. */
export function problemText(error: AppError, requestId: string, { withField = false } = {}): string {
  return JSON.stringify({
    type: `urn:quartermaster:problem:${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(withField && error.field !== undefined && { field: error.field }),
  })
}

/** Converts errors of Fastify and outages of the database to ours. An unexpected error becomes a 500 without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return new AppError('internal', 'Something broke on our side', { cause: error })
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error)
  if (isStoreStopped(error)) return storeStopped()
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 413) return new AppError('body_too_large', 'The body is larger than it may be here')
  if (status === 415) return new AppError('unsupported_media_type', 'Send the body as application/json')
  if (status >= 400 && status < 500) {
    const field = fieldOf(error)
    return new AppError('invalid_request', error.message + unknownField(error), field === undefined ? {} : { field })
  }
  return new AppError('internal', 'Something broke on our side; the request id is in our log', { cause: error })
}

type SchemaError = { instancePath?: unknown; params?: { additionalProperty?: unknown; missingProperty?: unknown } }

function schemaErrorOf(error: Error): SchemaError {
  const [first] = 'validation' in error && Array.isArray(error.validation) ? (error.validation as SchemaError[]) : []
  return first ?? {}
}

/** The name of an unknown field, so that a misspelt one is easy to find. */
function unknownField(error: Error): string {
  const name = schemaErrorOf(error).params?.additionalProperty
  return typeof name === 'string' ? `: ${name.slice(0, 64)}` : ''
}

/** `body/commands/approve/0`: the part of the request, and the path of the field in it. */
function fieldOf(error: Error): string | undefined {
  const { instancePath, params } = schemaErrorOf(error)
  if (typeof instancePath !== 'string' || !('validationContext' in error)) return undefined
  const last = params?.missingProperty ?? params?.additionalProperty
  return `${String(error.validationContext)}${instancePath}${typeof last === 'string' ? `/${last.slice(0, 64)}` : ''}`
}
