const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const MAX_INPUT = 200_000

/** The text of an HTML description, with paragraphs, lists, bold text and links. Scripts and styles are dropped. */
export function htmlToMarkdown(html: string): string {
  return html
    .slice(0, MAX_INPUT)
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<(script|style|iframe|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/<a\b[^>]*?href\s*=\s*["'](https?:\/\/[^"'\s()<>]{1,500})["'][^>]*>([^<]{1,500})<\/a\s*>/gi, '[$2]($1)')
    .replaceAll(/<\/?(?:b|strong)\s*>/gi, '**')
    .replaceAll(/<li\b[^>]{0,500}>/gi, '\n- ')
    .replaceAll(/<(?:br|hr)\b[^>]{0,500}>/gi, '\n')
    .replaceAll(/<\/(?:p|div|ul|ol|h[1-6]|tr|table)\s*>/gi, '\n\n')
    .replaceAll(/<\/?[a-z][^<>]*(?:>|$)/gi, '')
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => decodeEntity(name) ?? whole)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\*{4}/g, '')
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
}
