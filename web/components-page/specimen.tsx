import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import type { RenderLink } from '../ui/link.ts';

/** Group of components, with the group's heading in web/ui/README.md. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-14">
      <h2 id={anchorOf(title)} className="mb-2 scroll-mt-6 border-b border-border pb-2">
        {title}
      </h2>
      {children}
    </section>
  );
}

export const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

/** Component in all its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <article aria-label={name} className="border-b border-border py-6">
      <h3 className="mb-4 font-sans">
        <code>{name}</code>
      </h3>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-6">{children}</div>
    </article>
  );
}

/** One state of a component. A wide one has a row of its own. */
export function State({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classes('min-w-0', isWide ? 'w-full' : 'max-w-full')}>
      <p className="mb-2 text-xs text-muted-foreground">{label}</p>
      {children}
    </div>
  );
}

export const linkToTop: RenderLink = (parts) => <a href="#root" {...parts} />;

export const ignore = () => undefined;
