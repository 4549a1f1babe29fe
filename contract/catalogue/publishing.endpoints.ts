import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import {
  AdminResource,
  AdminResourceCounts,
  AdminResourceCsvQuery,
  AdminResourceQuery,
  BulkOutcome,
} from './publishing.ts';
import { BulkChange, ResourceForm, ResourcePatch } from './publishing-forms.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Resources as administrators write and publish them';

const saveErrors = [
  'publishing.product-unknown',
  'publishing.price-required',
  'publishing.address-refused',
  'publishing.file-unknown',
  'articles.picture-unknown',
  'publishing.publish-time-passed',
] as const;

export const listAdminResources = endpoint({
  method: 'GET',
  path: '/api/admin/resources',
  query: AdminResourceQuery,
  response: z.array(AdminResource),
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The resources that fit, drafts included, newest first; X-Total-Count is their number',
  errors: [],
});

export const downloadResourceList = endpoint({
  method: 'GET',
  path: '/api/admin/resources/csv',
  query: AdminResourceCsvQuery,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The same list as a CSV file with the chosen columns, at most the first 10,000 resources',
  responseTypes: ['text/csv'],
  errors: [],
});

export const countAdminResources = endpoint({
  method: 'GET',
  path: '/api/admin/resources/counts',
  response: AdminResourceCounts,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'How many resources there are, drafts included, all and by status',
  errors: [],
});

export const getAdminResource = endpoint({
  method: 'GET',
  path: '/api/admin/resources/:id',
  params: IdParams,
  response: AdminResource,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'A resource as administrators see it, to be compared with what is being edited',
  errors: ['catalogue.not-found'],
});

export const createResource = endpoint({
  method: 'POST',
  path: '/api/admin/resources',
  body: ResourceForm,
  response: AdminResource,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Adds a resource; a draft unless isPublished is true',
  errors: saveErrors,
  status: 201,
});

export const saveResource = endpoint({
  method: 'PUT',
  path: '/api/admin/resources/:id',
  params: IdParams,
  body: ResourceForm,
  response: AdminResource,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Saves a whole resource; with the updatedAt it was opened with, only when it has not changed since',
  errors: ['catalogue.not-found', 'publishing.conflict', 'publishing.sold-in-bundle', ...saveErrors],
});

export const patchResource = endpoint({
  method: 'PATCH',
  path: '/api/admin/resources/:id',
  params: IdParams,
  body: ResourcePatch,
  response: AdminResource,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Changes the given fields of a resource',
  errors: ['catalogue.not-found', 'publishing.sold-in-bundle', ...saveErrors],
});

export const deleteResource = endpoint({
  method: 'DELETE',
  path: '/api/admin/resources/:id',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Withdraws a resource from every list; who bought it keeps it',
  errors: ['catalogue.not-found', 'publishing.sold-in-bundle'],
});

export const duplicateResource = endpoint({
  method: 'POST',
  path: '/api/admin/resources/:id/duplicate',
  params: IdParams,
  response: AdminResource,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Adds a draft like this resource, with the same file; no member owns the copy',
  errors: ['catalogue.not-found', ...saveErrors],
  status: 201,
});

export const changeResources = endpoint({
  method: 'POST',
  path: '/api/admin/resources/bulk',
  body: BulkChange,
  response: z.array(BulkOutcome),
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary:
    'Applies one action to up to 200 resources and reports each result; a refusal does not stop the others, and a deletion needs a fresh sign-in',
  errors: ['accounts.confirm-sign-in'],
});
