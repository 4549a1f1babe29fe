import * as z from 'zod/mini';
import { isStorable, line, optionalText, requiredText, SeenAt, trueOrFalse } from '../text.ts';

/** Kind of a tool: a separate site, a site framed by a page of the portal, or a page of the portal itself. */
export const ToolType = z.enum(['embedded', 'iframe', 'component'], { error: 'The tool type is not known' });

/** Way of opening a tool: by a button on the landing page, by the landing page after a second, or without it. */
export const ProductOpening = z.enum(['landing', 'automatic', 'direct'], { error: 'The way of opening is not known' });
export type ProductOpening = z.infer<typeof ProductOpening>;

/** An online product for members; `toolUrl` is present only with access (TOOL-19). */
export const OnlineProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  toolType: ToolType,
  toolUrl: z.optional(z.string()),
  // The other columns are only for administrators.
  slug: z.optional(z.string()),
  configuration: z.optional(z.record(z.string(), z.unknown())),
  isActive: z.optional(z.boolean()),
  opening: z.optional(ProductOpening),
  createdAt: z.optional(z.string()),
});
export type OnlineProduct = z.infer<typeof OnlineProduct>;

/** A whole online product, with the resources that link to it; withdrawn ones are left out. */
export const AdminOnlineProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  slug: z.string(),
  toolType: ToolType,
  configuration: z.record(z.string(), z.unknown()),
  isActive: z.boolean(),
  opening: ProductOpening,
  createdAt: z.string(),
  updatedAt: z.string(),
  linkedResources: z.array(z.object({ id: z.int(), title: z.string() })),
});
export type AdminOnlineProduct = z.infer<typeof AdminOnlineProduct>;

const configurationBytes = 8 * 1024;
const deepestConfiguration = 8;
const wrongConfiguration = 'The configuration must be an object or its JSON text';

/** A URL inside a configuration; blank counts as none. */
const Address = z.optional(
  z.nullable(
    line({
      error: 'The tool address must be text',
      max: 1000,
      tooLong: 'The tool address must be at most 1000 characters',
    }),
  ),
);

/** A configuration as an object or as its JSON text (ADM-PROD-10); fields other than the URLs are kept. */
const Configuration = z.pipe(
  z.transform((given: unknown): unknown => (typeof given === 'string' ? parsed(given) : given)),
  z
    .looseObject({ toolUrl: Address, url: Address }, { error: wrongConfiguration })
    .check(
      z.refine((value) => isKeepable(value) && JSON.stringify(value).length <= configurationBytes, wrongConfiguration),
    ),
);

/** The editable fields of an online product (ADM-PROD-03 to ADM-PROD-06). */
export const ProductForm = z.object({
  name: requiredText({ field: 'Product name', max: 200 }),
  description: z.pipe(
    optionalText({ field: 'Description', max: 20_000, lines: true }),
    z.transform((text: string | null) => text ?? ''),
  ),
  slug: requiredText({ field: 'Slug', max: 100 }).check(
    z.regex(/^[a-z0-9-]+$/, 'Slug must contain only lowercase letters, numbers, and hyphens'),
  ),
  toolType: ToolType,
  configuration: z.optional(Configuration),
  isActive: z._default(trueOrFalse('isActive'), true),
  /** When absent, the way of opening remains; a new product opens on the landing page. */
  opening: z.optional(ProductOpening),
  updatedAt: SeenAt,
});
export type ProductForm = z.infer<typeof ProductForm>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isKeepable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= deepestConfiguration) return false;
  return Object.entries(value).every(([name, part]) => isStorable(name) && isKeepable(part, depth + 1));
}
