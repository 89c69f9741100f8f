import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import { type TextId, useTexts } from '../app/texts.tsx'
import { Form } from '../ui/form.tsx'
import { AccountPage } from './account-page.tsx'
import { DeadLink } from './dead-link.tsx'
import { useLinkToken } from './link-token.ts'

type LinkKind = 'email' | 'approve' | 'undo' | 'alerts' | 'invitation'

const CALLS: Record<LinkKind, (token: string) => Promise<unknown>> = {
  email: (token) => api.confirmEmailChange({ token }),
  approve: (token) => api.approveEmailChange({ token }),
  undo: (token) => api.undoChange({ token }),
  alerts: (token) => api.muteAlert({ token }),
  invitation: (token) => api.acceptInvitation({ token }),
}

const NEXT: Partial<Record<LinkKind, '/account/forgot' | '/account'>> = { undo: '/account/forgot', alerts: '/account' }

/** A link of an e-mail does nothing by itself, because mail programs open links too. A button does. */
function createLinkPage(kind: LinkKind): () => ReactElement {
  return function LinkPage() {
    const t = useTexts()
    const navigate = useNavigate()
    const token = useLinkToken(kind === 'invitation' ? { keep: kind } : {})
    const [isDone, setDone] = useState(false)
    const text = (name: string) => t(`link.${kind}.${name}` as TextId)
    if (token === undefined) return <DeadLink />
    const next = NEXT[kind] ?? '/'
    if (isDone)
      return <AccountPage title={text('done')} lede={text('doneLede')} footer={<Link to={next}>{text('next')}</Link>} />

    async function send(): Promise<void> {
      try {
        await CALLS[kind](token ?? '')
        setDone(true)
      } catch (error) {
        if (!hasCode(error, 'unauthorized') || kind !== 'invitation') throw error
        await navigate({ to: '/account/sign-in', search: { next: '/account/invitation' } })
      }
    }

    return (
      <AccountPage title={text('title')} lede={text('lede')}>
        <Form submit={text('submit')} fields={[]} send={send}>
          {() => null}
        </Form>
      </AccountPage>
    )
  }
}

export const ConfirmEmail = createLinkPage('email')
export const ApproveEmail = createLinkPage('approve')
export const UndoChange = createLinkPage('undo')
export const MuteAlert = createLinkPage('alerts')
export const Invitation = createLinkPage('invitation')
