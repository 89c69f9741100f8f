import { type ManageRequest, manageRequest } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { CopyBox } from './copy-box.tsx'
import { Icon } from './icon.tsx'

export { manageRequest }

/** What a screen asked the API for, to be repeated by a script: `<ApiCall requests={[manageRequest('getStore', { storeId })]} />`. */
export function ApiCall({ requests }: { requests: ManageRequest[] }): ReactElement {
  const t = useTexts()
  return (
    <details className="api">
      <summary>
        <Icon name="code" />
        {t('apiCall.title')}
      </summary>
      <p className="small">{t('apiCall.why')}</p>
      {requests.map((request) => (
        <div key={`${request.method} ${request.path}`}>
          <p>
            <code className="brk">
              {request.method} {request.path}
            </code>
          </p>
          <CopyBox text={curlOf(request)} />
        </div>
      ))}
    </details>
  )
}

function curlOf({ method, path, body }: ManageRequest): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(location.origin + path)}`,
    `-H ${quote('Authorization: Bearer qmt_…')}`,
    ...(body === undefined
      ? []
      : [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

/** One word of a shell command. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
