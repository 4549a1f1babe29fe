import { isPictureListed, listResourcesOfPicture } from '#server/catalogue/catalogue/actions.ts';
import { getImage } from '#server/catalogue/files/actions.ts';
import { decideVisible, listOpen } from '#server/commerce/access/actions.ts';
import type { PortalSettings } from '#server/identity/settings/actions.ts';
import { showsPicture } from '#server/identity/settings/rules.ts';
import { listResourcesOfCheckPicture } from '#server/learning/checks/actions.ts';
import { type Actor, type Context, isEditor } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';

type Asking = {
  settings: PortalSettings;
  /** Finds the caller; null without a valid session. */
  findActor: () => Promise<Actor | null>;
};

/**
 * Returns an uploaded picture if the caller may see it (UPLOAD-11). Everyone sees pictures of the portal's own pages
 * and of listed resources, members those of resources that they still see and of checks that they can take, editors
 * (`isEditor`) all.
 * @throws files.not-found
 */
export async function getShownImage(ctx: Context, id: string, { settings, findActor }: Asking) {
  const image = await getImage(ctx, id);
  if (showsPicture(settings, id) || (await isPictureListed(ctx, id))) return { image, isPublic: true };
  const actor = await findActor();
  if (actor && (isEditor(actor) || (await isShownTo({ ...ctx, actor }, id)))) {
    return { image, isPublic: false };
  }
  throw fail('files.not-found');
}

async function isShownTo(ctx: Context & { actor: Actor }, imageId: string): Promise<boolean> {
  if ((await decideVisible(ctx, await listResourcesOfPicture(ctx, imageId))).length > 0) return true;
  return (await listOpen(ctx, await listResourcesOfCheckPicture(ctx, imageId))).size > 0;
}
