import { AppError } from '../errors.ts'

/** A header that may occur once. Reads the raw headers, because the parsed ones hide a second one. */
export function soleHeader(rawHeaders: string[], wanted: string): string | undefined {
  let found: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length !== wanted.length || name.toLowerCase() !== wanted) continue
    if (found !== undefined) throw new AppError('unauthorized', `Send one ${titled(wanted)} header`)
    found = rawHeaders[i + 1]
  }
  return found
}

function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
