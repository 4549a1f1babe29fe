import { endpoint } from '../endpoint.ts';
import { CurrentUser } from '../identity/accounts.ts';
import { FileParams, Upload, UploadedFile } from './files.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Uploaded documents and images';

export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/admin/upload',
  response: Upload,
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

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/admin/files/:id',
  params: FileParams,
  response: UploadedFile,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Name and size of an uploaded document, and a warning when members could not read it as it is',
  errors: ['files.not-found'],
});

export const getImage = endpoint({
  method: 'GET',
  path: '/media/:id',
  params: FileParams,
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: 'An uploaded image',
  responseTypes: ['image/*'],
  errors: ['files.not-found', 'files.unavailable'],
});

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/api/user/picture',
  response: CurrentUser,
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

export const removePicture = endpoint({
  method: 'DELETE',
  path: '/api/user/picture',
  response: CurrentUser,
  caller: 'member',
  scope: 'none',
  summary: "Removes the caller's picture; repeating it changes nothing",
  errors: [],
});

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/pictures/:id',
  params: FileParams,
  caller: 'member',
  scope: 'library:read',
  summary: 'The picture of a member, by the address in profileImageUrl',
  responseTypes: ['image/webp'],
  errors: ['files.not-found'],
});
