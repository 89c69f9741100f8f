/** Whether a name contains every word of the text. Accents and capitals do not count: `paginas` finds "Páginas". */
export function matches(name: string, text: string): boolean {
  const plainName = plain(name)
  return plain(text)
    .split(/\s+/)
    .every((word) => plainName.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
