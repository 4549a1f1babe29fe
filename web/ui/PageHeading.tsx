import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

export type PageHeadingProps = {
  title: string;
  /** One or two sentences below. */
  subtitle?: ReactNode;
  /** Above the title, such as a type chip. */
  above?: ReactNode;
  /** Buttons at the right, full width below on phones. */
  actions?: ReactNode;
  className?: string;
};

/** The page's h1. It takes the focus after navigation, so that keyboard and screen reader start at the new page. */
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

// The page that the browser itself opened starts at its top, with the skip link; only headings after it take the focus.
// A fast member may leave the first page before its heading is shown.
const openedPath = globalThis.location?.pathname;
let isFirstHeading = true;

const openDialog = ':is([role="dialog"], [role="alertdialog"])[data-state="open"]';

/** A ref for a heading that shall take the focus when it appears through navigation, or when its `title` changes. */
export function useHeadingFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const greetedTitle = useRef<string>(null);
  useEffect(() => {
    if (greetedTitle.current === title) return;
    greetedTitle.current = title;
    const isOfOpenedPage = isFirstHeading && window.location.pathname === openedPath;
    isFirstHeading = false;
    // What was opened over the page while its screen was on the way keeps the keyboard.
    const isBehind = document.activeElement?.closest(openDialog) != null;
    if (!isOfOpenedPage && !isBehind) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}
