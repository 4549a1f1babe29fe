import * as z from 'zod/mini';
import type { AdminOnlineProduct } from '#contract/catalogue/products.ts';
import { ProductForm } from '#contract/catalogue/products.ts';
import type { FieldWords } from '#web/admin/EditConflict.tsx';
import { labelIn, recordWords } from '#web/platform/words.ts';
import { addressIn, openingNames, toolTypeNames } from './display.ts';

/** Values of the form. `rest` holds the other parts of the configuration, which the form passes on unchanged. */
export type ProductValues = Pick<AdminOnlineProduct, 'name' | 'description' | 'slug' | 'toolType' | 'isActive'> &
  Pick<AdminOnlineProduct, 'opening'> & { address: string; rest: Record<string, unknown> };

export const blankValues: ProductValues = {
  name: '',
  description: '',
  slug: '',
  toolType: 'embedded',
  address: '',
  opening: 'landing',
  isActive: true,
  rest: {},
};

export function valuesOf(product: AdminOnlineProduct): ProductValues {
  const { name, description, slug, toolType, isActive, opening, configuration } = product;
  const { toolUrl: _toolUrl, url: _url, ...rest } = configuration;
  return { name, description, slug, toolType, isActive, opening, address: addressIn(configuration), rest };
}

/** Labels of the fields when two administrators' changes are compared. */
export const fieldLabels: Record<keyof ProductValues, string> = {
  name: 'Product name',
  description: 'Description',
  slug: 'Slug',
  toolType: 'Tool Type',
  address: 'Tool URL',
  opening: 'Opening',
  isActive: 'Active',
  rest: 'Other configuration',
};

/** Returns words for fields whose stored values are not readable. */
export const wordsFor: FieldWords = (name, value) => {
  if (name === 'toolType') return labelIn(toolTypeNames, value);
  if (name === 'opening') return labelIn(openingNames, value);
  return name === 'rest' ? recordWords(value, (key) => key) : undefined;
};

/** Schema of the form: a framed tool's URL is stored as `url`, any other's as `toolUrl` (ADM-PROD-10). */
export const ProductShape = z.pipe(
  z.transform(
    ({ address, rest, ...values }: ProductValues): z.input<typeof ProductForm> => ({
      ...values,
      configuration: { ...rest, [values.toolType === 'iframe' ? 'url' : 'toolUrl']: address },
    }),
  ),
  ProductForm,
);
