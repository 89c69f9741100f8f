import { Type } from 'typebox'
import { component, listOf, nullable, object, openObject, Timestamp } from './manage.ts'

const Number = Type.Integer({ minimum: 1, description: 'Counts the uploads of the store.', examples: [3] })

const VERSION = {
  number: Number,
  name: Type.String({ examples: ['Harbor'] }),
  label: Type.String({ description: 'The version in theme.json.', examples: ['1.2.0'] }),
  author: Type.String(),
  bytes: Type.Integer({ description: 'Unpacked.' }),
  isPublished: Type.Boolean({ description: 'The pages of the store use this version.' }),
  createdAt: Timestamp,
  publishedAt: nullable(Timestamp),
}
export const ThemeVersion = component('ThemeVersion', VERSION)
export const ThemeVersionList = listOf('ThemeVersionList', ThemeVersion)
export const ThemeVersionDetails = component('ThemeVersionDetails', {
  ...VERSION,
  settings: Type.Array(openObject(), {
    description:
      'The settings that `themeSettings` of the storefront can have: those of the theme, and the colors of all pages.',
  }),
  files: Type.Array(
    object({ path: Type.String({ examples: ['sections/hero.liquid'] }), bytes: Type.Integer(), hash: Type.String() }),
  ),
})

export const DiffQuery = object({ from: Type.Integer({ minimum: 1, description: 'The version to compare with.' }) })
export const ThemeDiff = component('ThemeDiff', {
  changes: Type.Array(
    object({
      path: Type.String(),
      change: Type.Unsafe<'added' | 'removed' | 'changed'>({ type: 'string', enum: ['added', 'removed', 'changed'] }),
      lines: nullable(Type.String({ description: 'The lines of a changed text, with `-` and `+`.' })),
    }),
  ),
})

export const CreatePreviewBody = object({
  hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, description: 'Default: 24.' })),
})
export const ThemePreview = component('ThemePreview', {
  url: Type.String({ description: 'Everybody who has this address can open the preview.' }),
  expiresAt: Timestamp,
})

export const RolledBackTheme = component('RolledBackTheme', {
  themeVersion: nullable(Type.Integer({ description: 'Null: the built-in theme.' })),
})

export const ThemeErrorList = listOf(
  'ThemeErrorList',
  component('ThemeError', {
    version: Number,
    template: Type.String({ examples: ['home'] }),
    file: Type.String({ examples: ['sections/hero.liquid'] }),
    line: nullable(Type.Integer()),
    message: Type.String(),
    count: Type.Integer({ description: 'How often it was reported: at most once in ten seconds by each process.' }),
    lastAt: Timestamp,
  }),
)

/** A file. Which kind of file it is, its bytes say. */
export const ThemeArchive = Type.Unsafe<Buffer>({
  content: { 'application/zip': { schema: {} }, 'application/octet-stream': { schema: {} } },
})
