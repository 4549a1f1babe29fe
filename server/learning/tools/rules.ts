import type { ProductOpening } from '#contract/catalogue/products.ts';
import { withToken } from '#contract/learning/tool-address.ts';
import { toolUrlIn } from '#server/commerce/access/rules.ts';

/** Lifetime of a token (TOOL-17): unused, after each use, and maximum. */
export const tokenLife = { unusedMinutes: 15, renewedMinutes: 2 * 60, longestHours: 24 } as const;

/** The part of a product that decides where it opens. */
export type Openable = {
  id: number;
  slug: string;
  tool_type: 'embedded' | 'iframe' | 'component';
  opening: ProductOpening;
  configuration: unknown;
};

/** Returns the path of the page that frames the tool, or the tool's own URL; null while it has none. */
export function launchAddress({ slug, tool_type, configuration }: Openable): string | null {
  const toolUrl = toolUrlIn(configuration);
  return toolUrl !== null && tool_type === 'iframe' ? `/tools/${slug}` : toolUrl;
}

/** Returns the URL of ACCESS TOOL: the landing page, or directly the tool (TOOL-04, TOOL-05). */
export function openingAddress(product: Openable, token: string): string {
  return product.opening === 'direct' ? toolAddress(product, token) : landingAddress(product, token);
}

/** Returns the URL of the tool with its token; without a URL, the landing page, which explains that (TOOL-13). */
export function toolAddress(product: Openable, token: string): string {
  const address = launchAddress(product);
  return address === null ? landingAddress(product, token) : withToken(address, token);
}

function landingAddress({ id }: Openable, token: string): string {
  return `/tools/access?token=${encodeURIComponent(token)}&product=${id}`;
}

/**
 * Returns the origin whose pages may use the tokens of a product: that of its URL. A framed tool at a path of the
 * portal runs without the portal's origin, so that its calls come from the origin `null`.
 * @returns null when the product has no URL
 */
export function originOfTool({ tool_type, configuration }: Openable, portalOrigin: string): string | null {
  const toolUrl = toolUrlIn(configuration);
  const origin = toolUrl === null ? null : (URL.parse(toolUrl, portalOrigin)?.origin ?? null);
  return origin === portalOrigin && tool_type === 'iframe' ? 'null' : origin;
}
