import type { TextId } from '../app/texts.tsx'
import type { GameName } from '../operate/servers/connect-guides.ts'

const DAYS_30 = 30 * 86_400

export type Template = {
  /** The name of the product. */
  text: TextId
  approve: string
  /** What takes it away again, after a refund or an expiry. */
  revoke?: string
  durationSeconds?: number
  /** The game knows players who are not in it. */
  isOffline?: boolean
  /** Running it twice does no harm, so a crash needs no decision. */
  isRepeatable?: boolean
}

const RANK = { text: 'template.rank', durationSeconds: DAYS_30, isOffline: true, isRepeatable: true } as const

/** The same commands as in the guides for each game. The first one is offered first. */
export const TEMPLATES: Record<GameName, Template[]> = {
  minecraft: [
    { text: 'template.items', approve: 'give {userId} diamond 5', revoke: 'clear {userId} diamond 5' },
    { ...RANK, approve: 'lp user {userId} parent add vip', revoke: 'lp user {userId} parent remove vip' },
    { text: 'template.money', approve: 'eco give {userId} 1000', revoke: 'eco take {userId} 1000', isOffline: true },
    {
      text: 'template.whitelist',
      approve: 'whitelist add {userId}',
      revoke: 'whitelist remove {userId}',
      isOffline: true,
      isRepeatable: true,
    },
  ],
  rust: [
    { ...RANK, approve: 'oxide.usergroup add {userId} vip', revoke: 'oxide.usergroup remove {userId} vip' },
    {
      text: 'template.permission',
      approve: 'oxide.grant user {userId} kits.vip',
      revoke: 'oxide.revoke user {userId} kits.vip',
      isOffline: true,
      isRepeatable: true,
    },
    { text: 'template.items', approve: 'inventory.giveto {userId} wood 1000' },
  ],
  source: [
    { ...RANK, approve: 'ulx adduserid {userId} vip', revoke: 'ulx removeuserid {userId}' },
    { text: 'template.permission', approve: 'sm_addvip {userId} gold', revoke: 'sm_removevip {userId} gold' },
  ],
  fivem: [
    { ...RANK, approve: 'addvip {userId} gold', revoke: 'removevip {userId} gold' },
    { text: 'template.items', approve: 'giveitem {source} bread 5', revoke: 'removeitem {source} bread 5' },
  ],
  mta: [{ text: 'template.money', approve: 'givemoney {userId} 1000', revoke: 'takemoney {userId} 1000' }],
  luanti: [
    { text: 'template.items', approve: 'give {userId} default:diamond 5' },
    { ...RANK, text: 'template.permission', approve: 'grant {userId} fly', revoke: 'revoke {userId} fly' },
  ],
  teeworlds: [
    { text: 'template.cheer', approve: 'say Cheers to {userId}' },
    {
      text: 'template.permission',
      approve: 'auth_add {userId} helper a-password',
      revoke: 'auth_remove {userId}',
      durationSeconds: DAYS_30,
      isOffline: true,
    },
  ],
  openarena: [
    { text: 'template.companion', approve: 'addbot grunt 1 free 0 {userId}_pet', revoke: 'kick {userId}_pet' },
    { ...RANK, text: 'template.patron', approve: 'sets patron {userId}', revoke: 'sets patron none' },
  ],
  other: [{ ...RANK, approve: 'addvip {userId} gold', revoke: 'removevip {userId} gold' }],
}
