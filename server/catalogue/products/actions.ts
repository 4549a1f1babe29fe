import type { AdminOnlineProduct, ProductForm } from '#contract/catalogue/products.ts';
import { shortened } from '#contract/characters.ts';
import type { PageQuery } from '#contract/text.ts';
import { listResourcesOfProduct } from '#server/catalogue/catalogue/actions.ts';
import { type AccessTerms, isSecureAddress, sliceOf } from '#server/catalogue/catalogue/rules.ts';
import { announceCatalogueChange } from '#server/catalogue/catalogue/version-actions.ts';
import { audit } from '#server/platform/audit.ts';
import { rejectConflict } from '#server/platform/conflict.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import * as store from './store.ts';

/** Dependencies of products, among them checks that only later domains can make. */
export type ProductDeps = {
  portalOrigin: string;
  isDemo: boolean;
  /** Whether any member owns the resource through a purchase, also as part of a bundle. */
  isBought: (ctx: Context, resourceId: number) => Promise<boolean>;
};

/** Slugs below /tools of the portal's pages that belong to no product. */
const ownSlugs = ['access'];

export function findProduct(ctx: Context, id: number): Promise<store.ProductRow | null> {
  return store.findProduct(ctx.db, id);
}

export function findProductId(ctx: Context, slug: string): Promise<number | null> {
  return store.findProductId(ctx.db, slug);
}

export type FoundProduct = { product: store.ProductRow; resources: AccessTerms[] };

/** Finds an online product and the resources that link to it. */
export async function findOnlineProduct(ctx: Context, id: number): Promise<FoundProduct | null> {
  const product = await store.findProduct(ctx.db, id);
  return product && { product, resources: await listResourcesOfProduct(ctx, id) };
}

/** Lists the active online products. */
export function listActiveProducts(ctx: Context): Promise<store.ProductRow[]> {
  return store.listActiveProducts(ctx.db);
}

/** Lists a page of the online products, or the first 1,000 without paging, with their total number. */
export async function listProducts(
  ctx: Context,
  query: PageQuery,
): Promise<{ products: AdminOnlineProduct[]; total: number }> {
  const rows = await store.listProducts(ctx.db, sliceOf(query));
  return { products: await show(ctx, rows), total: await store.countProducts(ctx.db) };
}

export async function createProduct(ctx: Context, form: ProductForm, deps: ProductDeps): Promise<AdminOnlineProduct> {
  await store.lockProducts(ctx.db);
  await checkForm(ctx, form, { ...deps, id: null });
  const row = await store.insertProduct(ctx.db, {
    ...valuesOf(form),
    configuration: configurationOf(form) ?? '{}',
    opening: form.opening ?? 'landing',
  });
  await settle(ctx, { action: 'create', objectId: row.id, after: factsOf(row) });
  return showOne(ctx, row);
}

/** Saves an online product. A `configuration` or `opening` that the form leaves out remains. */
export async function saveProduct(
  ctx: Context,
  id: number,
  form: ProductForm,
  deps: ProductDeps,
): Promise<AdminOnlineProduct> {
  await store.lockProducts(ctx.db);
  const before = await store.findProduct(ctx.db, id);
  if (!before) throw fail('products.not-found');
  rejectConflict({ seenAt: form.updatedAt, savedAt: before.updated_at }, 'products.conflict');
  await checkForm(ctx, form, { ...deps, id });
  const row = await store.updateProduct(ctx.db, id, {
    ...valuesOf(form),
    configuration: configurationOf(form) ?? JSON.stringify(before.configuration),
    opening: form.opening ?? before.opening,
  });
  await settle(ctx, { action: 'update', objectId: id, before: factsOf(before), after: factsOf(row) });
  return showOne(ctx, row);
}

/**
 * Deletes an online product. No resource of the catalogue, and no withdrawn one that a member bought, may link to it
 * (ADM-PROD-09).
 */
export async function deleteProduct(ctx: Context, id: number, { isBought }: ProductDeps): Promise<void> {
  await store.lockProducts(ctx.db);
  const before = await store.findProduct(ctx.db, id);
  if (!before) throw fail('products.not-found');
  for (const { id: resourceId, title, isWithdrawn } of await store.listLinkedResources(ctx.db, [id])) {
    if (!isWithdrawn) throw fail('products.linked', { title: quoted(title) });
    if (await isBought(ctx, resourceId)) throw fail('products.owned', { title: quoted(title) });
  }
  await store.deleteProduct(ctx.db, id);
  await settle(ctx, { action: 'delete', objectId: id, before: factsOf(before) });
}

const quoted = (title: string) => `"${shortened(title, 81)}"`;

type Known = ProductDeps & { id: number | null };

/** Checks a form's tool URLs and slug. @throws products.tool-address-refused, products.slug-taken */
async function checkForm(ctx: Context, form: ProductForm, { id, ...surroundings }: Known): Promise<void> {
  const { toolUrl, url } = form.configuration ?? {};
  for (const address of [toolUrl, url]) {
    if (address && !isToolAddress(address, surroundings)) throw fail('products.tool-address-refused');
  }
  const holder = await store.findProductBySlug(ctx.db, form.slug);
  if ((holder && holder.id !== id) || ownSlugs.includes(form.slug)) throw fail('products.slug-taken');
}

function valuesOf({ name, description, slug, toolType, isActive }: ProductForm) {
  return { name, description, slug, tool_type: toolType, is_active: isActive };
}

/** Returns the configuration to store, without blank URLs; null when the form has none. */
function configurationOf({ configuration }: ProductForm): string | null {
  if (!configuration) return null;
  const { toolUrl, url, ...rest } = configuration;
  return JSON.stringify({ ...rest, ...(toolUrl && { toolUrl }), ...(url && { url }) });
}

type Change = { action: 'create' | 'update' | 'delete'; objectId: number; before?: unknown; after?: unknown };

async function settle(ctx: Context, change: Change): Promise<void> {
  await audit(ctx, { object: 'online-product', ...change });
  await announceCatalogueChange(ctx);
}

/** Returns the fields of a product for the audit log. */
function factsOf(row: Omit<store.ProductRow, 'id' | 'created_at'>) {
  const { name, description, slug, tool_type: toolType, is_active: isActive, opening, configuration } = row;
  return { name, description, slug, toolType, isActive, opening, configuration };
}

async function showOne(ctx: Context, row: store.ProductRow): Promise<AdminOnlineProduct> {
  const [product] = await show(ctx, [row]);
  if (!product) throw new Error('A product was shown as none');
  return product;
}

async function show(ctx: Context, rows: store.ProductRow[]): Promise<AdminOnlineProduct[]> {
  const resources = await store.listLinkedResources(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const linkedTo = (productId: number) =>
    resources.filter((resource) => resource.online_product_id === productId && !resource.isWithdrawn);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    slug: row.slug,
    toolType: row.tool_type,
    configuration: row.configuration,
    isActive: row.is_active,
    opening: row.opening,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    linkedResources: linkedTo(row.id).map(({ id, title }) => ({ id, title })),
  }));
}

type Surroundings = { portalOrigin: string; isDemo: boolean };

/**
 * Whether a tool may have this URL (ADM-PROD-10): https, a path of the app, a URL of the portal itself, and in demo
 * mode http on this machine.
 */
function isToolAddress(address: string, { portalOrigin, isDemo }: Surroundings): boolean {
  if (/[\\\s\p{C}]/u.test(address)) return false;
  const url = URL.parse(address, portalOrigin);
  if (url?.username !== '' || url.password !== '') return false;
  if (url.origin === portalOrigin) return address.startsWith(`${portalOrigin}/`) || /^\/(?!\/)/.test(address);
  if (!/^https?:\/\//.test(address)) return false;
  if (url.protocol === 'http:') return isDemo && isLoopback(url.hostname);
  return isSecureAddress(address);
}

const isLoopback = (host: string) => /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
