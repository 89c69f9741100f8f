import type { NewMail } from '../accounts/mail/add-mail.ts'

/** Without the name of the store: whoever invites has chosen it, and our mails carry nobody's words but ours. */
export function invitationMail({ to, publicUrl, token }: { to: string; publicUrl: string; token: string }): NewMail {
  return {
    kind: 'invitation',
    to,
    subject: 'You were invited to a store',
    text: [
      'Somebody invites you to help with a store.',
      `To see which one and to accept, open this page within a week and sign in with this address:\n${publicUrl}/account/invitation#token=${token}`,
      'If you do not know of it, do nothing.\n',
    ].join('\n\n'),
  }
}
