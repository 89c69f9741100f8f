import { createHmac, randomBytes } from 'node:crypto'
import { escape, listen, page, type StandInReply } from './listen.ts'

const NS = 'http://specs.openid.net/auth/2.0'
const SIGNED = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle'

type Fields = Record<string, string>

/** Stands in for Steam: a page where the player signs in, signed assertions, and check_authentication (OpenID 2.0). */
export async function startStandInSteam({ steamId = '76561198000000042', port = 0 } = {}) {
  const secret = randomBytes(32)
  /** `forgetsNonces`: like a provider that confirms the same answer twice. */
  const state = { isDown: false, steamId, forgetsNonces: true, checks: 0 }
  const confirmed = new Set<string>()

  function handle(url: URL, form: URLSearchParams): StandInReply {
    if (state.isDown) return { status: 503 }
    if (url.pathname !== '/openid/login') return { status: 404 }
    if (form.get('openid.mode') === 'check_authentication') return check(form)
    const { searchParams } = url
    if (searchParams.get('openid.mode') !== 'checkid_setup') return { status: 400 }
    const to = searchParams.get('openid.return_to') ?? ''
    const realm = searchParams.get('openid.realm') ?? ''
    if (!to.startsWith(`${realm}/`)) return { status: 400, body: 'return_to is not below the realm' }
    const target = (fields: Fields) => `${to}&${new URLSearchParams(withPrefix(fields)).toString()}`
    if (form.has('cancel')) return redirect(target({ ns: NS, mode: 'cancel' }))
    if (form.has('sign-in')) return redirect(target(assertion({ return_to: to })))
    return page(
      'Sign in through Steam',
      `<form method="post" action="${escape(url.pathname + url.search)}"><button name="sign-in">Sign In</button><button name="cancel">Cancel</button></form>`,
    )
  }

  function check(form: URLSearchParams): StandInReply {
    state.checks++
    const fields = Object.fromEntries([...form].map(([name, value]) => [name.slice('openid.'.length), value]))
    const nonce = fields['response_nonce'] ?? ''
    const isValid = fields['sig'] === sign(fields) && (state.forgetsNonces || !confirmed.has(nonce))
    confirmed.add(nonce)
    return { headers: { 'content-type': 'text/plain' }, body: `ns:${NS}\nis_valid:${isValid}\n` }
  }

  /** An assertion about the player. Changed fields are signed as well, like those of a provider that can be tricked. */
  function assertion(changes: Fields): Fields {
    const id = `${server.url}/openid/id/${state.steamId}`
    const fields: Fields = {
      ns: NS,
      mode: 'id_res',
      op_endpoint: `${server.url}/openid/login`,
      claimed_id: id,
      identity: id,
      response_nonce: `${new Date().toISOString().slice(0, 19)}Z${randomBytes(9).toString('base64')}`,
      assoc_handle: '1234567890',
      signed: SIGNED,
      ...changes,
    }
    return { ...fields, sig: sign(fields) }
  }

  function sign(fields: Fields): string {
    const text = (fields['signed'] ?? '').split(',').map((name) => `${name}:${fields[name] ?? ''}\n`)
    return createHmac('sha1', secret).update(text.join('')).digest('base64')
  }

  const server = await listen(handle, { port })
  return {
    ...server,
    state,
    /** The query with which a browser comes back after the player has signed in. */
    answer: (returnTo: string, changes: Fields = {}) =>
      new URLSearchParams(withPrefix(assertion({ return_to: returnTo, ...changes }))),
  }
}

function withPrefix(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`openid.${name}`, value]))
}

function redirect(location: string): StandInReply {
  return { status: 303, headers: { location } }
}
