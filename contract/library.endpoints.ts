import { endpoint } from './endpoint.ts';
import type { IdParams } from './text.ts';

export const downloadResource = endpoint<{ params: IdParams }>({
  method: 'GET',
  path: '/api/resources/:id/download',
  caller: 'member',
  summary: "The resource's file, with access; ranges are answered",
  errors: ['catalogue.not-found', 'access.required', 'library.no-file'],
});
