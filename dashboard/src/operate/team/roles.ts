import type { Manage } from '@quartermaster/sdk'

export type Role = Manage.Member['role']

export const ROLES: Role[] = ['owner', 'manager', 'support', 'viewer']

/** The value of an input as a role. The weakest one stands for an unknown value. */
export function roleOf(text: string | undefined): Role {
  return ROLES.find((role) => role === text) ?? 'viewer'
}
