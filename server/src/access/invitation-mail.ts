import type { NewMail } from '../accounts/mail/add-mail.ts'

/** The mail does not contain the name of the store, because the sender could use it to send any text to anyone. */
export function invitationMail({ to, publicUrl, token }: { to: string; publicUrl: string; token: string }): NewMail {
  return {
    kind: 'invitation',
    to,
    subject: 'You are invited to a store',
    text: [
      'You are invited to become a staff member of a store.',
      `To see which store it is and to accept, open this page within a week, and sign in or create an account with this e-mail address:\n${publicUrl}/account/invitation#token=${token}`,
      'If you did not expect this e-mail, ignore it.\n',
    ].join('\n\n'),
  }
}
