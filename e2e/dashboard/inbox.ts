import { startMailServer } from '../../server/test/accounts/mail-server.ts'
import type { Defer } from '../kit/run-harness.ts'
import { waitUntil } from '../kit/wait-until.ts'

const TIMEOUT_MS = 60_000

export type Inbox = {
  url: string
  waitForLink: (address: string, path: string) => Promise<string>
  /** The mails to an address, or all, the oldest first. */
  mails: (address?: string) => { subject: string; text: string }[]
}

/** The mailboxes of the persons. */
export async function startInbox(defer: Defer): Promise<Inbox> {
  const { url, mails, close } = await startMailServer()
  defer(close)
  return {
    url,
    mails: (address) => mails.filter(({ to }) => address === undefined || to === address),
    async waitForLink(address, path) {
      const find = () => {
        const texts = mails.filter(({ to }) => to === address).map(({ text }) => text)
        return texts.map((text) => new RegExp(`https://\\S+${path}#token=\\S+`).exec(text)?.[0]).findLast(Boolean)
      }
      await waitUntil(() => find() !== undefined, { timeoutMs: TIMEOUT_MS })
      const link = find()
      if (link === undefined) throw new Error(`${address} received no link to ${path}`)
      return link
    },
  }
}
