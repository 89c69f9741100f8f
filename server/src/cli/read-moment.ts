import { InvalidArgumentError } from 'commander'

export function readMoment(text: string): Date {
  const date = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('Give a UTC moment like 2027-01-31T00:00:00.000Z.')
  }
  return date
}
