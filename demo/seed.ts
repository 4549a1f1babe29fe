import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { saveArticle } from '#server/catalogue/articles/actions.ts';
import { readingColumnsOf } from '#server/catalogue/articles/rules.ts';
import { announceCatalogueChange } from '#server/catalogue/catalogue/version-actions.ts';
import { recordUpload } from '#server/catalogue/files/actions.ts';
import { kindOf } from '#server/catalogue/files/rules.ts';
import { patchResource, readPdfsSoon } from '#server/catalogue/publishing/actions.ts';
import { createCode } from '#server/commerce/promotions/admin-actions.ts';
import { now } from '#server/platform/clock.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Db } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { demoPaths, pathContentOf } from './catalogue/paths.ts';
import { type DemoProduct, demoProducts, standInToolUrl } from './catalogue/products.ts';
import { demoCode } from './catalogue/promo-code.ts';
import type { DemoResource } from './catalogue/resource.ts';
import { demoResources } from './catalogue/resources.ts';
import { demoChecks } from './checks.ts';
import { documentFileNameOf, readDemoFile, slideFileName, slideSize } from './files.ts';
import * as store from './store.ts';
import { demoSubscribers } from './subscribers.ts';
import { emptySearches, usesOf } from './uses.ts';

type Seeding = { database: Database; blobs: Blobs; currency: string; publicUrl: string };

/** The people of the demo and their common password. */
export type DemoPeople = { accounts: { administrator: string; member: string }; password: string };

type Files = { fileId: string | null; slides: string[] };

/**
 * Fills a new demo installation: accounts, online products, the catalogue with its files. Does so once per
 * installation, however many nodes start at the same time; all of it or nothing.
 * @returns whether this call filled it
 */
export async function seedDemo(
  { database, blobs, currency, publicUrl }: Seeding,
  { accounts, password }: DemoPeople,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return database.transaction(async (db) => {
    if (!(await store.takeSeeding(db))) return false;
    const ctx = seedingContext(db);
    await store.takeAssessment(db);
    await store.insertDemoUser(db, {
      email: accounts.administrator,
      first_name: 'Tavia',
      last_name: 'Brindlecombe',
      organization: 'RAPP Learning',
      role: 'administrator',
      password_hash: passwordHash,
      joinedDaysAgo: 430,
    });
    await store.insertDemoUser(db, {
      email: accounts.member,
      first_name: 'Mira',
      last_name: 'Tollander',
      organization: 'Harbour Trust',
      role_affiliation: 'legal_risk_compliance',
      goal: 'set_rules',
      password_hash: passwordHash,
      joinedDaysAgo: 190,
    });
    for (const { email, firstName, lastName, joinedDaysAgo } of demoSubscribers) {
      await store.insertDemoUser(db, {
        email,
        first_name: firstName,
        last_name: lastName,
        organization: null,
        password_hash: passwordHash,
        // Their usage is counted, so that administrators see analytics.
        data_collection: true,
        joinedDaysAgo,
      });
    }
    await store.insertProducts(
      db,
      demoProducts.map((product) => productRow(product, publicUrl)),
    );
    const ids = new Map<string, number>();
    for (const resource of demoResources) {
      const files = await storeFiles(ctx, blobs, resource);
      const steps = demoPaths[resource.key];
      const path = steps ? pathContentOf(steps, ids) : null;
      const id = await store.insertDemoResource(db, { ...resourceRow(resource, { ...files, currency }), path });
      ids.set(resource.key, id);
      await saveArticle(ctx, id, resource.article ?? undefined);
      const check = demoChecks[resource.key];
      if (check) await store.insertDemoCheck(db, { resourceId: id, content: check, publisher: accounts.administrator });
      if (resource.publishInDays !== null) await schedule(ctx, id, resource.publishInDays);
    }
    await addUses(db, ids);
    await readPdfsSoon(ctx);
    await createCode(ctx, demoCode, currency);
    await announceCatalogueChange(ctx);
    return true;
  });
}

/** Adds the uses of past weeks to the sums of analytics. */
async function addUses(db: Db, ids: ReadonlyMap<string, number>): Promise<void> {
  const uses = usesOf(demoResources).flatMap(({ key, ...use }) => {
    const resourceId = ids.get(key);
    return resourceId === undefined ? [] : [{ resourceId, ...use }];
  });
  await store.insertDemoUses(db, uses);
  for (const search of emptySearches) await store.insertDemoSearch(db, search);
}

/** Schedules a draft at nine o'clock (UTC), that many days from now. */
async function schedule(ctx: Context, id: number, days: number): Promise<void> {
  const publishAt = new Date(ctx.now);
  publishAt.setUTCDate(publishAt.getUTCDate() + days);
  publishAt.setUTCHours(9, 0, 0, 0);
  const patch = { publishAt: publishAt.toISOString() };
  // A portal of the demo has the page of the assessment.
  await patchResource(ctx, { id, patch, isAssessmentPublic: async () => true });
}

/** Returns a context for the system, without an administrator. */
function seedingContext(db: Db): Context {
  return { db, now: now(), actor: null, origin: { ip: 'first start', requestId: 'first-start' } };
}

/**
 * Adds the free readiness assessment with its product outside demo mode. Does so once per installation, so that an
 * assessment that an administrator removed does not come back.
 */
export async function addAssessment({ database, currency, publicUrl }: Omit<Seeding, 'blobs'>): Promise<void> {
  const product = demoProducts[0];
  const resource = demoResources.find((one) => one.onlineProductKey === product?.key);
  if (!product || !resource) throw new Error('The assessment is not in the demo catalogue');
  await database.transaction(async (db) => {
    if (!(await store.takeAssessment(db))) return;
    await store.insertProducts(db, [productRow(product, publicUrl)]);
    await store.insertDemoResource(db, {
      ...resourceRow(resource, { fileId: null, slides: [], currency }),
      createdDaysAgo: 0,
    });
    await announceCatalogueChange(seedingContext(db));
  });
}

function productRow(product: DemoProduct, publicUrl: string) {
  const address = (url: string) => (url === standInToolUrl ? `${publicUrl}/sandbox/tools/${product.slug}` : url);
  const { toolUrl, url } = product.configuration;
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    slug: product.slug,
    tool_type: product.toolType,
    configuration: JSON.stringify({ toolUrl: address(toolUrl), ...(url && { url: address(url) }) }),
    opening: product.opening,
    is_active: product.isActive,
  };
}

/** Returns the number of sample pages: some for books and reports that are not free. */
function samplePagesOf({ type, accessType }: DemoResource): number {
  return accessType !== 'free' && (type === 'book' || type === 'report') ? 3 : 0;
}

/** Stores the file and the slides of a resource; their bytes are in the store before their rows are committed. */
async function storeFiles(ctx: Context, blobs: Blobs, { key, title, slideshow }: DemoResource): Promise<Files> {
  const slides: string[] = [];
  for (const index of slideshow.keys()) {
    const id = await storeFile(ctx, blobs, { name: slideFileName(key, index), title: null, size: slideSize });
    slides.push(`/media/${id}`);
  }
  const fileName = documentFileNameOf(key);
  if (!fileName) return { fileId: null, slides };
  return { fileId: await storeFile(ctx, blobs, { name: fileName, title, size: null }), slides };
}

async function storeFile(
  ctx: Context,
  blobs: Blobs,
  file: Pick<Parameters<typeof recordUpload>[1], 'name' | 'title' | 'size'>,
): Promise<string> {
  const type = kindOf(file.name);
  if (!type) throw new Error(`The portal takes no files such as ${file.name}`);
  const id = randomUUID();
  const bytes = await readDemoFile(file.name);
  const written = await blobs.write(id, Readable.from([bytes]), { maxBytes: bytes.length });
  await recordUpload(ctx, { ...file, kind: type.kind, contentType: type.contentType, id, ...written });
  return id;
}

function resourceRow(resource: DemoResource, { fileId, slides, currency }: Files & { currency: string }) {
  const product = demoProducts.find((one) => one.key === resource.onlineProductKey);
  return {
    title: resource.title,
    description: resource.description,
    type: resource.type,
    access_type: resource.accessType,
    price_minor: resource.priceMinor,
    monthly_price_minor: resource.monthlyPriceMinor,
    annual_price_minor: resource.annualPriceMinor,
    currency,
    estimated_duration: resource.estimatedDuration,
    online_product_id: product?.id ?? null,
    thumbnail_url: null,
    featured_image_url: null,
    file_id: fileId,
    file_title: fileId ? resource.title : null,
    sample_pages: samplePagesOf(resource),
    video_url: null,
    instructional_video_url: resource.instructionalVideoUrl,
    slideshow_images: slides,
    slideshow_texts: slides.length > 0 ? resource.slideshow : [],
    subscription_benefits: resource.subscriptionBenefits,
    tags: resource.tags,
    role_affiliations: resource.roleAffiliations,
    rapp_principles: resource.rappPrinciples,
    rapp_implementation_phase: resource.rappImplementationPhase,
    is_published: resource.isPublished,
    ...readingColumnsOf(resource.article ?? undefined),
    createdDaysAgo: resource.createdDaysAgo,
  };
}
