import { endpoint } from '../endpoint.ts';
import type { CurrentUser } from '../identity/accounts.ts';
import type { FileParams, Upload, UploadedFile } from './files.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Uploaded documents and images';

export const uploadFile = endpoint<{ reply: Upload }>({
  method: 'POST',
  path: '/api/admin/upload',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Stores a document or an image sent as multipart field `file`, with `title` for documents',
  form: { file: 'file', title: 'text' },
  errors: [
    'files.missing',
    'files.empty',
    'files.wrong-type',
    'files.wrong-content',
    'files.too-many-pixels',
    'files.other-type',
    'files.wrong-encoding',
    'files.rich-text',
    'files.pdf-preceded',
    'files.locked',
    'files.unsafe',
    'files.too-large',
    'files.infected',
    'files.scanner-unavailable',
    'files.storage-full',
    'files.unavailable',
  ],
});

export const getUpload = endpoint<{ params: FileParams; reply: UploadedFile }>({
  method: 'GET',
  path: '/api/admin/files/:id',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Name and size of an uploaded document, and a warning when members could not read it as it is',
  errors: ['files.not-found'],
});

export const getImage = endpoint<{ params: FileParams }>({
  method: 'GET',
  path: '/media/:id',
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: 'An uploaded image',
  replyTypes: ['image/*'],
  errors: ['files.not-found', 'files.unavailable'],
});

export const uploadPicture = endpoint<{ reply: CurrentUser }>({
  method: 'POST',
  path: '/api/user/picture',
  caller: 'member',
  scope: 'none',
  summary: "Makes the image in the multipart field `file` the caller's picture: JPG, PNG, GIF or WebP, at most 5 MB",
  form: { file: 'file' },
  errors: [
    'files.missing',
    'files.empty',
    'files.no-picture',
    'files.too-large',
    'files.infected',
    'files.scanner-unavailable',
    'files.storage-full',
    'files.unavailable',
  ],
});

export const removePicture = endpoint<{ reply: CurrentUser }>({
  method: 'DELETE',
  path: '/api/user/picture',
  caller: 'member',
  scope: 'none',
  summary: "Removes the caller's picture; repeating it changes nothing",
  errors: [],
});

export const getPicture = endpoint<{ params: FileParams }>({
  method: 'GET',
  path: '/api/pictures/:id',
  caller: 'member',
  scope: 'library:read',
  summary: 'The picture of a member, by the address in profileImageUrl',
  replyTypes: ['image/webp'],
  errors: ['files.not-found'],
});
