import { AppError } from '../errors.ts'

const MAX_POSITION = 1_000_000

export function requirePosition(position: number): number {
  if (Number.isInteger(position) && position >= 0 && position <= MAX_POSITION) return position
  throw new AppError('invalid_request', `The position must be a whole number from 0 to ${MAX_POSITION}`)
}
