import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParams, PageQuery } from '../text.ts';
import { ExportQuery, Import, ImportProblem, ImportProblemQuery } from './imports.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Bringing resources in from a file and taking them out as one';

export const exportCatalogue = endpoint({
  method: 'GET',
  path: '/api/admin/catalogue-export',
  query: ExportQuery,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Every resource, drafts included, as a file that can be imported again',
  responseTypes: ['text/csv', 'application/json'],
  errors: [],
});

export const listImports = endpoint({
  method: 'GET',
  path: '/api/admin/imports',
  query: PageQuery,
  response: z.array(Import),
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The imports of the catalogue, newest first; X-Total-Count is their number',
  errors: [],
});

export const createImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports',
  response: Import,
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

export const getImport = endpoint({
  method: 'GET',
  path: '/api/admin/imports/:id',
  params: IdParams,
  response: Import,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'One import, and how far it has come',
  errors: ['imports.not-found'],
});

export const listImportProblems = endpoint({
  method: 'GET',
  path: '/api/admin/imports/:id/problems',
  params: IdParams,
  query: ImportProblemQuery,
  response: z.array(ImportProblem),
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'What the check found, by line; X-Total-Count is their number',
  errors: ['imports.not-found'],
});

export const downloadImportReport = endpoint({
  method: 'GET',
  path: '/api/admin/imports/:id/report',
  params: IdParams,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'All that the check found, as a CSV file',
  responseTypes: ['text/csv'],
  errors: ['imports.not-found'],
});

export const recheckImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/check',
  params: IdParams,
  response: Import,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Checks the same file again',
  errors: ['imports.not-found', 'imports.finished', 'imports.file-deleted', 'imports.running'],
});

export const runImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/run',
  params: IdParams,
  response: Import,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Begins to import a checked file, all of it or nothing',
  errors: ['imports.not-found', 'imports.finished', 'imports.not-ready', 'imports.running'],
});

export const cancelImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/cancel',
  params: IdParams,
  response: Import,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Stops an import, or discards a checked file; nothing of it is kept in the catalogue',
  errors: ['imports.not-found', 'imports.finished'],
});
