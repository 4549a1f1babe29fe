import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { AdminOnlineProduct, OnlineProduct, ProductForm, ProductQuery } from './products.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Online products, which online tools lead to';

export const getOnlineProduct = endpoint<{ params: IdParams; reply: OnlineProduct }>({
  method: 'GET',
  path: '/api/admin/online-products/:id',
  caller: 'member',
  scope: 'admin:catalogue',
  summary: 'The online product behind an online tool; its address only with access',
  errors: ['products.not-found'],
});

export const listOnlineProducts = endpoint<{ query: ProductQuery; reply: AdminOnlineProduct[] }>({
  method: 'GET',
  path: '/api/admin/online-products',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The online products by name, with the resources that lead to them; X-Total-Count is their number',
  errors: [],
});

const productErrors = ['products.slug-taken', 'products.tool-address-refused'] as const;

export const createOnlineProduct = endpoint<{ body: ProductForm; reply: AdminOnlineProduct }>({
  method: 'POST',
  path: '/api/admin/online-products',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Adds an online product, which online tools can then be linked to',
  errors: productErrors,
  status: 201,
});

export const saveOnlineProduct = endpoint<{ params: IdParams; body: ProductForm; reply: AdminOnlineProduct }>({
  method: 'PUT',
  path: '/api/admin/online-products/:id',
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Saves a whole online product; configuration and opening stay when they are left out',
  errors: ['products.not-found', 'products.conflict', ...productErrors],
});

export const deleteOnlineProduct = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/online-products/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Deletes an online product that no resource leads to',
  errors: ['products.not-found', 'products.linked', 'products.owned'],
});
