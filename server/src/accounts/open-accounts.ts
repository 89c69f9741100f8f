import type { Config } from '../config.ts'
import type { AccountsDb } from '../db/database.ts'
import { createSealer } from '../seal.ts'
import type { AccountParts } from './account-parts.ts'
import { createDiscord } from './providers/discord.ts'
import { createGithub } from './providers/github.ts'
import { createPasswords } from './sign-in/passwords.ts'

/** Several times what the database needs for it. */
const EVEN_MS = 150

type Settings = Pick<Config, 'secretKeys' | 'publicUrl' | 'discord' | 'github'>

/** Everything that lets people in, ready to use. Nobody is called yet. */
export function openAccounts(db: AccountsDb, { secretKeys, publicUrl, discord, github }: Settings): AccountParts {
  return {
    db,
    sealer: createSealer(secretKeys),
    passwords: createPasswords(),
    publicUrl,
    evenMs: EVEN_MS,
    providers: { ...(discord && { discord: createDiscord(discord) }), ...(github && { github: createGithub(github) }) },
  }
}
