import * as z from 'zod/mini';
import { AccessType } from '../catalogue/catalogue.ts';
import { ProductOpening, ToolType } from '../catalogue/products.ts';
import { bodyId, opaqueText } from '../text.ts';
import { CompletionPercentage, OwnSessionData, SessionData } from './progress.ts';

/** Which tool is asked for: the resource that gives access, and the online product it is linked to. */
export const ToolChoice = z.object({
  resourceId: bodyId('The id must be a whole number'),
  onlineProductId: bodyId('The id must be a whole number'),
});
export type ToolChoice = z.infer<typeof ToolChoice>;

/**
 * The secret that opens a tool, and where it leads, the secret included: `address` for members, past the landing page
 * only when the product says so; `toolAddress` the tool itself, null while it has no address.
 */
export const ToolToken = z.object({ token: z.string(), address: z.string(), toolAddress: z.nullable(z.string()) });
export type ToolToken = z.infer<typeof ToolToken>;

const Token = opaqueText({ error: 'A token is required', max: 500 }).check(z.minLength(1, 'A token is required'));

export const ValidateToken = z.object({ token: Token });
export type ValidateToken = z.infer<typeof ValidateToken>;

/** What a valid token is for (TOOL-16). */
export const ToolAccess = z.object({
  user: z.object({ firstName: z.string() }),
  /** What the tool saved last; null before the first time. */
  sessionData: z.nullable(z.record(z.string(), z.unknown())),
  completionPercentage: z.int(),
  resource: z.object({ id: z.int(), title: z.string(), accessType: AccessType }),
  onlineProduct: z.object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    slug: z.string(),
    toolType: ToolType,
    opening: ProductOpening,
    /** The tool's own address, null while it is being set up. */
    toolUrl: z.nullable(z.string()),
    /** Where Launch Tool leads, without the token: the tool's address, or the page that frames it. */
    launchUrl: z.nullable(z.string()),
  }),
  expiresAt: z.string(),
});
export type ToolAccess = z.infer<typeof ToolAccess>;

export const UpdateToolSession = z.object({ token: Token, sessionData: SessionData });
export type UpdateToolSession = z.infer<typeof UpdateToolSession>;

/** A session was saved; the token now ends at `expiresAt`. */
export const SavedToolSession = z.object({ completionPercentage: z.int(), expiresAt: z.string() });
export type SavedToolSession = z.infer<typeof SavedToolSession>;

/** What an outside tool learns about the member, and what it saved before. */
export const OutsideToolSession = z.object({
  firstName: z.string(),
  resourceTitle: z.string(),
  sessionData: z.nullable(z.record(z.string(), z.unknown())),
  completionPercentage: z.int(),
  expiresAt: z.string(),
});
export type OutsideToolSession = z.infer<typeof OutsideToolSession>;

/** What an outside tool saves; without a percentage the one before stays. */
export const SaveOutsideToolSession = z.object({
  sessionData: OwnSessionData,
  completionPercentage: z.optional(CompletionPercentage),
});
export type SaveOutsideToolSession = z.infer<typeof SaveOutsideToolSession>;
