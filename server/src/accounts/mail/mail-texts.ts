import type { NewMail } from './add-mail.ts'

// Tokens stand behind the `#`: browsers send that part to nobody, so it is in no log.
// No name, no title, nothing that a stranger could have chosen: else our mails would carry his words.

type Letter = { to: string; publicUrl: string }

export function confirmMail({ to, publicUrl, token }: Letter & { token: string }): NewMail {
  return write('confirm', to, 'Confirm your e-mail address', [
    'Somebody, hopefully you, wants to open an account with this address.',
    `To go on, open this page within a day:\n${publicUrl}/account/confirm#token=${token}`,
    'If it was not you, do nothing: without this link there will be no account.',
  ])
}

export function takenMail({ to, publicUrl }: Letter): NewMail {
  return write('taken', to, 'You already have an account', [
    'Somebody, hopefully you, wants to open an account with this address. There is one already.',
    `Sign in: ${publicUrl}/account/sign-in`,
    `Forgot your password? ${publicUrl}/account/forgot`,
    'If it was not you, do nothing.',
  ])
}

export function resetMail({ to, publicUrl, token }: Letter & { token: string }): NewMail {
  return write('reset', to, 'Choose a new password', [
    'Somebody, hopefully you, has forgotten the password of this account.',
    `To choose a new one, open this page within an hour:\n${publicUrl}/account/reset#token=${token}`,
    'If it was not you, do nothing: your password stays as it is.',
  ])
}

export function changeEmailMail({ to, publicUrl, token }: Letter & { token: string }): NewMail {
  return write('change_email', to, 'Confirm your new e-mail address', [
    'An account is to use this address from now on.',
    `To confirm it, open this page within a day:\n${publicUrl}/account/email#token=${token}`,
    'If you do not know of it, do nothing: without this link nothing changes.',
  ])
}

const NOTICES = {
  password_changed: ['Your password was changed', 'All other devices were signed out.'],
  email_changed: ['Your e-mail address was changed', 'Mails about your account go to the new address from now on.'],
  totp_added: ['A second factor was set up', 'From now on a code of your app is asked for when you sign in.'],
  totp_removed: [
    'The second factor was removed',
    'From now on nothing but your password is asked for when you sign in.',
  ],
  recovery_code_used: ['A recovery code was used', 'It let somebody sign in, and will not do so again.'],
  recovery_codes_renewed: ['New recovery codes were made', 'Those before them open nothing any more.'],
  passkey_added: ['A passkey was added', 'It opens your account without a password.'],
  passkey_removed: ['A passkey was removed', 'It no longer opens your account.'],
  provider_added: ['Another way to sign in was added', 'An account elsewhere now opens yours.'],
  account_closed: [
    'Your account was closed',
    'Your password and your devices are forgotten. The logs of stores you worked for still say what you did there.',
  ],
} as const satisfies Record<string, readonly [string, string]>

export type NoticeKind = keyof typeof NOTICES

/** Tells the owner of a change that lets somebody in, or keeps somebody out. */
export function noticeMail(kind: NoticeKind, { to, publicUrl }: Letter): NewMail {
  const [subject, text] = NOTICES[kind]
  return write(kind, to, subject, [
    `${subject}. ${text}`,
    `If it was not you, choose a new password at once: ${publicUrl}/account/forgot`,
  ])
}

function write(kind: string, to: string, subject: string, paragraphs: string[]): NewMail {
  return { kind, to, subject, text: `${paragraphs.join('\n\n')}\n` }
}
