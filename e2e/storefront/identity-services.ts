import { startStandInDiscord } from '../../server/test/identity/stand-in-discord.ts'
import { startStandInMojang } from '../../server/test/identity/stand-in-mojang.ts'
import { startStandInSteam } from '../../server/test/identity/stand-in-steam.ts'
import type { Defer } from '../kit/run-harness.ts'

/** Starts stand-ins of Steam, Discord and Mojang. Returns the settings with which the product and browsers find them. */
export async function startIdentityServices(defer: Defer): Promise<Record<string, string>> {
  const [steam, discord, mojang] = [
    await startStandInSteam(),
    await startStandInDiscord(),
    await startStandInMojang(),
  ] as const
  for (const { close } of [steam, discord, mojang]) defer(close)
  return {
    STEAM_URL: steam.url,
    MOJANG_URL: mojang.url,
    DISCORD_URL: discord.url,
    DISCORD_CLIENT_ID: discord.application.clientId,
    DISCORD_CLIENT_SECRET: discord.application.clientSecret,
  }
}
