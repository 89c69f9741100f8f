import { AppError } from '../errors.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** The one shape of every refusal (RFC 9457). */
export function problemText(error: AppError, requestId: string): string {
  return JSON.stringify({
    type: `urn:quartermaster:problem:${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.message,
    code: error.code,
    requestId,
  })
}

/** What the framework refuses becomes one of our errors; what nobody foresaw becomes a bare 500 that says nothing. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return new AppError('internal', 'Something broke on our side', { cause: error })
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 413) return new AppError('body_too_large', 'The body is larger than it may be here')
  if (status === 415) return new AppError('unsupported_media_type', 'Send the body as application/json')
  if (status >= 400 && status < 500) return new AppError('invalid_request', error.message + unknownField(error))
  return new AppError('internal', 'Something broke on our side; the request id is in our log', { cause: error })
}

/** Which field is one too many: without its name a misspelt one is hard to find. */
function unknownField(error: Error): string {
  const [fault] = 'validation' in error && Array.isArray(error.validation) ? (error.validation as unknown[]) : []
  const { params } = (fault ?? {}) as { params?: { additionalProperty?: unknown } }
  const name = params?.additionalProperty
  return typeof name === 'string' ? `: ${name.slice(0, 64)}` : ''
}
