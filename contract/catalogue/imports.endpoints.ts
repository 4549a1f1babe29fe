import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { ExportQuery, Import, ImportListQuery, ImportProblem, ImportProblemQuery } from './imports.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Bringing resources in from a file and taking them out as one';

export const exportCatalogue = endpoint<{ query: ExportQuery }>({
  method: 'GET',
  path: '/api/admin/catalogue-export',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Every resource, drafts included, as a file that can be imported again',
  replyTypes: ['text/csv', 'application/json'],
  errors: [],
});

export const listImports = endpoint<{ query: ImportListQuery; reply: Import[] }>({
  method: 'GET',
  path: '/api/admin/imports',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The imports of the catalogue, newest first; X-Total-Count is their number',
  errors: [],
});

export const createImport = endpoint<{ reply: Import }>({
  method: 'POST',
  path: '/api/admin/imports',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Takes a CSV or JSON file of resources as multipart field `file` and begins to check it; changes nothing',
  form: { file: 'file' },
  errors: [
    'files.missing',
    'files.empty',
    'files.too-large',
    'files.storage-full',
    'files.unavailable',
    'imports.wrong-type',
    'imports.running',
  ],
  status: 201,
});

export const getImport = endpoint<{ params: IdParams; reply: Import }>({
  method: 'GET',
  path: '/api/admin/imports/:id',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'One import, and how far it has come',
  errors: ['imports.not-found'],
});

export const listImportProblems = endpoint<{ params: IdParams; query: ImportProblemQuery; reply: ImportProblem[] }>({
  method: 'GET',
  path: '/api/admin/imports/:id/problems',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'What the check found, by line; X-Total-Count is their number',
  errors: ['imports.not-found'],
});

export const downloadImportReport = endpoint<{ params: IdParams }>({
  method: 'GET',
  path: '/api/admin/imports/:id/report',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'All that the check found, as a CSV file',
  replyTypes: ['text/csv'],
  errors: ['imports.not-found'],
});

export const recheckImport = endpoint<{ params: IdParams; reply: Import }>({
  method: 'POST',
  path: '/api/admin/imports/:id/check',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Checks the same file again',
  errors: ['imports.not-found', 'imports.finished', 'imports.file-deleted', 'imports.running'],
});

export const runImport = endpoint<{ params: IdParams; reply: Import }>({
  method: 'POST',
  path: '/api/admin/imports/:id/run',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Begins to import a checked file, all of it or nothing',
  errors: ['imports.not-found', 'imports.finished', 'imports.not-ready', 'imports.running'],
});

export const cancelImport = endpoint<{ params: IdParams; reply: Import }>({
  method: 'POST',
  path: '/api/admin/imports/:id/cancel',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Stops an import, or discards a checked file; nothing of it is kept in the catalogue',
  errors: ['imports.not-found', 'imports.finished'],
});
