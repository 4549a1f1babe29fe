import * as z from 'zod/mini';
import { AccessType } from '../catalogue/catalogue.ts';
import { ProductOpening, ToolType } from '../catalogue/products.ts';
import { bodyId, exactText, opaqueText } from '../text.ts';
import { CompletionPercentage, OwnSessionData, SessionData } from './progress.ts';

/** The requested tool: the resource that gives access, and the online product it is linked to. */
export const ToolChoice = z.object({
  resourceId: bodyId('The id must be a whole number'),
  onlineProductId: bodyId('The id must be a whole number'),
});
export type ToolChoice = z.infer<typeof ToolChoice>;

/**
 * The secret that opens a tool, and URLs or paths that contain it: `address` for members, which leads to the landing
 * page unless the product opens directly; `toolAddress` of the tool or of the page that frames it, null while it has
 * none.
 */
export const ToolToken = z.object({ token: z.string(), address: z.string(), toolAddress: z.nullable(z.string()) });
export type ToolToken = z.infer<typeof ToolToken>;

/** The slug in the address of a tool's page. */
export const ToolName = z.object({ slug: exactText({ error: 'The slug must be at most 100 characters', max: 100 }) });
export type ToolName = z.infer<typeof ToolName>;

export const KnownTool = z.object({ id: z.int(), name: z.string() });
export type KnownTool = z.infer<typeof KnownTool>;

const Token = opaqueText({ error: 'A token is required', max: 500 }).check(z.minLength(1, 'A token is required'));

export const ValidateToken = z.object({ token: Token });
export type ValidateToken = z.infer<typeof ValidateToken>;

/** Member, resource, tool and saved session of a valid token (TOOL-16). */
export const ToolAccess = z.object({
  user: z.object({ firstName: z.string() }),
  /** Latest session that the tool saved; null before the first time. */
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
    /** The tool's own URL or path; null while it has none. */
    toolUrl: z.nullable(z.string()),
    /**
     * Target of the Launch Tool button, without the token: the tool's own URL, or the path of the page that frames it.
     */
    launchUrl: z.nullable(z.string()),
  }),
  expiresAt: z.string(),
});
export type ToolAccess = z.infer<typeof ToolAccess>;

export const UpdateToolSession = z.object({ token: Token, sessionData: SessionData });
export type UpdateToolSession = z.infer<typeof UpdateToolSession>;

/** The saved session; the token now ends at `expiresAt`. */
export const SavedToolSession = z.object({ completionPercentage: z.int(), expiresAt: z.string() });
export type SavedToolSession = z.infer<typeof SavedToolSession>;

/** Data for an outside tool: the member's first name, and the session that it saved before. */
export const OutsideToolSession = z.object({
  firstName: z.string(),
  resourceTitle: z.string(),
  sessionData: z.nullable(z.record(z.string(), z.unknown())),
  completionPercentage: z.int(),
  expiresAt: z.string(),
});
export type OutsideToolSession = z.infer<typeof OutsideToolSession>;

/** The session of an outside tool; without a percentage the previous one remains. */
export const SaveOutsideToolSession = z.object({
  sessionData: OwnSessionData,
  completionPercentage: z.optional(CompletionPercentage),
});
export type SaveOutsideToolSession = z.infer<typeof SaveOutsideToolSession>;
