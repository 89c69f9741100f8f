import type { NewMail } from './add-mail.ts'

// Tokens are placed after `#`, because browsers do not send that part to servers, so it appears in no log.
// E-mails contain no text that a stranger could have chosen, so they can't be used to send messages.

type Recipient = { to: string; publicUrl: string }

export function confirmMail({ to, publicUrl, token }: Recipient & { token: string }): NewMail {
  return compose('confirm', to, 'Confirm your e-mail address', [
    'We received a request to create an account with this e-mail address.',
    `To continue, open this page within a day:\n${publicUrl}/account/confirm#token=${token}`,
    'If you did not request this, ignore this e-mail. No account is created without the link.',
  ])
}

export function takenMail({ to, publicUrl }: Recipient): NewMail {
  return compose('taken', to, 'You already have an account', [
    'We received a request to create an account with this e-mail address, but you already have one.',
    `Sign in: ${publicUrl}/account/sign-in`,
    `Forgot your password? ${publicUrl}/account/forgot`,
    'If you did not request this, ignore this e-mail.',
  ])
}

export function resetMail({ to, publicUrl, token }: Recipient & { token: string }): NewMail {
  return compose('reset', to, 'Choose a new password', [
    'We received a request to reset the password of your account.',
    `To choose a new one, open this page within an hour:\n${publicUrl}/account/reset#token=${token}`,
    'If you did not request this, ignore this e-mail. Your password stays the same.',
  ])
}

export function changeEmailMail({ to, publicUrl, token }: Recipient & { token: string }): NewMail {
  return compose('change_email', to, 'Confirm your new e-mail address', [
    'We received a request to use this e-mail address for an account.',
    `To confirm it, open this page within a day:\n${publicUrl}/account/email#token=${token}`,
    'If you did not request this, ignore this e-mail. Nothing changes without the link.',
  ])
}

export function approveEmailMail({ to, publicUrl, token, undo }: Recipient & { token: string; undo: string }): NewMail {
  return compose('approve_email', to, 'Your e-mail address is about to change', [
    'A new e-mail address was confirmed for your account. It replaces this one in 7 days.',
    `To use the new address now, open this page:\n${publicUrl}/account/email/approve#token=${token}`,
    undoText({ publicUrl, undo }),
  ])
}

const NOTICES = {
  password_changed: ['Your password was changed', 'All other devices were signed out.'],
  email_changed: ['Your e-mail address was changed', 'We now send e-mails about your account to the new address.'],
  totp_added: ['A second factor was set up', 'From now on you need a code from your app to sign in.'],
  totp_removed: ['The second factor was removed', 'From now on you need only your password to sign in.'],
  recovery_code_used: ['A recovery code was used', 'It was used to sign in and can not be used again.'],
  recovery_codes_renewed: ['New recovery codes were created', 'The previous codes no longer work.'],
  passkey_added: ['A passkey was added', 'It can be used to sign in without a password.'],
  passkey_removed: ['A passkey was removed', 'It can no longer be used to sign in.'],
  change_undone: ['A change was undone', 'All devices were signed out, and new API tokens were revoked.'],
  signed_in: [
    'Your account was used from a new place',
    'Somebody signed in from a network and a browser that were not used for your account in the last month.',
  ],
  sign_in_failures: [
    'Wrong passwords were entered for your account',
    'If it was not you, somebody tries to guess your password. They have not signed in. A second factor protects you even from a right guess.',
  ],
  provider_added: ['A sign-in provider was connected', 'It can be used to sign in to your account.'],
  account_closed: [
    'Your account was closed',
    'Your password, sessions and passkeys were deleted. The audit logs of stores still show what you did there.',
  ],
} as const satisfies Record<string, readonly [string, string]>

export type NoticeKind = keyof typeof NOTICES

type Notice = Recipient & { undo?: string; address?: string }

/** Notifies the owner about a change that affects access to the account. `undo` is the token of a link that undoes it. */
export function noticeMail(kind: NoticeKind, { to, publicUrl, undo, address }: Notice): NewMail {
  const [subject, text] = NOTICES[kind]
  const reset = `choose a new password now: ${publicUrl}/account/forgot`
  const isHarmless = kind === 'sign_in_failures'
  const advice = isHarmless ? `If you use your password elsewhere too, ${reset}` : `If this was not you, ${reset}`
  return compose(kind, to, subject, [
    `${subject}. ${text}`,
    ...(address === undefined ? [] : [`The address: ${address}`]),
    undo === undefined ? advice : undoText({ publicUrl, undo }),
  ])
}

function undoText({ publicUrl, undo }: { publicUrl: string; undo: string }): string {
  return [
    `If this was not you, undo it within 7 days. All devices are signed out, and later changes of your account are undone too:\n${publicUrl}/account/undo#token=${undo}`,
    `Then choose a new password: ${publicUrl}/account/forgot`,
  ].join('\n\n')
}

function compose(kind: string, to: string, subject: string, paragraphs: string[]): NewMail {
  return { kind, to, subject, text: `${paragraphs.join('\n\n')}\n` }
}
