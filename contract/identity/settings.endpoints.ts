import { endpoint } from '../endpoint.ts';
import { PortalConfig } from './settings.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What a client needs to know before it signs in';

export const getPortalConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  response: PortalConfig,
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: 'What this portal sells in, is called and pays with',
  errors: [],
});
