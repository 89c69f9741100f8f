const CONTROL =
  // oxlint-disable-next-line no-control-regex -- control characters are what this searches for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** One line without control characters, which could change what a terminal or a page shows. */
export function cleanLine(text: string, max: number): string {
  return cut(text.toWellFormed().replaceAll(/\s+/g, ' ').replace(CONTROL, '').trim(), max)
}

/** Several lines. */
export function cleanText(text: string, max: number): string {
  const lines = text.toWellFormed().replaceAll(/\r\n?/g, '\n').replace(CONTROL, '')
  return cut(lines.replaceAll(/\n{3,}/g, '\n\n').trim(), max)
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  // A character can have two code units.
  const characters = Array.from(text.slice(0, max * 2 + 1))
  return characters.slice(0, max).join('').trim()
}
