import type { Manage } from '@quartermaster/sdk'
import type { ChipKind } from '../../ui/chip.tsx'
import type { Decision } from './decisions.tsx'

type Reason = Manage.DeadLetter['reason']

/** How a reason looks, and what staff can decide. */
export const REASONS: Record<Reason, { kind: ChipKind; icon: string; decisions: Decision[] }> = {
  failed: { kind: 'bad', icon: 'failed', decisions: ['retry', 'delivered', 'cancel'] },
  uncertain: { kind: 'warn', icon: 'uncertain', decisions: ['delivered', 'retry'] },
  withdrawn: { kind: 'warn', icon: 'hold', decisions: ['cancel'] },
  reported_late: { kind: 'warn', icon: 'alert', decisions: ['delivered'] },
  reported_twice: { kind: 'warn', icon: 'alert', decisions: ['delivered'] },
  unreadable_id: { kind: 'bad', icon: 'players', decisions: ['cancel'] },
  no_server: { kind: 'warn', icon: 'servers', decisions: ['cancel'] },
  never_fetched: { kind: 'neutral', icon: 'hold', decisions: ['cancel'] },
  server_silent: { kind: 'bad', icon: 'silent', decisions: ['cancel'] },
  player_away: { kind: 'warn', icon: 'clock', decisions: ['cancel'] },
  not_reported: { kind: 'warn', icon: 'uncertain', decisions: ['cancel'] },
}
