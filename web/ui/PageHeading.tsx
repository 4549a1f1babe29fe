import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

export type PageHeadingProps = {
  title: string;
  /** One or two sentences below the title. */
  subtitle?: ReactNode;
  /** Content above the title, such as a type chip. */
  above?: ReactNode;
  /** Buttons on the right; on phones below the title, at full width. */
  actions?: ReactNode;
  className?: string;
};

/** The page's h1. It gets the focus after navigation, so that keyboard and screen reader start at the new page. */
export function PageHeading({ title, subtitle, above, actions, className }: PageHeadingProps) {
  const heading = useHeadingFocus(title);
  return (
    <div className={classes('mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:mb-8', className)}>
      <div className="min-w-0">
        {above ? <div className="mb-3">{above}</div> : null}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {subtitle ? <p className="mt-1.5 max-w-152 text-muted-foreground">{subtitle}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col">{actions}</div> : null}
    </div>
  );
}

// The page that the browser itself opened starts at its top, with the skip link, so its heading does not take the
// focus. The path is compared because a fast member may leave that page before its heading is shown.
const openedPath = globalThis.location?.pathname;
let isFirstHeading = true;

const openDialog = ':is([role="dialog"], [role="alertdialog"])[data-state="open"]';

/** Returns a ref for a heading that takes the focus when it appears through navigation, or when its `title` changes. */
export function useHeadingFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const greetedTitle = useRef<string>(null);
  useEffect(() => {
    if (greetedTitle.current === title) return;
    greetedTitle.current = title;
    const isOfOpenedPage = isFirstHeading && window.location.pathname === openedPath;
    isFirstHeading = false;
    // A dialog that was opened while the screen was loading keeps the focus.
    const isBehind = document.activeElement?.closest(openDialog) != null;
    if (!isOfOpenedPage && !isBehind) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}

/** Moves the focus to the page's heading, for use when what had the focus disappears, such as a deleted row. */
export function focusHeading() {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
