/** A key is shown once, so this tab remembers the ones that it has created until it is closed or reloaded. */
const created = new Map<string, string>()

export function rememberKey(serverId: string, key: string): void {
  created.set(serverId, key)
}

export function rememberedKey(serverId: string): string | undefined {
  return created.get(serverId)
}
