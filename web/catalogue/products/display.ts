import type { AdminOnlineProduct } from '#contract/catalogue/products.ts';

export const toolTypeNames: Record<AdminOnlineProduct['toolType'], string> = {
  embedded: 'Embedded',
  iframe: 'Iframe',
  component: 'Component',
};

export const toolTypeHints: Record<AdminOnlineProduct['toolType'], string> = {
  embedded: 'Members see the tool’s own site, in a new tab.',
  iframe: 'Members see the tool within the portal, in a frame below its name.',
  component: 'Members see a page of the portal itself, such as the readiness assessment.',
};

export const openingNames: Record<AdminOnlineProduct['opening'], string> = {
  landing: 'On the landing page, with Launch Tool',
  automatic: 'On the landing page, by itself after a second',
  direct: 'Straight away, without the landing page',
};

/** Turns typed text into a slug (ADM-PROD-05). */
export function slugOf(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .replaceAll(/-+/g, '-');
}

/** Returns the URL of a tool in its configuration; "" when there is none. */
export function addressIn({ toolUrl, url }: AdminOnlineProduct['configuration']): string {
  return [toolUrl, url].find((one): one is string => typeof one === 'string' && one !== '') ?? '';
}

/** Returns the label of the URL's field; only a framed site has a "Tool URL" (ADM-PROD-02). */
export function addressLabel(toolType: AdminOnlineProduct['toolType']): string {
  if (toolType === 'iframe') return 'Tool URL';
  return toolType === 'component' ? 'Page of the portal' : 'Address';
}

/** Shortens the token in a URL: enough to distinguish two tokens, too little to use one. */
export function withShortToken(address: string): string {
  return address.replace(/([?&]token=[\w-]{6})[\w-]+/, '$1…');
}

/**
 * Returns the reason why a product could not be created (ADM-PROD-07): status and body of the response, or that it was
 * no JSON.
 */
export function creationFailure(error: unknown): string {
  if (error instanceof SyntaxError) return `Expected JSON but got another answer: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
