import { ChevronRight } from 'lucide-react';
import { classes } from './classes.ts';
import type { RenderLink } from './link.ts';

export type BreadcrumbItem = { label: string; link?: RenderLink };

/** Path to this page. The last item is the page itself and has no link. */
export function Breadcrumb({ items }: { items: readonly BreadcrumbItem[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm">
      <ol className="flex min-w-0 items-center gap-2">
        {items.map((item, index) => (
          <li key={item.label} className={classes('flex items-center gap-2', item.link ? 'flex-none' : 'min-w-0')}>
            {index > 0 ? <ChevronRight size={16} className="flex-none text-muted-foreground" /> : null}
            {item.link ? (
              item.link({
                className: 'whitespace-nowrap text-muted-foreground hover:text-foreground',
                children: item.label,
              })
            ) : (
              <span aria-current="page" className="truncate font-semibold">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
