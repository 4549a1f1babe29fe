import * as z from 'zod/mini';
import type { AdminOnlineProduct } from '#contract/catalogue-admin.ts';
import { ProductForm } from '#contract/product-form.ts';
import { addressIn } from './display.ts';

/** What the fields of the form hold. */
export type ProductValues = Pick<AdminOnlineProduct, 'name' | 'description' | 'slug' | 'toolType' | 'isActive'> &
  Pick<AdminOnlineProduct, 'opening'> & { address: string };

export const blankValues: ProductValues = {
  name: '',
  description: '',
  slug: '',
  toolType: 'embedded',
  address: '',
  opening: 'landing',
  isActive: true,
};

export function valuesOf(product: AdminOnlineProduct): ProductValues {
  const { name, description, slug, toolType, isActive, opening, configuration } = product;
  return { name, description, slug, toolType, isActive, opening, address: addressIn(configuration) };
}

/**
 * The shape of the form: a framed tool's address is its `url`, any other's its `toolUrl` (ADM-PROD-10).
 * @param configuration what the product's holds beside its address, which stays
 */
export function shapeFor(configuration: AdminOnlineProduct['configuration'] = {}) {
  const { toolUrl: _toolUrl, url: _url, ...rest } = configuration;
  const given = ({ address, ...values }: ProductValues): z.input<typeof ProductForm> => ({
    ...values,
    configuration: { ...rest, [values.toolType === 'iframe' ? 'url' : 'toolUrl']: address },
  });
  return z.pipe(z.transform(given), ProductForm);
}
