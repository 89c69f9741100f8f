import type { Config } from '../config/config.ts'
import type { AccountsDb } from '../db/database.ts'
import { createSealer } from '../seal.ts'
import type { AccountParts } from './account-parts.ts'
import { createDiscord } from './providers/discord.ts'
import { createGithub } from './providers/github.ts'
import { createPasswords } from './sign-in/passwords.ts'

/** Several times longer than the database needs. */
const MINIMUM_MS = 150

type Settings = Pick<Config, 'secretKeys' | 'publicUrl' | 'discord' | 'github'>

export function openAccounts(
  db: AccountsDb,
  { secretKeys, publicUrl, discord, github }: Settings,
  maySignUp: AccountParts['maySignUp'],
): AccountParts {
  return {
    db,
    sealer: createSealer(secretKeys),
    passwords: createPasswords(),
    publicUrl,
    maySignUp,
    minimumMs: MINIMUM_MS,
    providers: { ...(discord && { discord: createDiscord(discord) }), ...(github && { github: createGithub(github) }) },
  }
}
