import { createManageClient } from '@quartermaster/sdk'

/** The session is a cookie that scripts cannot read, so the client has no token. */
export const api = createManageClient({ url: location.origin, retries: 1 })
