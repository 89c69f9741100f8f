import { expect, onTestFinished, test, vi } from 'vitest'
import { requireGoodPassword } from './require-good-password.ts'

const ACCOUNT = { email: 'ana.silva@vale-store.example', name: 'Ana María Silva' }

const isAccepted = (password: string) =>
  requireGoodPassword(password, ACCOUNT).then(
    () => true,
    () => false,
  )

test.each([
  'correct horse battery staple',
  'the cat sat on the mat',
  'café au lait',
  'xk9vL2mPqR',
  'four words of one long phrase '.repeat(6),
])('the passphrase or random password "%s" is accepted', async (password) => {
  expect(await isAccepted(password)).toBe(true)
})

test.each(['1234567890', 'password123', 'P@ssw0rd1234', 'qwertyuiop', 'aaaaaaaaaaaa', '1q2w3e4r5t6y', 'letmein123456'])(
  'the common password "%s" is rejected',
  async (password) => {
    await expect(requireGoodPassword(password, ACCOUNT)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('easy to guess') as string,
    })
  },
)

test.each([
  'ana.silva@vale-store.example',
  'ANA.SILVA2026',
  'anasilva2026',
  'vale-store1',
  'vale-store.example1',
  'María Silva 1',
  'anamaríasilva1',
])('the password "%s", which is made of the address or the name of the account, is rejected', async (password) => {
  expect(await isAccepted(password)).toBe(false)
})

test('a password has 10 to 200 characters', async () => {
  expect(await isAccepted('xk9vL2mPq')).toBe(false)
  expect(await isAccepted(`correct horse battery ${'z9'.repeat(89)}`)).toBe(true)
  expect(await isAccepted(`correct horse battery ${'z9'.repeat(89)}!`)).toBe(false)
})

test.each([
  '4@8({[<369!1|70$5%2'.repeat(11).slice(0, 200),
  'p4$$w0rd'.repeat(25),
  '1.1.1991/2.2.1992-'.repeat(12).slice(0, 200),
  ',1<{<as+04t79<8955<l053t2[lox[x-7e3384!3{,2([e53z!l-l19ld.e7/dt5'.repeat(4).slice(0, 200),
  '1'.repeat(200),
])('the check of a hostile password compares at most 10,000 parts of it with the lists: %s', async (password) => {
  await isAccepted(password)
  // The checker cuts out each part that it compares, also after each replacement of a letter.
  const slice = vi.spyOn(String.prototype, 'slice')
  onTestFinished(() => slice.mockRestore())
  await isAccepted(password)
  expect(slice.mock.calls.length).toBeLessThan(10_000)
})
