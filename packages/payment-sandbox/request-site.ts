import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.ts';

/** Some paths carry no key, so another site's page must not be able to make a visitor's browser call them. */
export function refuseOtherSites(request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== 'cross-site' && site !== 'same-site') return;
  throw new ApiError(403, { type: 'invalid_request_error', message: 'Calls from other sites are refused.' });
}
