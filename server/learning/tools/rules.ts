import type { ProductOpening } from '#contract/catalogue/products.ts';
import { withToken } from '#contract/learning/tool-address.ts';
import { toolUrlIn } from '#server/commerce/access/rules.ts';

/** How long a token lives (TOOL-17): unused, after each use, and at most. */
export const tokenLife = { unusedMinutes: 15, renewedMinutes: 2 * 60, longestHours: 24 } as const;

/** What decides where a product opens. */
export type Openable = {
  id: number;
  slug: string;
  tool_type: 'embedded' | 'iframe' | 'component';
  opening: ProductOpening;
  configuration: unknown;
};

/** Where the tool itself is met: its own address, or the page that frames it; null while it has no address. */
export function launchAddress({ slug, tool_type, configuration }: Openable): string | null {
  const toolUrl = toolUrlIn(configuration);
  return toolUrl !== null && tool_type === 'iframe' ? `/tools/${slug}` : toolUrl;
}

/** Where ACCESS TOOL leads: to the landing page, or past it to the tool (TOOL-04, TOOL-05). */
export function openingAddress(product: Openable, token: string): string {
  return product.opening === 'direct' ? toolAddress(product, token) : landingAddress(product, token);
}

/** The tool itself with its token; without an address of its own the landing page, which says so (TOOL-13). */
export function toolAddress(product: Openable, token: string): string {
  const address = launchAddress(product);
  return address === null ? landingAddress(product, token) : withToken(address, token);
}

function landingAddress({ id }: Openable, token: string): string {
  return `/tools/access?token=${encodeURIComponent(token)}&product=${id}`;
}

/**
 * The origin whose pages may use the tokens of a product: that of its address. A tool at an address of the portal that
 * is framed runs without the portal's origin, so that its calls come from the origin `null`.
 * @returns null when the product has no address
 */
export function originOfTool({ tool_type, configuration }: Openable, portalOrigin: string): string | null {
  const toolUrl = toolUrlIn(configuration);
  const origin = toolUrl === null ? null : (URL.parse(toolUrl, portalOrigin)?.origin ?? null);
  return origin === portalOrigin && tool_type === 'iframe' ? 'null' : origin;
}
