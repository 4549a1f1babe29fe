import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type {
  AdminResource,
  AdminResourceCounts,
  AdminResourceCsvQuery,
  AdminResourceQuery,
  BulkOutcome,
} from './publishing.ts';
import type { BulkChange, ResourceForm, ResourcePatch } from './publishing-forms.ts';

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

export const listAdminResources = endpoint<{ query: AdminResourceQuery; reply: AdminResource[] }>({
  method: 'GET',
  path: '/api/admin/resources',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The resources that fit, drafts included, newest first; X-Total-Count is their number',
  errors: [],
});

export const downloadResourceList = endpoint<{ query: AdminResourceCsvQuery }>({
  method: 'GET',
  path: '/api/admin/resources/csv',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The same list as a CSV file with the chosen columns, at most the first 10,000 resources',
  replyTypes: ['text/csv'],
  errors: [],
});

export const countAdminResources = endpoint<{ reply: AdminResourceCounts }>({
  method: 'GET',
  path: '/api/admin/resources/counts',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'How many resources there are, drafts included, all and by status',
  errors: [],
});

export const getAdminResource = endpoint<{ params: IdParams; reply: AdminResource }>({
  method: 'GET',
  path: '/api/admin/resources/:id',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'A resource as administrators see it, to be compared with what is being edited',
  errors: ['catalogue.not-found'],
});

export const createResource = endpoint<{ body: ResourceForm; reply: AdminResource }>({
  method: 'POST',
  path: '/api/admin/resources',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Adds a resource; a draft unless isPublished is true',
  errors: saveErrors,
  status: 201,
});

export const saveResource = endpoint<{ params: IdParams; body: ResourceForm; reply: AdminResource }>({
  method: 'PUT',
  path: '/api/admin/resources/:id',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Saves a whole resource; with the updatedAt it was opened with, only when it has not changed since',
  errors: ['catalogue.not-found', 'publishing.conflict', 'publishing.sold-in-bundle', ...saveErrors],
});

export const patchResource = endpoint<{ params: IdParams; body: ResourcePatch; reply: AdminResource }>({
  method: 'PATCH',
  path: '/api/admin/resources/:id',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Changes the given fields of a resource',
  errors: ['catalogue.not-found', 'publishing.sold-in-bundle', ...saveErrors],
});

export const deleteResource = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/resources/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Withdraws a resource from every list; who bought it keeps it',
  errors: ['catalogue.not-found', 'publishing.sold-in-bundle'],
});

export const duplicateResource = endpoint<{ params: IdParams; reply: AdminResource }>({
  method: 'POST',
  path: '/api/admin/resources/:id/duplicate',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Adds a draft like this resource, with the same file; no member owns the copy',
  errors: ['catalogue.not-found', ...saveErrors],
  status: 201,
});

export const changeResources = endpoint<{ body: BulkChange; reply: BulkOutcome[] }>({
  method: 'POST',
  path: '/api/admin/resources/bulk',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary:
    'Applies one action to up to 200 resources and reports each result; a refusal does not stop the others, and a deletion needs a fresh sign-in',
  errors: ['accounts.confirm-sign-in'],
});
