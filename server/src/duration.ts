import { AppError } from './errors.ts'

const FORM = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const SECONDS = [604_800, 86_400, 3_600, 60, 1]
const MAX_SECONDS = 3_153_600_000 // a hundred years

/** Reads an ISO 8601 duration into seconds. Months and years have no fixed length, so they are rejected. */
export function parseDuration(text: string): number {
  const parts = FORM.exec(text)?.slice(1) ?? []
  const seconds = parts.reduce((sum, part, i) => sum + Number(part ?? 0) * (SECONDS[i] ?? 0), 0)
  if (seconds < 1 || seconds > MAX_SECONDS) {
    throw new AppError(
      'invalid_request',
      `"${text}" is not a duration. Use one like P30D, PT12H or PT30S; months and years are not supported`,
    )
  }
  return seconds
}
