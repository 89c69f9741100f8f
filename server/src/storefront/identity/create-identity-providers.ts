import type { Config } from '../../config/config.ts'
import { createSealer } from '../../seal.ts'
import { createDiscordSignIn } from './discord.ts'
import { createMinecraft } from './minecraft.ts'
import type { NameLookUp } from './provider.ts'
import { createSteam } from './steam.ts'

/** Without a service that knows the names of a game, every name is accepted. */
const acceptName: NameLookUp = async (name) => ({ result: 'found', player: { gameUserId: name, avatar: null } })

type Settings = Pick<Config, 'mojangUrl' | 'steamUrl' | 'discordUrl' | 'discord' | 'secretKeys'>

export type IdentityProviders = ReturnType<typeof createIdentityProviders>

/** Every way to say or prove who one is. A new one is a file and a line here. */
export function createIdentityProviders({ mojangUrl, steamUrl, discordUrl, discord, secretKeys }: Settings) {
  const minecraft = createMinecraft({ url: mojangUrl })
  return {
    /** Finds the player of a typed name. */
    names: { name: acceptName, minecraft: minecraft.lookUp },
    minecraftHead: minecraft.head,
    /** Proves who a player is, on a page of another service. */
    signIns: {
      steam: createSteam({ url: steamUrl }),
      discord: createDiscordSignIn({ sealer: createSealer(secretKeys), client: discord, url: discordUrl }),
    },
  }
}
