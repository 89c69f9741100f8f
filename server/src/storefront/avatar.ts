import { createHash } from 'node:crypto'

const SKINS = ['#d9a27c', '#f0c8a4', '#b87b55', '#8a5636', '#7d4e31', '#e4b48f']
const HAIRS = ['#4a2c1a', '#2b1c14', '#d8b45a', '#9aa3a8', '#a8452c', '#3d4c6b', '#4d2f57', '#7c8a3a']
const EYES = ['#2f5d3f', '#2f4d8a', '#4a3323', '#3f4a52']
const STYLES = [
  'M0 0h8v2H7v1H6V2H2v1H1v1H0z',
  'M0 0h8v3H7V2H1v4H0z',
  'M0 0h8v6H7V2H1v4H0z',
  'M0 0h8v1H0zM0 1h2v1H0zM6 1h2v1H6z',
  'M0 0h8v2H5v1H3V2H2v1H0z',
]
const BEARD = 'M0 6h1v1h1v1H0zM7 6h1v2H6V7h1z'

/** The address of a drawn face. The same name always has the same face, and the address does not reveal the name. */
export function avatarUrl(name: string): string {
  const bytes = createHash('sha256').update(`avatar\0${name.toLowerCase()}`).digest()
  const choices = [SKINS, HAIRS, EYES, STYLES].map((list, i) => (bytes[i] ?? 0) % list.length)
  return `/avatars/${choices.join('')}${(bytes[4] ?? 0) % 3 === 0 ? 1 : 0}.svg`
}

/** Draws the face of an address. Undefined if the address is not one of ours. */
export function drawAvatar(code: string): string | undefined {
  const [skin, hair, eyes, style, beard] = [...code].map(Number)
  const colors = [SKINS[skin ?? -1], HAIRS[hair ?? -1], EYES[eyes ?? -1], STYLES[style ?? -1]]
  if (!/^\d{5}$/.test(code) || colors.includes(undefined)) return undefined
  const [skinColor, hairColor, eyeColor, hairShape] = colors
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" shape-rendering="crispEdges"><path fill="${skinColor}" d="M0 0h8v8H0z"/><path fill="${hairColor}" d="${hairShape}${beard === 1 ? BEARD : ''}"/><path fill="#000" fill-opacity=".14" d="M3 5h2v1H3z"/><path fill="#fff" d="M1 4h1v1H1zM6 4h1v1H6z"/><path fill="${eyeColor}" d="M2 4h1v1H2zM5 4h1v1H5z"/><path fill="#8f4f3c" d="M2 6h4v1H2z"/></svg>`
}
