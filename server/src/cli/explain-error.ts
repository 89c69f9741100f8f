import { StoreError, UnreachableError } from '@quartermaster/sdk'
import { ConfigError } from '../config/config.ts'
import { isDatabaseUnavailable } from '../db/retry-while-unavailable.ts'
import { AppError } from '../errors.ts'

/** `stack` is set for bugs only: people get a sentence about what to do. */
export type Explanation = { code: string; message: string; stack?: string }

export function explainError(error: unknown): Explanation {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  // `body/name must be …`: where a field is in the request is of no interest here.
  if (error instanceof StoreError && error.code === 'reauthentication_required') {
    const message =
      'This change reaches a game console or money, and you signed in more than ten minutes ago. Run `quartermaster login` again and repeat the command.'
    return { code: error.code, message }
  }
  if (error instanceof StoreError)
    return { code: error.code, message: error.message.replaceAll(/\b(body|querystring)\//g, '') }
  if (error instanceof UnreachableError) return { code: 'unreachable', message: error.message }
  if (error instanceof ConfigError) return { code: 'configuration', message: error.message }
  const database = explainDatabaseError(error)
  if (database) return database
  if (isPortInUse(error)) {
    const message = `Another program listens at ${error.address}:${error.port}. Choose other ports with PORT and METRICS_PORT.`
    return { code: 'not_configured', message }
  }
  if (!(error instanceof Error)) return { code: 'internal', message: String(error) }
  return { code: 'internal', message: error.message, ...(error.stack && { stack: error.stack }) }
}

/** Undefined if the error is not about reaching or opening the database. The URL is never printed: it has a password. */
export function explainDatabaseError(error: unknown): Explanation | undefined {
  if (!(error instanceof Error) || error instanceof AppError) return undefined
  const code = 'code' in error ? error.code : undefined
  const reason = error.message || error.name
  // 28P01: wrong password. 28000: this user may not connect. Without a password in the URL the driver itself refuses.
  if (code === '28P01' || code === '28000' || /password must be a string/.test(reason)) {
    const detail = code === undefined ? 'it needs a password' : reason
    const message = `The database refuses the login (${detail}). Correct the user and the password in DATABASE_URL.`
    return { code: 'not_configured', message }
  }
  if (code === '3D000') {
    const message = `The database server works, but ${reason}. Create the database with createdb, or correct its name in DATABASE_URL.`
    return { code: 'not_configured', message }
  }
  // Undefined column or function: an older version has created the tables.
  if (code === '42703' || code === '42883') {
    const message = `The tables of the database belong to another version (${reason}). Run \`quartermaster migrate\` first.`
    return { code: 'unavailable', message }
  }
  // 42P01: undefined table. Roles belong to the whole cluster, so another database can have created them already.
  if (code === '42P01' || /quartermaster_(app|gateway|reader|accounts|backup)/.test(reason)) {
    return { code: 'unavailable', message: 'The database is not set up yet. Run `quartermaster migrate` first.' }
  }
  if (!isDatabaseUnavailable(error)) return undefined
  const message = `The database cannot be reached (${reason}). Check that it is running and that DATABASE_URL is correct.`
  return { code: 'unavailable', message }
}

function isPortInUse(error: unknown): error is Error & { address: string; port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error
}
