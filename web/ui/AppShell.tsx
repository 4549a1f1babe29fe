import { ArrowLeft, type LucideIcon, Menu as MenuIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import type { RenderLink } from './link.ts';
import { textLinkClasses } from './TextLink.tsx';
import { type NamedPortal, Wordmark } from './Wordmark.tsx';

export type NavigationEntry = {
  link: RenderLink;
  label: string;
  /** At the end of the entry, such as a number. */
  note?: ReactNode;
  /** Absent on entries of groups, which are smaller. */
  icon?: LucideIcon;
  isActive: boolean;
  /** Menu below the entry. A line above the entry separates it from earlier entries. */
  groups?: NavigationGroup[];
};

/** Part of a menu; the label is empty for entries above all groups. */
export type NavigationGroup = { label: string; entries: NavigationEntry[] };

/** Frame of the app: sidebar on the left from 1024 px, header above, content up to 1104 px wide. */
export function AppShell({
  sidebar,
  header,
  footer,
  children,
}: {
  sidebar: ReactNode;
  header: ReactNode;
  /** Below the content, such as help and terms. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <SkipLink />
      <div className="min-h-dvh lg:grid lg:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]">
        {sidebar}
        <div className="flex min-h-dvh min-w-0 flex-col">
          {header}
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[74rem] flex-1 px-4 pt-6 pb-16 outline-none lg:px-10 lg:pt-10 lg:pb-20"
          >
            {children}
          </main>
          {footer}
        </div>
      </div>
    </>
  );
}

type SidebarProps = {
  portal: NamedPortal;
  homeLink: RenderLink;
  entries: NavigationEntry[];
};

/** Navigation on the left, 256 px wide, shown from 1024 px. */
export function Sidebar({ portal, homeLink, entries }: SidebarProps) {
  return (
    <aside
      aria-label="Sidebar"
      className="border-r border-sidebar-border bg-sidebar text-sidebar-foreground max-lg:hidden"
    >
      <div className="sticky top-0 flex max-h-dvh flex-col overflow-y-auto px-4 pb-3">
        <div className="mb-3 flex h-(--header-height) flex-none items-center px-2">
          {homeLink({ children: <Wordmark portal={portal} /> })}
        </div>
        <NavigationList entries={entries} />
      </div>
    </aside>
  );
}

export type NavigationListProps = {
  entries: NavigationEntry[];
  /** Called when an entry is followed, for example to close the sheet around the list. */
  onFollow?: () => void;
};

export function NavigationList({ entries, onFollow }: NavigationListProps) {
  // A list with a menu below an entry is denser, so that all of it fits in 900 px.
  const height = entries.some(({ groups }) => groups) ? 'min-h-9' : 'min-h-10';
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {entries.map((entry) => (
          <li key={entry.label} className={entry.groups && 'mt-2 border-t border-sidebar-border pt-2'}>
            <NavigationItem entry={entry} onFollow={onFollow} className={`${height} gap-3`} />
            {entry.groups ? (
              <div className="ml-4 border-l border-sidebar-border pl-3">
                <NavigationGroups groups={entry.groups} onFollow={onFollow} className="py-1" />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type NavigationGroupsProps = Pick<NavigationListProps, 'onFollow'> & {
  groups: readonly NavigationGroup[];
  className: string;
};

/** Menu in groups, each named by its heading. */
export function NavigationGroups({ groups, onFollow, className }: NavigationGroupsProps) {
  return groups.map(({ label, entries }) => (
    <Fragment key={label}>
      {label ? (
        <p aria-hidden="true" className="px-3 pt-2 text-xs font-semibold text-muted-foreground">
          {label}
        </p>
      ) : null}
      <ul aria-label={label || undefined}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <NavigationItem entry={entry} onFollow={onFollow} className={`${className} font-normal`} />
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}

type NavigationItemProps = Pick<NavigationListProps, 'onFollow'> & { entry: NavigationEntry; className: string };

function NavigationItem({
  entry: { link, label, note, icon: Icon, isActive },
  onFollow,
  className,
}: NavigationItemProps) {
  return link({
    onClick: onFollow,
    'aria-current': isActive ? 'page' : undefined,
    className: `flex items-center rounded-md px-3 text-sm font-medium hover:bg-muted pointer-coarse:min-h-11 aria-[current=page]:bg-sidebar-accent aria-[current=page]:font-semibold aria-[current=page]:text-sidebar-accent-foreground ${className}`,
    children: (
      <>
        {Icon ? <Icon size={18} /> : null}
        {label}
        {note}
      </>
    ),
  });
}

type HeaderProps = {
  portal: NamedPortal;
  homeLink: RenderLink;
  /** Shown from 1024 px. */
  breadcrumb?: ReactNode;
  /** Content before the menu, such as a search. */
  search?: ReactNode;
  /** A `LazyMenu` with a `UserMenuButton`. */
  userMenu: ReactNode;
  onOpenNavigation: () => void;
  /**
   * Called when the pointer or the keyboard reaches the navigation button, so that the sheet's code can be fetched
   * early.
   */
  onNavigationNear?: () => void;
};

/** Bar above the content: 64 px high; below 1024 px it is 56 px high, with the navigation button and the wordmark. */
export function Header(props: HeaderProps) {
  const { portal, homeLink, breadcrumb, search, userMenu, onOpenNavigation, onNavigationNear } = props;
  return (
    <header className="flex h-14 items-center gap-1 border-b border-border bg-sidebar pr-2 pl-1 lg:h-(--header-height) lg:gap-4 lg:bg-background lg:px-10">
      <IconButton
        label="Open navigation menu"
        icon={<MenuIcon size={22} />}
        onClick={onOpenNavigation}
        onPointerEnter={onNavigationNear}
        onFocus={onNavigationNear}
        className="lg:hidden"
      />
      <div className="lg:hidden">{homeLink({ children: <Wordmark portal={portal} size={24} /> })}</div>
      <div className="min-w-0 max-lg:hidden">{breadcrumb}</div>
      <div className="ml-auto flex flex-none items-center gap-1 lg:gap-4">
        {search}
        {userMenu}
      </div>
    </header>
  );
}

type FocusFrameProps = Pick<HeaderProps, 'portal' | 'homeLink'> & {
  /** Link back, beside the wordmark's link to the home page. */
  back: { link: RenderLink; label: string };
  className?: string;
  children: ReactNode;
};

/** Frame of a screen without navigation, such as a payment, with a link back. */
export function FocusFrame(props: FocusFrameProps) {
  const { portal, homeLink, back, className, children } = props;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex h-14 flex-none items-center justify-between gap-4 border-b border-border bg-sidebar px-4 lg:h-(--header-height) lg:px-10">
        {homeLink({ children: <Wordmark portal={portal} /> })}
        {back.link({
          className: textLinkClasses,
          children: (
            <>
              <ArrowLeft size={16} />
              {back.label}
            </>
          ),
        })}
      </header>
      <main id="main" tabIndex={-1} className={classes('w-full flex-1 outline-none', className)}>
        {children}
      </main>
    </div>
  );
}

/** Classes of the main part of a `FocusFrame`; the caller adds the width. */
export const focusMain = 'mx-auto px-4 pt-6 pb-16 lg:px-10 lg:pt-10 lg:pb-20';

/** First link of the page; visible only while it has the focus. `#main` is the id of `AppShell`'s content. */
export function SkipLink({ targetId = 'main' }: { targetId?: string }) {
  return (
    <a
      href={`#${targetId}`}
      className="sr-only z-50 rounded-md bg-card px-4 py-3 font-semibold text-foreground shadow-md focus:not-sr-only focus:fixed focus:top-4 focus:left-4 focus:px-4 focus:py-3"
    >
      Skip to content
    </a>
  );
}
