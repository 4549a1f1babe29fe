import type { LibraryEntry, Shelf } from '#contract/library.ts';
import { paths } from '../../paths.ts';
import { today } from '../../platform/clock.ts';
import { AppLink, useGo } from '../../platform/link.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { TypeChip } from '../../ui/TypeChip.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { linesOf, typeNames } from '../catalogue/display.ts';
import { BlockedTab } from '../tools/BlockedTab.tsx';
import { useDirectAccess } from './api.ts';
import { rowAction, rowNotes } from './display.ts';
import { rowClasses } from './row-classes.ts';

type LibraryRowProps = { shelf: Shelf; entry: LibraryEntry };

/** One resource of My Resources: what it is, how far the member came, and the way in (MYRES-02). */
export function LibraryRow({ shelf, entry }: LibraryRowProps) {
  const { resource, progress } = entry;
  const [summary = ''] = linesOf(resource.description);
  return (
    <article className={rowClasses}>
      <ResourceCover
        id={resource.id}
        type={resource.type}
        principles={resource.rappPrinciples}
        imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
        cut="row"
        className="rounded-md border border-border"
      />
      <div className="flex min-w-0 flex-col gap-1.5">
        <TypeChip type={resource.type} name={typeNames[resource.type]} />
        <h2 className="font-sans! text-base! leading-5.5! font-semibold! tracking-normal! wrap-anywhere lg:text-lg!">
          <AppLink href={paths.resource(resource.id)} className="hover:underline">
            {resource.title}
          </AppLink>
        </h2>
        <p className="line-clamp-2 text-sm text-muted-foreground">{summary}</p>
      </div>
      <div className="flex flex-col gap-2 max-lg:col-span-full">
        {progress ? (
          <ProgressBar percent={progress.completionPercentage} label={`Progress of ${resource.title}`} />
        ) : (
          <p className="text-sm text-muted-foreground">Not started</p>
        )}
        <p className="text-xs leading-5 text-muted-foreground tabular-nums">
          {rowNotes(shelf, entry, today()).map((note) => (
            <span key={note} className="block">
              {note}
            </span>
          ))}
        </p>
      </div>
      <div className="max-lg:col-span-full">
        <RowButton shelf={shelf} entry={entry} />
      </div>
    </article>
  );
}

/** Opens an online tool in a new tab, anything else on its page (MYRES-11). */
function RowButton({ shelf, entry }: LibraryRowProps) {
  const { resource, progress } = entry;
  const go = useGo();
  const tool = useDirectAccess(resource);
  const isTool = resource.type === 'online_tool';
  return (
    <>
      <Button
        isBlock
        variant={progress ? 'secondary' : 'outline'}
        isBusy={tool.isBusy}
        onClick={() => void (isTool ? tool.open() : go(paths.resource(resource.id)))}
      >
        {rowAction(shelf, entry)}
        <VisuallyHidden> {resource.title}</VisuallyHidden>
      </Button>
      {tool.blockedAddress ? <BlockedTab address={tool.blockedAddress} /> : null}
    </>
  );
}
