import type { CurrentUser } from '#contract/identity/accounts.ts';
import { answeredPercent } from '#contract/learning/assessment-questions.ts';
import type {
  KnownTool,
  OutsideToolSession,
  SavedToolSession,
  SaveOutsideToolSession,
  ToolAccess,
  ToolChoice,
  ToolToken,
  UpdateToolSession,
} from '#contract/learning/tools.ts';
import { findResource } from '#server/catalogue/catalogue/actions.ts';
import {
  type FoundProduct,
  findOnlineProduct,
  findProductId,
  listActiveProducts,
} from '#server/catalogue/products/actions.ts';
import { decideVisible, getOnlineProduct, requireAccess } from '#server/commerce/access/actions.ts';
import { toolUrlIn } from '#server/commerce/access/rules.ts';
import { getCurrentUser } from '#server/identity/accounts/actions.ts';
import { actorOfSignIn } from '#server/identity/sign-in/session-actions.ts';
import * as progress from '#server/learning/progress/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { launchAddress, openingAddress, originOfTool, tokenLife, toolAddress } from './rules.ts';
import * as store from './store.ts';

/** Issues a token for a tool to which the caller has access, with its URLs, and records the opening (TOOL-02). */
export async function generateToken(ctx: MemberContext, choice: ToolChoice): Promise<ToolToken> {
  const { product, token } = await issueToken(ctx, choice);
  const hasAddress = launchAddress(product) !== null;
  return {
    token,
    address: openingAddress(product, token),
    toolAddress: hasAddress ? toolAddress(product, token) : null,
  };
}

/** Finds the product of a slug, for those who may know it (TOOL-19). @throws products.not-found */
export async function findTool(ctx: MemberContext, slug: string): Promise<KnownTool> {
  const productId = await findProductId(ctx, slug);
  if (productId === null) throw fail('products.not-found');
  const { id, name } = await getOnlineProduct(ctx, productId);
  return { id, name };
}

/** Opens a tool at once and records the opening. @returns the tool's URL with a new token (TOOL-07) */
export async function openTool(ctx: MemberContext, choice: ToolChoice): Promise<string> {
  const { product, token } = await issueToken(ctx, choice);
  return toolAddress(product, token);
}

async function issueToken(ctx: MemberContext, { resourceId, onlineProductId }: ToolChoice) {
  await requireAccess(ctx, resourceId);
  const found = await findOnlineProduct(ctx, onlineProductId);
  if (!found || !isLinked(found, resourceId)) throw fail('products.not-found');
  if (!found.product.is_active) throw fail('tools.inactive');
  const token = newSecret();
  await store.insertToken(ctx.db, {
    tokenHash: hashSecret(token),
    signInId: ctx.actor.signInId,
    resourceId,
    productId: onlineProductId,
    minutes: tokenLife.unusedMinutes,
  });
  await progress.recordStep(ctx, resourceId, 'launched');
  return { product: found.product, token };
}

const isLinked = ({ resources }: FoundProduct, resourceId: number) => resources.some(({ id }) => id === resourceId);

/** The member, resource and product for which a token is valid now. */
export type OpenedTool = {
  tokenId: number;
  /** The token's member; the caller may be anybody with the token. */
  member: MemberContext;
  resourceId: number;
  product: FoundProduct['product'];
};

/**
 * Resolves a token. Returns null when it has expired, its sign-in or the access ended, or the product was switched off
 * or unlinked (TOOL-17).
 */
export async function resolveToken(ctx: Context, token: string): Promise<OpenedTool | null> {
  const row = await store.findToken(ctx.db, hashSecret(token));
  const actor = row && (await actorOfSignIn(ctx, row.sign_in_id));
  if (!actor) return null;
  const member = { ...ctx, actor };
  const found = await findOnlineProduct(ctx, row.online_product_id);
  if (!found?.product.is_active) return null;
  const linked = found.resources.filter(({ id }) => id === row.resource_id);
  const [decision] = await decideVisible(member, linked);
  if (!decision?.hasAccess) return null;
  return { tokenId: row.id, member, resourceId: row.resource_id, product: found.product };
}

/**
 * Like `resolveToken`, but for a page of the portal: the token must be the caller's own. @throws tools.token-invalid
 */
async function resolveOwnToken(ctx: MemberContext, token: string): Promise<OpenedTool> {
  const opened = await resolveToken(ctx, token);
  if (opened?.member.actor.userId !== ctx.actor.userId) throw fail('tools.token-invalid');
  return opened;
}

/**
 * Returns the resource and product of the caller's token, and the tool's saved session; also renews the token
 * (TOOL-16).
 */
export async function validateToken(ctx: MemberContext, token: string): Promise<ToolAccess> {
  const opened = await resolveOwnToken(ctx, token);
  const { user, resource, saved } = await describe(opened);
  const { product } = opened;
  return {
    user: { firstName: user.firstName },
    ...saved,
    resource: { id: resource.id, title: resource.title, accessType: resource.accessType },
    onlineProduct: {
      id: product.id,
      name: product.name,
      description: product.description,
      slug: product.slug,
      toolType: product.tool_type,
      opening: product.opening,
      toolUrl: toolUrlIn(product.configuration),
      launchUrl: launchAddress(product),
    },
    expiresAt: await renew(opened),
  };
}

/** Saves the session of a built-in tool (ASSESS-09); its answers determine the percentage (ASSESS-18). */
export async function updateSession(
  ctx: MemberContext,
  { token, sessionData }: UpdateToolSession,
): Promise<SavedToolSession> {
  const opened = await resolveOwnToken(ctx, token);
  return save(opened, { sessionData, completionPercentage: answeredPercent(sessionData.answers) });
}

/** Returns the member's data for an outside tool, and the tool's saved session; also renews the token. */
export async function getOutsideSession(opened: OpenedTool): Promise<OutsideToolSession> {
  const { user, resource, saved } = await describe(opened);
  return {
    firstName: user.firstName,
    resourceTitle: resource.title,
    ...saved,
    expiresAt: await renew(opened),
  };
}

export function saveOutsideSession(opened: OpenedTool, body: SaveOutsideToolSession): Promise<SavedToolSession> {
  return save(opened, body);
}

const useOf = ({ member, resourceId, product }: OpenedTool): progress.ToolUse => ({
  userId: member.actor.userId,
  resourceId,
  productId: product.id,
});

async function describe(opened: OpenedTool) {
  const { member, resourceId } = opened;
  const user: CurrentUser = await getCurrentUser(member);
  const found = await findResource(member, resourceId, 'user');
  if (!found) throw fail('tools.token-invalid');
  return { user, resource: found.resource, saved: await progress.findSaved(member, useOf(opened)) };
}

async function save(opened: OpenedTool, saving: SaveOutsideToolSession): Promise<SavedToolSession> {
  const completionPercentage = await progress.saveSession(opened.member, { ...useOf(opened), ...saving });
  return { completionPercentage, expiresAt: await renew(opened) };
}

async function renew({ member, tokenId }: OpenedTool): Promise<string> {
  return (await store.renewToken(member.db, tokenId, tokenLife)).toISOString();
}

/** Lists the origins of the pages of all active tools, from which a browser may call for an outside tool. */
export async function listToolOrigins(ctx: Context, portalOrigin: string): Promise<Set<string>> {
  const products = await listActiveProducts(ctx);
  return new Set(products.map((product) => originOfTool(product, portalOrigin)).filter((origin) => origin !== null));
}

export function forgetOldTokens(ctx: Context): Promise<void> {
  return store.deleteOldTokens(ctx.db);
}
