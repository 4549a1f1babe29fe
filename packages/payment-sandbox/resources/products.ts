import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, noSuchReference, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { randomText } from '../ids.ts';
import { idOf, inRange, pageOf } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';
import { newPrice } from './prices.ts';

const writable = [
  'active',
  'description',
  'images',
  'marketing_features',
  'metadata',
  'name',
  'unit_label',
  'url',
] as const;

export const productOperations = [
  operation<Stripe.ProductCreateParams>({
    method: 'post',
    path: '/v1/products',
    accepts: [...writable, 'default_price_data', 'id', 'shippable', 'statement_descriptor', 'type'],
    run: createProduct,
  }),
  operation<Stripe.ProductListParams>({
    method: 'get',
    path: '/v1/products',
    accepts: ['active', 'created', 'ending_before', 'ids', 'limit', 'starting_after'],
    run: ({ store, parameters }) => {
      const products = store
        .all('product')
        .filter((product) => parameters.active === undefined || product.active === parameters.active)
        .filter((product) => !parameters.ids || parameters.ids.includes(product.id))
        .filter((product) => inRange(product.created, parameters.created));
      return pageOf(products, parameters, { url: '/v1/products', kind: 'product' });
    },
  }),
  operation<Stripe.ProductRetrieveParams>({ method: 'get', path: '/v1/products/{id}', accepts: [], run: existing }),
  operation<Stripe.ProductUpdateParams>({
    method: 'post',
    path: '/v1/products/{id}',
    accepts: [...writable, 'default_price'],
    run: updateProduct,
  }),
  operation<Stripe.ProductDeleteParams>({
    method: 'delete',
    path: '/v1/products/{id}',
    accepts: [],
    run: deleteProduct,
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.Product {
  const product = store.find('product', id);
  if (!product) throw noSuchResource('product', id);
  return product;
}

function createProduct(call: Call<Stripe.ProductCreateParams>): Stripe.Product {
  const { store, now, parameters } = call;
  const id = parameters.id ?? `prod_${randomText(14)}`;
  if (store.find('product', id)) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const blank: Stripe.Product = {
    ...exampleOf('product'),
    id,
    created: now,
    default_price: null,
    description: null,
    package_dimensions: null,
    shippable: parameters.shippable ?? null,
    statement_descriptor: parameters.statement_descriptor ?? null,
    type: parameters.type ?? 'service',
    updated: now,
  };
  const product = store.put('product', withFields(blank, parameters));
  emit(call, 'product.created', product);
  if (!parameters.default_price_data) return product;
  const price = newPrice(call, { ...parameters.default_price_data, product: id });
  return store.put('product', { ...product, default_price: price.id });
}

function updateProduct(call: Call<Stripe.ProductUpdateParams>): Stripe.Product {
  const { store, now, parameters } = call;
  const before = existing(call);
  const changed = withFields(before, parameters);
  const price = defaultPrice(call, before);
  const product = store.put('product', { ...changed, default_price: price, updated: now });
  emit(call, 'product.updated', product, before);
  return product;
}

function defaultPrice(call: Call<Stripe.ProductUpdateParams>, product: Stripe.Product): string | null {
  const id = call.parameters.default_price;
  if (id === undefined) return idOf(product.default_price);
  if (id === '') return null;
  const price = call.store.find('price', id);
  if (!price || idOf(price.product) !== product.id) throw noSuchReference('price', id, 'default_price');
  return price.id;
}

function deleteProduct(call: Call<Stripe.ProductDeleteParams>): Stripe.DeletedProduct {
  const { store, id } = call;
  const product = existing(call);
  if (store.all('price').some((price) => idOf(price.product) === id)) {
    throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.');
  }
  store.remove('product', id);
  emit(call, 'product.deleted', product);
  return { id, object: 'product', deleted: true };
}

function withFields(
  product: Stripe.Product,
  sent: Stripe.ProductCreateParams | Stripe.ProductUpdateParams,
): Stripe.Product {
  return {
    ...product,
    active: sent.active ?? product.active,
    description: textOf(sent.description, product.description),
    images: sent.images === undefined ? product.images : sent.images || [],
    marketing_features:
      sent.marketing_features === undefined ? product.marketing_features : sent.marketing_features || [],
    metadata: mergeMetadata(product.metadata, sent.metadata),
    name: sent.name ?? product.name,
    unit_label: textOf(sent.unit_label, product.unit_label),
    url: textOf(sent.url, product.url),
  };
}
