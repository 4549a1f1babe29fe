import type { Message } from './accounts.ts';
import type {
  AdminOnlineProduct,
  AdminPageQuery,
  AdminResource,
  AdminResourceQuery,
  BulkOutcome,
} from './catalogue-admin.ts';
import type { BulkChange, ResourceForm, ResourcePatch } from './catalogue-forms.ts';
import { endpoint } from './endpoint.ts';
import type { ProductForm } from './product-form.ts';
import type { IdParams } from './text.ts';

const saveErrors = [
  'catalogue.product-unknown',
  'catalogue.price-required',
  'catalogue.address-refused',
  'catalogue.file-unknown',
  'catalogue.picture-unknown',
  'catalogue.publish-time-passed',
] as const;

export const listAdminResources = endpoint<{ query: AdminResourceQuery; reply: AdminResource[] }>({
  method: 'GET',
  path: '/api/admin/resources',
  caller: 'administrator',
  summary: 'The resources that fit, drafts included, newest first; X-Total-Count tells how many there are',
  errors: [],
});

export const getAdminResource = endpoint<{ params: IdParams; reply: AdminResource }>({
  method: 'GET',
  path: '/api/admin/resources/:id',
  caller: 'administrator',
  summary: 'A resource as administrators see it, to be compared with what is being edited',
  errors: ['catalogue.not-found'],
});

export const createResource = endpoint<{ body: ResourceForm; reply: AdminResource }>({
  method: 'POST',
  path: '/api/admin/resources',
  caller: 'administrator',
  summary: 'Adds a resource; a draft unless isPublished is true',
  errors: saveErrors,
  status: 201,
});

export const saveResource = endpoint<{ params: IdParams; body: ResourceForm; reply: AdminResource }>({
  method: 'PUT',
  path: '/api/admin/resources/:id',
  caller: 'administrator',
  summary: 'Saves a whole resource; with the updatedAt that was seen, only when nobody has changed it since',
  errors: ['catalogue.not-found', 'catalogue.conflict', ...saveErrors],
});

export const patchResource = endpoint<{ params: IdParams; body: ResourcePatch; reply: AdminResource }>({
  method: 'PATCH',
  path: '/api/admin/resources/:id',
  caller: 'administrator',
  summary: 'Changes the given fields of a resource',
  errors: ['catalogue.not-found', ...saveErrors],
});

export const deleteResource = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/resources/:id',
  caller: 'administrator',
  summary: 'Withdraws a resource from every list; who bought it keeps it',
  errors: ['catalogue.not-found'],
});

export const duplicateResource = endpoint<{ params: IdParams; reply: AdminResource }>({
  method: 'POST',
  path: '/api/admin/resources/:id/duplicate',
  caller: 'administrator',
  summary: 'Adds a draft like this resource, with the same file; nobody owns the copy',
  errors: ['catalogue.not-found', ...saveErrors],
  status: 201,
});

export const changeResources = endpoint<{ body: BulkChange; reply: BulkOutcome[] }>({
  method: 'POST',
  path: '/api/admin/resources/bulk',
  caller: 'administrator',
  summary:
    'Does one thing with up to 200 resources and tells what became of each; one refused does not stop the others',
  errors: [],
});

export const listOnlineProducts = endpoint<{ query: AdminPageQuery; reply: AdminOnlineProduct[] }>({
  method: 'GET',
  path: '/api/admin/online-products',
  caller: 'administrator',
  summary: 'The online products by name, with the resources that lead to them; X-Total-Count tells how many there are',
  errors: [],
});

const productErrors = ['catalogue.slug-taken', 'catalogue.tool-address-refused'] as const;

export const createOnlineProduct = endpoint<{ body: ProductForm; reply: AdminOnlineProduct }>({
  method: 'POST',
  path: '/api/admin/online-products',
  caller: 'administrator',
  summary: 'Adds an online product, which online tools can then be linked to',
  errors: productErrors,
  status: 201,
});

export const saveOnlineProduct = endpoint<{ params: IdParams; body: ProductForm; reply: AdminOnlineProduct }>({
  method: 'PUT',
  path: '/api/admin/online-products/:id',
  caller: 'administrator',
  summary: 'Saves a whole online product; configuration and opening stay when they are left out',
  errors: ['catalogue.product-not-found', 'catalogue.product-conflict', ...productErrors],
});

export const deleteOnlineProduct = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/online-products/:id',
  caller: 'administrator',
  summary: 'Deletes an online product that no resource leads to',
  errors: ['catalogue.product-not-found', 'catalogue.product-linked', 'catalogue.product-owned'],
});
