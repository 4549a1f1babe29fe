import { AppWindow, BookOpen, Check, FileDown, type LucideIcon, Video } from 'lucide-react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { CheckSlot } from '#web/learning/library/CheckSlot.tsx';
import { type IncludedKind, includedIn } from './detail-display.ts';
import { useIsPreview } from './PreviewBanner.tsx';

const icons: Record<IncludedKind, LucideIcon> = {
  tool: AppWindow,
  reading: BookOpen,
  file: FileDown,
  video: Video,
  benefit: Check,
};

/**
 * Everything that comes with a resource, before and after it is bought (DETAIL-26); renders nothing when that is
 * unknown.
 */
export function Included({ resource }: { resource: Resource }) {
  const included = includedIn(resource);
  const isPreview = useIsPreview();
  if (included.length === 0) return null;
  return (
    <section aria-labelledby="included-heading">
      <h2 id="included-heading" className="mb-3">
        What is included
      </h2>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {included.map(({ kind, name, note }) => {
          const Icon = icons[kind];
          return (
            <li key={`${kind} ${name}`} className="flex gap-3 border-t border-border py-3 text-sm">
              <Icon size={18} className="mt-px text-primary" />
              <div className="min-w-0 wrap-anywhere">
                <p className="font-semibold">{name}</p>
                {note === null ? null : <p className="text-xs text-muted-foreground">{note}</p>}
              </div>
            </li>
          );
        })}
        {isPreview || resource.type === 'path' ? null : <CheckSlot resourceId={resource.id} look="included" />}
      </ul>
    </section>
  );
}
