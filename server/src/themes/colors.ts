import type { Settings } from './compile-theme.ts'

type Rgb = [red: number, green: number, blue: number]
type Oklch = { l: number; c: number; h: number }

/** The stylesheet of the colors and the shape of a theme and its owner. Null if they are the `usual` ones, those of platform.css. */
export function colorStylesheet(usual: Settings, chosen: Settings): string | null {
  const different = (name: string) => (chosen[name] === usual[name] ? undefined : chosen[name])
  const accent = colorOf(different('accent'))
  const background = colorOf(different('masthead_background'))
  const text = colorOf(different('masthead_text'))
  const radius = different('radius')
  const light = [
    ...(accent ? accentShades(accent, 'light') : []),
    ...(background ? [`--masthead-bg:${background}`] : []),
    ...(text ? [`--masthead-ink:${text}`] : []),
    ...(background || text
      ? [
          `--masthead-ink-2:${mix(text ?? colorOf(usual['masthead_text']), background ?? colorOf(usual['masthead_background']))}`,
        ]
      : []),
    ...(typeof radius === 'number' && radius >= 0 && radius <= 32 ? [`--radius:${radius}px`] : []),
  ]
  if (light.length === 0) return null
  const dark = accent ? accentShades(accent, 'dark').join(';') : ''
  return [
    `:root{${light.join(';')}}`,
    ...(dark === ''
      ? []
      : [
          `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}`,
          `:root[data-theme="dark"]{${dark}}`,
        ]),
    '',
  ].join('\n')
}

function colorOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined
}

/** The shades that platform.css derives from the accent, for browsers that cannot calculate with colors. */
function accentShades(accent: string, scheme: 'light' | 'dark'): string[] {
  const { l, c, h } = toOklch(toRgb(accent))
  const isDark = scheme === 'dark'
  const fill = isDark ? { l: Math.max(l, 0.54), c, h } : { l, c, h }
  const text = isDark ? { l: Math.max(l, 0.8), c, h } : { l: Math.min(l, 0.42), c, h }
  const soft = isDark ? { l: 0.33, c: Math.min(c, 0.055), h } : { l: 0.94, c: Math.min(c, 0.026), h }
  return [
    `--accent:${accent}`,
    `--accent-fill:${toHex(fill)}`,
    `--on-accent:${fill.l < 0.57 ? '#ffffff' : '#000000'}`,
    `--accent-text:${toHex(text)}`,
    `--accent-soft:${toHex(soft)}`,
  ]
}

function mix(text = '#ffffff', background = '#000000'): string {
  const [a, b] = [toRgb(text), toRgb(background)]
  return hexOf(a.map((value, i) => value * 0.75 + (b[i] ?? 0) * 0.25) as Rgb)
}

function toRgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb
}

function hexOf(rgb: Rgb): string {
  const digits = rgb.map((value) =>
    Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** OKLCH, as in CSS Color 4: lightness that looks even, chroma and hue. */
function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = rgb.map(linear) as Rgb
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

/** Reduces the chroma until the screen can show the color, which keeps lightness and hue. */
function toHex({ l, c, h }: Oklch): string {
  for (let chroma = c; chroma > 0; chroma -= 0.002) {
    const rgb = fromOklch({ l, c: chroma, h })
    if (rgb.every((value) => value >= -0.001 && value <= 1.001)) return hexOf(rgb)
  }
  return hexOf(fromOklch({ l, c: 0, h }))
}

function fromOklch({ l, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb: Rgb = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return rgb.map(gamma) as Rgb
}
