import { CircleCheck, Eye, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PublicSummary } from '#contract/pages/storefront.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { initials } from '#web/ui/Avatar.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { TypeIcon } from '#web/ui/TypeChip.tsx';

/** Frame of the panel beside the form. */
export function Context({ children }: { children: ReactNode }) {
  return <div className="flex w-full max-w-132 flex-col gap-5 lg:my-auto lg:gap-10">{children}</div>;
}

export function From({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-sm text-on-brand-muted">
      <span
        translate="no"
        aria-hidden="true"
        className="grid size-8 flex-none place-items-center rounded-full bg-brand-raised text-xs font-semibold text-on-brand"
      >
        {initials(name)}
      </span>
      <span>
        <b translate="no" className="block font-semibold text-on-brand wrap-anywhere">
          {name}
        </b>
        {children}
      </span>
    </p>
  );
}

export function Title({ children }: { children: ReactNode }) {
  return (
    <h2 className="font-display text-2xl font-semibold tracking-[-0.02em] text-balance wrap-anywhere lg:text-4xl lg:leading-12">
      {children}
    </h2>
  );
}

type Shown = Pick<PublicSummary, 'id' | 'type' | 'rappPrinciples' | 'thumbnailUrl' | 'featuredImageUrl'>;

export function ResourceFacts({ resource, title, note }: { resource: Shown; title: string; note: string }) {
  const { id, type, rappPrinciples, thumbnailUrl, featuredImageUrl } = resource;
  return (
    <div className="flex items-center gap-4 rounded-lg bg-card p-4 text-card-foreground">
      <ResourceCover
        id={id}
        type={type}
        principles={rappPrinciples}
        imageUrl={thumbnailUrl ?? featuredImageUrl}
        cut="square"
        className="w-22! flex-none rounded-sm border border-border"
      />
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 text-xs font-semibold text-muted-foreground">
          <TypeIcon type={type} />
          {typeNames[type]}
        </p>
        <p className="mt-1 font-semibold text-pretty wrap-anywhere">{title}</p>
        <p className="mt-1 line-clamp-3 text-sm text-muted-foreground wrap-anywhere">{note}</p>
      </div>
    </div>
  );
}

export function Seen({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm text-pretty text-on-brand-muted">
      <Eye size={16} className="mt-0.5 flex-none" />
      <span>{children}</span>
    </p>
  );
}

/** Mark inside the field of an address that a mailed link has fixed. */
export function FixedMark() {
  return <Lock size={16} />;
}

/** Text below the field of an address that a mailed link has confirmed. */
export function Confirmed({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 text-success-text">
      <CircleCheck size={14} className="mt-0.75 flex-none" />
      <span>{children}</span>
    </span>
  );
}
