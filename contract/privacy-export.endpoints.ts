import type { Message } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import type { LinkToken } from './sign-in.ts';

export const requestExport = endpoint<{ reply: Message }>({
  method: 'POST',
  path: '/api/user/data-export',
  caller: 'member',
  summary:
    "Has a copy of the caller's data made and a link to it mailed; while one is being made, it stays at that one",
  errors: [],
});

export const downloadExport = endpoint<{ query: LinkToken }>({
  method: 'GET',
  path: '/api/user/data-export',
  caller: 'member',
  summary: "The archive with the caller's data, by the secret of the mailed link",
  errors: ['privacy.export-expired', 'files.unavailable'],
});
