import type { LucideIcon } from 'lucide-react';
import {
  AppWindow,
  BookOpen,
  Boxes,
  ChartColumn,
  File,
  FileDown,
  FileText,
  Lightbulb,
  MailOpen,
  Route,
} from 'lucide-react';
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import { classes } from './classes.ts';

const icons: Record<ResourceType, LucideIcon> = {
  online_tool: AppWindow,
  template: FileDown,
  downloadable_template: FileDown,
  report: ChartColumn,
  insight: Lightbulb,
  newsletter: MailOpen,
  book: BookOpen,
  article: FileText,
  bundle: Boxes,
  path: Route,
  other: File,
};

/** Icon of a resource type. Hidden from assistive technology, so the type's name must be beside it. */
export function TypeIcon({ type, size = 16 }: { type: ResourceType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} />;
}

/** Icon and name of a type; `isOnCover` puts them on a small card. */
export function TypeChip({ type, name, isOnCover }: { type: ResourceType; name: string; isOnCover?: boolean }) {
  return (
    <span
      className={classes(
        'inline-flex w-fit items-center gap-1.5 text-xs leading-5 font-semibold whitespace-nowrap',
        isOnCover ? 'rounded-sm bg-card px-2 py-0.5 text-foreground ring-1 ring-border' : 'text-muted-foreground',
      )}
    >
      <TypeIcon type={type} />
      {name}
    </span>
  );
}
