import { endpoint } from './endpoint.ts';
import type { FileParams } from './files.ts';
import type { IdParams } from './text.ts';

export const downloadResource = endpoint<{ params: IdParams }>({
  method: 'GET',
  path: '/api/resources/:id/download',
  caller: 'member',
  summary: "The resource's file, with access; ranges are answered",
  errors: ['catalogue.not-found', 'access.required', 'library.no-file', 'library.no-such-part'],
});

export const downloadFile = endpoint<{ params: FileParams }>({
  method: 'GET',
  path: '/api/files/:id',
  caller: 'member',
  summary: 'An uploaded document by its own address; asks for access to the resource it belongs to',
  errors: ['files.not-found', 'access.required', 'library.no-such-part'],
});
