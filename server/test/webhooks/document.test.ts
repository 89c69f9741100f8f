import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import { Ajv } from 'ajv'
import { expect, onTestFinished, test } from 'vitest'
import { newWebhookSecret, signWebhook } from '../../src/webhooks/sending/sign-webhook.ts'

const text = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

function blocks(language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
}

test('the document has a true example of every event', () => {
  const ajv = new Ajv({ strict: false })
  const examples = blocks('json').map(
    (code) => JSON.parse(code) as { type: keyof typeof WEBHOOK_EVENTS; data: unknown },
  )
  expect(examples.map(({ type }) => type)).toEqual(Object.keys(WEBHOOK_EVENTS))
  for (const { type, data } of examples) {
    expect(ajv.validate(WEBHOOK_EVENTS[type], data), `${type}: ${ajv.errorsText()}`).toBe(true)
    expect(text).toContain(`### ${type}\n`)
  }
})

const secret = newWebhookSecret()
const other = newWebhookSecret()
const body = '{"type":"checkout.paid","data":{"name":"Vale ⚔ Store"}}'

function signed(secrets: string[], sentAt = new Date()) {
  return { ...signWebhook({ id: 'evt_1', body, secrets, sentAt }), body }
}

/** What is true, and what is not. */
const CASES = [
  { believed: true, request: signed([secret]) },
  { believed: true, request: signed([other, secret]) },
  { believed: false, request: signed([other]) },
  { believed: false, request: { ...signed([secret]), body: `${body} ` } },
  { believed: false, request: { ...signed([secret]), 'webhook-id': 'evt_2' } },
  { believed: false, request: signed([secret], new Date(Date.now() - 600_000)) },
]

/** How each language runs its snippet: the file, and the lines that call it with the parts of one request. */
const RUNS: Record<string, { program: string; file: string; call: (values: string[]) => string }> = {
  python: {
    program: 'python3',
    file: 'verify.py',
    call: ([id, at, signature, sent]) =>
      `\nimport sys\nh = {"webhook-id": ${id}, "webhook-timestamp": ${at}, "webhook-signature": ${signature}}\nsys.exit(0 if verify("${secret}", h, ${sent}.encode()) else 3)\n`,
  },
  php: {
    program: 'php',
    file: 'verify.php',
    call: ([id, at, signature, sent]) =>
      `\n$h = ['webhook-id' => ${id}, 'webhook-timestamp' => ${at}, 'webhook-signature' => ${signature}];\nexit(verify('${secret}', $h, ${sent}) ? 0 : 3);\n`,
  },
  lua: {
    program: 'lua5.4',
    file: 'verify.lua',
    call: ([id, at, signature, sent]) =>
      `\nlocal h = { ["webhook-id"] = ${id}, ["webhook-timestamp"] = ${at}, ["webhook-signature"] = ${signature} }\nos.exit(verify("${secret}", h, ${sent}) and 0 or 3)\n`,
  },
}

test('what the document shows for other languages believes what is true and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [language, { program, file, call }] of Object.entries(RUNS)) {
    const [code = ''] = blocks(language)
    expect(code, language).toContain('verify')
    // Not every machine has every language; what it has is tried.
    if (spawnSync(program, ['-v']).error) continue
    for (const { believed, request } of CASES) {
      const values = [request['webhook-id'], request['webhook-timestamp'], request['webhook-signature'], request.body]
      const path = join(folder, file)
      writeFileSync(
        path,
        `${language === 'php' ? '<?php\n' : ''}${code}${call(values.map((value) => JSON.stringify(value)))}`,
      )
      const { status, stderr } = spawnSync(program, [path], { encoding: 'utf8' })
      expect({ status, stderr }, `${language} ${JSON.stringify(request)}`).toEqual({
        status: believed ? 0 : 3,
        stderr: '',
      })
    }
  }
})
