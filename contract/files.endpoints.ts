import { endpoint } from './endpoint.ts';
import type { FileParams, Upload } from './files.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Uploaded documents and images';

export const uploadFile = endpoint<{ reply: Upload }>({
  method: 'POST',
  path: '/api/admin/upload',
  caller: 'administrator',
  summary: 'Stores a document or an image sent as multipart field `file`, with `title` for documents',
  form: { file: 'file', title: 'text' },
  errors: [
    'files.missing',
    'files.wrong-type',
    'files.wrong-content',
    'files.unsafe',
    'files.too-large',
    'files.infected',
    'files.scanner-unavailable',
    'files.storage-full',
    'files.unavailable',
  ],
});

export const getImage = endpoint<{ params: FileParams }>({
  method: 'GET',
  path: '/media/:id',
  caller: 'visitor',
  summary: 'An uploaded image',
  replyTypes: ['image/*'],
  errors: ['files.not-found', 'files.unavailable'],
});
