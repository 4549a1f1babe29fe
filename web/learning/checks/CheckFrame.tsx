import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { SkipLink } from '#web/ui/AppShell.tsx';
import { classes } from '#web/ui/classes.ts';
import { textLinkClasses } from '#web/ui/TextLink.tsx';

type CheckFrameProps = {
  header: ReactNode;
  /** Bar at the bottom of the window. */
  footer?: ReactNode;
  /** `narrow` for panels and results. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
};

/** Frame of a check, which fills the window: a bar above, the content, and a bar below. */
export function CheckFrame({ header, footer, width = 'narrow', children }: CheckFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-20 border-b border-border bg-sidebar">{header}</header>
      <main
        id="main"
        tabIndex={-1}
        className={classes(
          'mx-auto w-full flex-1 px-4 pt-5 pb-10 outline-none lg:px-10 lg:pt-8 lg:pb-12',
          width === 'narrow' ? 'max-w-[67rem]' : 'max-w-300',
        )}
      >
        {children}
      </main>
      {footer ? <footer className="sticky bottom-0 z-20 border-t border-border bg-sidebar">{footer}</footer> : null}
    </div>
  );
}

export function BackBar({ resourceId, title, children }: { resourceId: number; title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 px-4 py-2 lg:min-h-(--header-height) lg:px-10">
      <Link
        to="/resource/$id"
        params={{ id: String(resourceId) }}
        className={classes(textLinkClasses, 'min-w-0 pointer-coarse:min-h-11')}
      >
        <ArrowLeft size={16} className="flex-none" />
        <span className="line-clamp-1 wrap-anywhere">{title}</span>
      </Link>
      {children ? <span className="flex-none text-sm text-muted-foreground tabular-nums">{children}</span> : null}
    </div>
  );
}
