import { randomUUID } from 'node:crypto';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { setPicture } from '#server/identity/accounts/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import * as store from './store.ts';

// A new URL per picture, so that browsers can cache it.
const addressOf = (id: string) => `/api/pictures/${id}`;

/** Stores a picture as the caller's. */
export async function keepPicture(ctx: MemberContext, content: Buffer): Promise<CurrentUser> {
  const { userId } = ctx.actor;
  const id = randomUUID();
  await store.upsertPicture(ctx.db, { userId, id, content });
  return setPicture(ctx, userId, addressOf(id));
}

/** Stores a picture for a member without one. */
export async function keepFirstPicture(ctx: Context, userId: number, content: Buffer): Promise<void> {
  const id = randomUUID();
  if (await store.insertPicture(ctx.db, { userId, id, content })) await setPicture(ctx, userId, addressOf(id));
}

export async function removePicture(ctx: MemberContext): Promise<CurrentUser> {
  await store.deletePicture(ctx.db, ctx.actor.userId);
  return setPicture(ctx, ctx.actor.userId, null);
}

/** Returns the bytes of a picture. @throws files.not-found */
export async function getPicture(ctx: Context, id: string): Promise<Buffer> {
  const content = await store.findPicture(ctx.db, id);
  if (!content) throw fail('files.not-found');
  return content;
}
