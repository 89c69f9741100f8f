import { AppError } from '../errors.ts'

/** Call it after the signature was verified. */
export function parseCallbackBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new AppError('malformed_json', 'The body is not valid JSON', { cause: error })
  }
}
