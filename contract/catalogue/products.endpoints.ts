import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import { AdminOnlineProduct, OnlineProduct, ProductForm } from './products.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Online products, which online tools lead to';

export const getOnlineProduct = endpoint({
  method: 'GET',
  path: '/api/admin/online-products/:id',
  params: IdParams,
  response: OnlineProduct,
  caller: 'member',
  scope: 'admin:catalogue',
  summary: 'The online product behind an online tool; its address only with access',
  errors: ['products.not-found'],
});

export const listOnlineProducts = endpoint({
  method: 'GET',
  path: '/api/admin/online-products',
  query: PageQuery,
  response: z.array(AdminOnlineProduct),
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The online products by name, with the resources that lead to them; X-Total-Count is their number',
  errors: [],
});

const productErrors = ['products.slug-taken', 'products.tool-address-refused'] as const;

export const createOnlineProduct = endpoint({
  method: 'POST',
  path: '/api/admin/online-products',
  body: ProductForm,
  response: AdminOnlineProduct,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Adds an online product, which online tools can then be linked to',
  errors: productErrors,
  status: 201,
});

export const saveOnlineProduct = endpoint({
  method: 'PUT',
  path: '/api/admin/online-products/:id',
  params: IdParams,
  body: ProductForm,
  response: AdminOnlineProduct,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Saves a whole online product; configuration and opening stay when they are left out',
  errors: ['products.not-found', 'products.conflict', ...productErrors],
});

export const deleteOnlineProduct = endpoint({
  method: 'DELETE',
  path: '/api/admin/online-products/:id',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Deletes an online product that no resource leads to',
  errors: ['products.not-found', 'products.linked', 'products.owned'],
});
