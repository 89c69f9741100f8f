import { useState } from 'react'

/**
 * The token of a link in an e-mail. It is after `#`, so no server and no log sees it. It is removed from the address, so that it
 * does not stay in the history of the browser. With `keep`, this tab remembers it, for a page that needs a sign-in first.
 */
export function useLinkToken({ keep }: { keep?: string } = {}): string | undefined {
  const [token] = useState(() => {
    const found = new URLSearchParams(location.hash.slice(1)).get('token')
    if (found === null) return keep === undefined ? undefined : (sessionStorage.getItem(keep) ?? undefined)
    history.replaceState(history.state, '', location.pathname)
    if (keep !== undefined) sessionStorage.setItem(keep, found)
    return found
  })
  return token
}
