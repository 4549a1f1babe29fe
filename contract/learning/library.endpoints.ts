import * as z from 'zod/mini';
import { ResourceSummary } from '../catalogue/catalogue.ts';
import { FileParams } from '../catalogue/files.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams, PageQuery } from '../text.ts';
import { LibraryCounts, LibraryEntry, LibraryQuery, SavedIds, SavedState } from './library.ts';

/** @public The group of these calls in the API's description. */
export const about = 'The resources a member can open, has begun or has saved, and their files';

export const downloadResource = endpoint({
  method: 'GET',
  path: '/api/resources/:id/download',
  params: IdParams,
  caller: 'member',
  scope: 'catalogue:read',
  summary: "The resource's file, with access; ranges are answered",
  responseTypes: ['*/*'],
  errors: ['catalogue.not-found', 'access.required', 'library.no-file', 'library.no-such-part', 'files.unavailable'],
});

export const readPages = endpoint({
  method: 'GET',
  path: '/api/resources/:id/pages',
  params: IdParams,
  caller: 'member',
  scope: 'catalogue:read',
  summary:
    "The resource's PDF file for reading it page by page, with access, at most 1 MiB an answer. It is no download",
  responseTypes: ['application/pdf'],
  errors: [
    'catalogue.not-found',
    'access.required',
    'library.no-pages',
    'library.no-such-part',
    'library.parts-only',
    'files.unavailable',
  ],
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  params: FileParams,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'An uploaded document by its own address; asks for access to the resource it belongs to',
  responseTypes: ['*/*'],
  errors: ['files.not-found', 'access.required', 'library.no-such-part', 'files.unavailable'],
});

export const listLibrary = endpoint({
  method: 'GET',
  path: '/api/user/library',
  query: LibraryQuery,
  response: z.array(LibraryEntry),
  caller: 'member',
  scope: 'library:read',
  summary: 'What the caller can open, by tab of My Resources, last used first; X-Total-Count is their number',
  errors: [],
});

export const countLibrary = endpoint({
  method: 'GET',
  path: '/api/user/library/counts',
  response: LibraryCounts,
  caller: 'member',
  scope: 'library:read',
  summary: 'How many resources each tab of My Resources has, and how many of the subscribed and free ones were begun',
  errors: [],
});

export const listUnfinished = endpoint({
  method: 'GET',
  path: '/api/user/library/unfinished',
  response: z.array(LibraryEntry),
  caller: 'member',
  scope: 'library:read',
  summary: 'Up to three resources that the caller began, has not finished and can still open, last used first',
  errors: [],
});

export const listSaved = endpoint({
  method: 'GET',
  path: '/api/user/saved-resources',
  query: PageQuery,
  response: z.array(ResourceSummary),
  caller: 'member',
  scope: 'library:read',
  summary: 'Published resources that the caller saved, last saved first; X-Total-Count is their number',
  errors: [],
});

export const listSavedIds = endpoint({
  method: 'GET',
  path: '/api/user/saved-resources/ids',
  response: SavedIds,
  caller: 'member',
  scope: 'library:read',
  summary: 'The marks on cards: the ids of all of them, and how far the caller is with what was begun',
  errors: [],
});

export const addSaved = endpoint({
  method: 'PUT',
  path: '/api/resources/:id/saved',
  params: IdParams,
  response: SavedState,
  caller: 'member',
  scope: 'progress:write',
  summary: 'The caller saves a published resource for later; repeating it changes nothing',
  errors: ['catalogue.not-found', 'library.saved-full'],
});

export const removeSaved = endpoint({
  method: 'DELETE',
  path: '/api/resources/:id/saved',
  params: IdParams,
  response: SavedState,
  caller: 'member',
  scope: 'progress:write',
  summary: 'The caller takes a resource from the saved ones; repeating it changes nothing',
  errors: ['catalogue.not-found'],
});
