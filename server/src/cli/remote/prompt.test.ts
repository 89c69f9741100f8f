import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openPrompt } from './prompt.ts'

function terminal({ isTTY }: { isTTY: boolean }) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input })
  const output = new PassThrough()
  let shown = ''
  output.setEncoding('utf8').on('data', (text: string) => (shown += text))
  return { input, prompt: openPrompt({ input, output }), shown: () => shown }
}

test('a typed password is not shown, and the text after it is', async () => {
  const { input, prompt, shown } = terminal({ isTTY: true })
  const email = prompt.ask('E-mail address: ')
  input.write('ada@vale.example\r')
  expect(await email).toBe('ada@vale.example')
  const password = prompt.askSecret('Password: ')
  input.write('hunter2\u007f3\r')
  expect(await password).toBe('hunter3')
  const code = prompt.ask('Code: ')
  input.write('123456\r')
  expect(await code).toBe('123456')
  prompt.close()
  expect(shown()).toContain('ada@vale.example')
  expect(shown()).toContain('Password: ')
  expect(shown()).toContain('123456')
  expect(shown()).not.toMatch(/hunter|h\w*u\w*n/)
})

test('without a terminal the answers are the lines of the input, even if they arrive early', async () => {
  const { input, prompt, shown } = terminal({ isTTY: false })
  input.end('ada@vale.example\nhunter2\n')
  expect(await prompt.ask('E-mail address: ')).toBe('ada@vale.example')
  expect(await prompt.askSecret('Password: ')).toBe('hunter2')
  await expect(prompt.ask('Code: ')).rejects.toThrow('Nothing was entered')
  expect(shown()).toBe('E-mail address: Password: Code: ')
})
