import { Link } from '@tanstack/react-router';
import { Sheet } from '#web/ui/Sheet.tsx';
import type { ContentsEntry } from './pdf-page.ts';

type ContentsSheetProps = {
  resourceId: number;
  entries: readonly ContentsEntry[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Sheet with the file's own table of contents; each entry links to its page. */
export function ContentsSheet({ resourceId, entries, isOpen, onOpenChange }: ContentsSheetProps) {
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title="Contents">
      <nav aria-label="Contents">
        <ContentsList resourceId={resourceId} entries={entries} onFollow={() => onOpenChange(false)} />
      </nav>
    </Sheet>
  );
}

type ContentsListProps = Pick<ContentsSheetProps, 'resourceId' | 'entries'> & { onFollow: () => void };

function ContentsList({ resourceId, entries, onFollow }: ContentsListProps) {
  return (
    <ol className="[&_ol]:ml-3 [&_ol]:border-l [&_ol]:border-border [&_ol]:pl-1">
      {entries.map(({ id, title, page, entries: below }) => (
        <li key={id}>
          <Link
            to="/resource/$id/read"
            params={{ id: String(resourceId) }}
            search={({ as }) => ({ page, as })}
            onClick={onFollow}
            className="flex min-h-10 items-center justify-between gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-accent pointer-coarse:min-h-11"
          >
            <span className="min-w-0 wrap-anywhere">{title}</span>
            <span className="text-muted-foreground tabular-nums">{page}</span>
          </Link>
          {below.length > 0 ? <ContentsList resourceId={resourceId} entries={below} onFollow={onFollow} /> : null}
        </li>
      ))}
    </ol>
  );
}
