import { ddnet } from './ddnet/ddnet.ts'
import type { GameTrial } from './game-trial.ts'
import { luanti } from './luanti/luanti.ts'
import { minecraft } from './minecraft/minecraft.ts'
import { openarena } from './openarena/openarena.ts'
import { openttd } from './openttd/openttd.ts'

/** The slowest first, because two run at once. */
export const TRIALS: GameTrial[] = [luanti, minecraft, openarena, openttd, ddnet]
