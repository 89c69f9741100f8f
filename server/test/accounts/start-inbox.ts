import { afterAll, vi } from 'vitest'
import { type Mail, startMailServer } from './mail-server.ts'

/** A mail server for one test file. */
export async function startInbox(options: { port?: number } = {}) {
  const server = await startMailServer(options)
  afterAll(server.close)
  const to = (address: string) => server.mails.filter((mail) => mail.to === address)
  return {
    ...server,
    to,
    /** Waits until an address has received `count` mails. Mails that are due at the same time arrive in any order. */
    wait: async (address: string, count = 1): Promise<Mail> =>
      vi.waitFor(
        () => {
          const mail = to(address)[count - 1]
          if (!mail) throw new Error(`${address} received ${to(address).length} of ${count} mails`)
          return mail
        },
        { timeout: 30_000, interval: 10 },
      ),
    /** Waits for the newest mail with this subject. */
    waitFor: async (address: string, subject: string): Promise<Mail> =>
      vi.waitFor(
        () => {
          const received = to(address)
          const found = received.findLast((mail) => mail.subject === subject)
          if (!found) {
            const subjects = received.map((mail) => mail.subject).join()
            throw new Error(`${address} did not receive "${subject}", only: ${subjects}`)
          }
          return found
        },
        { timeout: 30_000, interval: 10 },
      ),
  }
}

/** Reads the token from the link in a mail. */
export function tokenIn({ text }: Pick<Mail, 'text'>): string {
  const [, token] = /#token=(qml_[0-9A-Za-z]+)/.exec(text) ?? []
  if (token === undefined) throw new Error(`The mail has no link: ${text}`)
  return token
}
