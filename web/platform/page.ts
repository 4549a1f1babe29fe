import { useLayoutEffect } from 'react';
import { usePortalConfig } from './config.ts';
import type { RenderLink } from './link.tsx';
import { sharedValue } from './shared-value.ts';

/** A page above the current one, for the breadcrumb. */
export type Crumb = { label: string; link: RenderLink };

/** Title of a screen and the pages above it, for the frame around it. */
export type Page = { title: string; trail: readonly Crumb[] };

const noTrail: readonly Crumb[] = [];

/** The page before its screen has set a title. */
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
 * Sets the page before the first screen does, for the frame that is rendered earlier. The server must call it right
 * before it renders, because it renders other pages at the same time.
 */
export const expectPage = shown.set;

/** The current page, for the frame around it. */
export const useShownPage = shown.use;
