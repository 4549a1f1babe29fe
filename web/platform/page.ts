import { useLayoutEffect } from 'react';
import { usePortalConfig } from './config.ts';
import type { RenderLink } from './link.tsx';
import { sharedValue } from './shared-value.ts';

/** A page above the present one, for the breadcrumb. */
export type Crumb = { label: string; link: RenderLink };

/** What a screen says of itself to the frame around it. */
export type Page = { title: string; trail: readonly Crumb[] };

const noTrail: readonly Crumb[] = [];

/** A page that says nothing of itself, or not yet. */
export const noPage: Page = { title: '', trail: noTrail };

const shown = sharedValue(noPage);

/**
 * Sets the title of the page, in the window and at the end of the breadcrumb.
 * @param trail the pages above it; must be the same array on every render
 */
export function usePage(title: string, trail: readonly Crumb[] = noTrail): void {
  const { productName } = usePortalConfig();
  useLayoutEffect(() => {
    document.title = `${title} · ${productName}`;
    shown.set({ title, trail });
  }, [title, trail, productName]);
}

/**
 * Says what the first screen will set, for the frame that is drawn before it. The server calls it right before it draws,
 * as other pages are on their way at the same time.
 */
export const expectPage = shown.set;

/** The page shown now, for the frame around it. */
export const useShownPage = shown.use;
