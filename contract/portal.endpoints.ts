import { endpoint } from './endpoint.ts';
import type { PortalConfig } from './portal.ts';

export const getPortalConfig = endpoint<{ reply: PortalConfig }>({
  method: 'GET',
  path: '/api/config',
  caller: 'visitor',
  summary: 'What this portal sells in, is called and pays with',
  errors: [],
});
