import type { Article } from './article.ts';
import { endpoint } from './endpoint.ts';
import type { FileParams } from './files.ts';
import type { LibraryCounts, LibraryEntry, LibraryQuery } from './library.ts';
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

export const getArticle = endpoint<{ params: IdParams; reply: Article }>({
  method: 'GET',
  path: '/api/resources/:id/article',
  caller: 'member',
  summary: "The resource's text, with access",
  errors: ['catalogue.not-found', 'access.required', 'library.no-article'],
});

export const listLibrary = endpoint<{ query: LibraryQuery; reply: LibraryEntry[] }>({
  method: 'GET',
  path: '/api/user/library',
  caller: 'member',
  summary: 'What the caller can open, by tab of My Resources, last used first; X-Total-Count tells how many there are',
  errors: [],
});

export const countLibrary = endpoint<{ reply: LibraryCounts }>({
  method: 'GET',
  path: '/api/user/library/counts',
  caller: 'member',
  summary: 'How many resources each tab of My Resources has',
  errors: [],
});

export const listUnfinished = endpoint<{ reply: LibraryEntry[] }>({
  method: 'GET',
  path: '/api/user/library/unfinished',
  caller: 'member',
  summary: 'Up to three resources that the caller began, has not finished and can still open, last used first',
  errors: [],
});
