import { InvalidArgumentError } from 'commander'
import { parseDuration } from '../duration.ts'

export function readDuration(text: string): number {
  try {
    return parseDuration(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : 'Not a duration.')
  }
}
