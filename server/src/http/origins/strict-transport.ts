/** Browsers that have seen a host with https use nothing else for a year. Other hosts of the same domain are not affected. */
export const STRICT_TRANSPORT = 'max-age=31536000'
