import type { ManageClient } from '@quartermaster/sdk'
import type { Inbox } from './inbox.ts'
import type { Person } from './person.ts'

export type Installation = {
  origin: string
  /** The address for game servers. */
  gamesUrl: string
  inbox: Inbox
  /** Runs the command line on the machine of the product. Returns what it printed as JSON. */
  run: (...args: string[]) => Promise<Record<string, string>>
  query: (text: string, values?: unknown[]) => Promise<Record<string, string>[]>
  /** An account with the password of the person, an own test store, and the management API as the person. */
  addOwner: (person: Pick<Person, 'email' | 'password'>) => Promise<{ storeId: string; manage: ManageClient }>
  /** The management API as the person. */
  connect: (person: Pick<Person, 'email' | 'password'>) => Promise<ManageClient>
}

/** What a person wants, does and sees. It throws if they see something else. It may return figures. */
export type Journey = {
  name: string
  /** For the screenshots of this journey, which shows the same screens as others. */
  folder?: string
  /** One of the ten most frequent. It is also run without a mouse. */
  isFrequent?: true
  run: (person: Person, installation: Installation) => Promise<void | Record<string, number>>
}

export function require(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}
