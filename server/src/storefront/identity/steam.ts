import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { fetchService } from './fetch-service.ts'
import type { SignIn, SignInProvider } from './sign-in-provider.ts'

const STEAM = new URL('https://steamcommunity.com')
const NS = 'http://specs.openid.net/auth/2.0'
const SELECT = `${NS}/identifier_select`
/** What Steam has to sign, because each of these fields decides who signs in, where and when. */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']
const NONCE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]{1,235}$/
const NONCE_MINUTES = 10
const MINUTE_MS = 60_000

/**
 * Steam, by OpenID 2.0. The endpoint is fixed: nothing is discovered, because a visitor could then choose who confirms their
 * id. `url` replaces the address of Steam in tests.
 */
export function createSteam({ url = STEAM }: { url?: URL | undefined } = {}): SignInProvider {
  const endpoint = new URL('/openid/login', url).href
  const ids = new URL('/openid/id/', url).href

  function readAnswer(signIn: SignIn, answer: URLSearchParams): { steamId: string; nonce: string } {
    const field = (name: string) => {
      const values = answer.getAll(`openid.${name}`)
      return values.length === 1 ? (values[0] ?? '') : ''
    }
    if (field('ns') !== NS) throw failed('is not OpenID 2.0')
    if (field('mode') !== 'id_res') throw failed('is not a positive assertion')
    if (field('op_endpoint') !== endpoint) throw failed('is not from Steam')
    if (field('return_to') !== returnTo(signIn)) throw failed('is for another page or visitor')
    const signed = field('signed').split(',')
    if (!SIGNED.every((name) => signed.includes(name))) throw failed('leaves fields unsigned')
    const claimed = field('claimed_id')
    if (field('identity') !== claimed) throw failed('names two players')
    const steamId = claimed.startsWith(ids) ? claimed.slice(ids.length) : ''
    if (!/^7656119\d{10}$/.test(steamId)) throw failed('names no player of Steam')
    return { steamId, nonce: readNonce(field('response_nonce')) }
  }

  /** Steam says whether it has signed the answer. Only fields of OpenID are passed on. */
  async function requireConfirmed(answer: URLSearchParams): Promise<void> {
    const form = new URLSearchParams([...answer].filter(([name]) => name.startsWith('openid.')))
    form.set('openid.mode', 'check_authentication')
    const { status, body } = await fetchService(new URL(endpoint), { form }).catch((error: unknown) => {
      throw unavailable(error)
    })
    if (status >= 500) throw unavailable()
    const lines = body.toString().split('\n')
    if (status !== 200 || !lines.includes(`ns:${NS}`) || !lines.includes('is_valid:true'))
      throw failed('is not confirmed by Steam')
  }

  return {
    isAvailable: async () => true,
    async start(_db, signIn) {
      const page = new URL(endpoint)
      page.search = new URLSearchParams({
        'openid.ns': NS,
        'openid.mode': 'checkid_setup',
        'openid.return_to': returnTo(signIn),
        'openid.realm': signIn.origin,
        'openid.claimed_id': SELECT,
        'openid.identity': SELECT,
      }).toString()
      return page
    },
    async finish(db, signIn, answer) {
      const { steamId, nonce } = readAnswer(signIn, answer)
      await requireConfirmed(answer)
      await useNonce(db, { storeId: signIn.storeId, nonce })
      return { gameUserId: steamId, label: null }
    },
  }
}

function returnTo({ origin, state }: SignIn): string {
  return `${origin}/who/steam/return?state=${state}`
}

/** It begins with the time of the answer, so that only recent nonces have to be remembered. */
function readNonce(nonce: string): string {
  const age = Date.now() - Date.parse(NONCE.exec(nonce)?.[1] ?? '')
  if (!(Math.abs(age) < NONCE_MINUTES * MINUTE_MS)) throw failed('is too old')
  return nonce
}

async function useNonce(db: Db, { storeId, nonce }: { storeId: StoreId; nonce: string }): Promise<void> {
  const hash = createHash('sha256').update(nonce).digest()
  const { rows } = await inStore(db, storeId, (tx) =>
    sql`
      insert into openid_nonces (store_id, nonce_hash, expires_at)
      values (${storeId}, ${hash}, now() + make_interval(mins => ${2 * NONCE_MINUTES}))
      on conflict do nothing returning 1 as one`.execute(tx),
  )
  if (rows.length === 0) throw failed('was used before')
}

function failed(why: string): AppError {
  return new AppError('sign_in_failed', `The answer of Steam ${why}. Sign in again.`)
}

function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'Steam does not answer. Try again in a moment.', { cause, retryAfter: 10 })
}
