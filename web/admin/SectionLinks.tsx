import { linkTo } from '../platform/link.tsx';
import type { RenderLink } from '../ui/link.ts';

type Section = { label: string; link: RenderLink; isActive: boolean };

type SectionLinksProps = {
  /** Accessible name of the row. */
  label: string;
  sections: readonly Section[];
};

/** Row of links to the views that share one entry of the menu. */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  return (
    <nav aria-label={label} className="mb-6 flex flex-wrap gap-2">
      {sections.map(({ label, link, isActive }) => (
        <span key={label} className="contents">
          {link({
            'aria-current': isActive ? 'page' : undefined,
            className:
              'inline-flex min-h-9 items-center rounded-md border border-border px-3 text-sm font-medium text-muted-foreground hover:bg-muted hover:text-foreground pointer-coarse:min-h-11 aria-[current=page]:border-transparent aria-[current=page]:bg-accent aria-[current=page]:font-semibold aria-[current=page]:text-accent-foreground',
            children: label,
          })}
        </span>
      ))}
    </nav>
  );
}

const settings = {
  settings: {
    label: 'Portal settings',
    link: linkTo({ to: '/admin-dashboard/settings', activeOptions: { exact: true } }),
  },
  'sign-in': { label: 'Company sign-in', link: linkTo({ to: '/admin-dashboard/sign-in' }) },
  content: { label: 'Content', link: linkTo({ to: '/admin-dashboard/content' }) },
  news: { label: 'Product news', link: linkTo({ to: '/admin-dashboard/news' }) },
  developers: { label: 'Developers', link: linkTo({ to: '/admin-dashboard/settings/developers' }) },
};

export function SettingsSections({ active }: { active: keyof typeof settings }) {
  return (
    <SectionLinks
      label="Settings views"
      sections={Object.entries(settings).map(([key, section]) => ({ ...section, isActive: key === active }))}
    />
  );
}
