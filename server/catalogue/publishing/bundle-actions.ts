import { type PathContent, type PathStep, stepsOf } from '#contract/catalogue/paths.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import type { ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { listBundles } from '#server/catalogue/catalogue/actions.ts';
import type { ResourceRow } from '#server/catalogue/catalogue/columns.ts';
import type { Context } from '#server/platform/context.ts';
import * as store from './bundle-store.ts';
import type { AssessmentState, BundleFacts, PathFacts } from './form-rules.ts';
import { showAdminResource } from './rules.ts';

/** A form, and the resource that it changes; null for a new one. */
type Formed = { form: ResourceForm; id: number | null };

/**
 * Returns what saving each of these forms needs to know about bundles: a bundle's parts after the save, the bundle that
 * sells the resource, and whether buyers were promised later parts.
 */
export async function listBundleFacts(ctx: Context, forms: readonly Formed[]): Promise<BundleFacts[]> {
  const ids = forms.flatMap(({ id }) => id ?? []);
  const bundleIds = forms.flatMap(({ form, id }) => (form.type === 'bundle' && id !== null ? [id] : []));
  const selling = new Map((ids.length === 0 ? [] : await store.listSellingBundles(ctx.db, ids)).map(pairOf));
  const present = bundleIds.length === 0 ? [] : await store.listPartIds(ctx.db, bundleIds);
  const promised = bundleIds.length === 0 ? [] : await store.listPromised(ctx.db, bundleIds);
  const idsOf = ({ form, id }: Formed) => {
    if (form.type !== 'bundle') return [];
    return form.partIds ?? present.flatMap(({ bundleId, resourceId }) => (bundleId === id ? [resourceId] : []));
  };
  const partIds = [...new Set(forms.flatMap(idsOf))];
  const parts = new Map(
    (partIds.length === 0 ? [] : await store.listParts(ctx.db, partIds)).map((part) => [part.id, part]),
  );
  return forms.map((formed) => ({
    parts: idsOf(formed).map((id) => parts.get(id) ?? null),
    soldIn: formed.id === null ? null : (selling.get(formed.id) ?? null),
    isPromised: formed.id !== null && promised.includes(formed.id),
  }));
}

const pairOf = ({ resourceId, title }: { resourceId: number; title: string }) => [resourceId, title] as const;

/** Returns the title of a bundle that sells a resource; null without one. */
export async function findSellingBundle(ctx: Context, resourceId: number): Promise<string | null> {
  const [selling] = await store.listSellingBundles(ctx.db, [resourceId]);
  return selling?.title ?? null;
}

/** Saves the parts of a bundle; without parts in the form they remain. */
export async function saveParts(ctx: Context, id: number, form: ResourceForm): Promise<void> {
  if (form.type === 'bundle' && form.partIds) await store.saveParts(ctx.db, id, form.partIds);
}

/**
 * Removes a resource from the parts of every bundle and learning path; members who bought a bundle with it keep it
 * (BUNDLE-04). The caller must have checked that no bundle sells it, so that of the bundles only drafts and withdrawn
 * ones change (BUNDLE-05).
 */
export async function removeFromBundles(ctx: Context, resourceId: number): Promise<void> {
  await store.removeFromBundles(ctx.db, resourceId);
}

/** Converts rows to whole resources for administrators, bundles and paths with their parts. */
export async function showAdminResources(ctx: Context, rows: readonly ResourceRow[]): Promise<AdminResource[]> {
  const bundleRows = rows.filter(({ type }) => type === 'bundle');
  const bundles = bundleRows.length === 0 ? [] : await listBundles(ctx, bundleRows, 'administrator');
  const ids = [...new Set(rows.flatMap(({ path }) => (path === null ? [] : partIdsOf(path as PathContent))))];
  const parts = new Map(
    (ids.length === 0 ? [] : await store.listPathParts(ctx.db, ids)).map((part) => [part.id, part]),
  );
  return rows.map((row) => {
    const bundle = bundles[bundleRows.indexOf(row)];
    const shown = showAdminResource(row);
    const pathParts = shown.path && partIdsOf(shown.path).flatMap((id) => parts.get(id) ?? []);
    return { ...shown, ...(bundle && { bundle }), ...(pathParts && { pathParts }) };
  });
}

/** Returns the ids of the resources that the steps of a path name, each once. */
const partIdsOf = (path: PathContent) => [
  ...new Set(stepsOf(path).flatMap((step) => ('resourceId' in step ? [step.resourceId] : []))),
];

/** Returns whether the assessment has a public page; asked for paths with the assessment alone. */
export type IsAssessmentPublic = (ctx: Context) => Promise<boolean>;

/** Returns whether members can take the assessment; `open` too when no path of these forms asks for it. */
export async function findAssessment(
  ctx: Context,
  forms: readonly ResourceForm[],
  isPublic: IsAssessmentPublic,
): Promise<AssessmentState> {
  const isAsked = forms.some((form) => form.type === 'path' && stepsOf(form.path).some(isAssessment));
  if (!isAsked || (await isPublic(ctx))) return 'open';
  const { productIds, isListed, isScheduled } = await store.findAssessment(ctx.db);
  // A path may be published together with the resource that opens the assessment.
  const openers = forms.filter(({ onlineProductId }) => productIds.includes(onlineProductId ?? 0));
  if (isListed || openers.some(({ isPublished }) => isPublished)) return 'open';
  return isScheduled || openers.some(({ publishAt }) => publishAt !== null) ? 'scheduled' : 'closed';
}

const isAssessment = ({ kind }: PathStep) => kind === 'assessment';

/** Returns the resources that the paths of these forms name, by id. */
export async function listPathFacts(ctx: Context, forms: readonly ResourceForm[]): Promise<PathFacts> {
  const ids = [...new Set(forms.flatMap((form) => (form.type === 'path' ? partIdsOf(form.path) : [])))];
  const parts = ids.length === 0 ? [] : await store.listPathParts(ctx.db, ids);
  return new Map(parts.map((part) => [part.id, part]));
}
