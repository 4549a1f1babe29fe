import { type MouseEvent, useState } from 'react';
import type { Inside, Resource } from '#contract/catalogue/catalogue.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';

const sampleDialog = lazyDialog(async () => (await import('./SampleDialog.tsx')).SampleDialog);

export type PdfInside = NonNullable<Inside['document']>;

/** Public pages of a PDF as small pictures; a press enlarges them (DETAIL-27). */
export function SamplePages({ resource: { inside } }: { resource: Pick<Resource, 'inside'> }) {
  const [opened, setOpened] = useState<number | null>(null);
  const document = inside?.document;
  if (!document || document.samples.length === 0) return null;
  const { pages, samples } = document;

  /** Opens a page in the dialog. Without a script, and for a new tab, the link leads to the picture. */
  function open(event: MouseEvent, page: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpened(page);
  }

  return (
    <section aria-labelledby="samples-heading">
      <h2 id="samples-heading">Sample pages</h2>
      <p className="mt-1 mb-4 text-sm text-muted-foreground">
        The first {samples.length === 1 ? 'page' : `${samples.length} pages`} of {pages}. Select one to read it.
      </p>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {samples.map(({ page, url, width, height }) => (
          <li key={page}>
            <a
              href={url}
              onClick={(event) => open(event, page)}
              {...sampleDialog.near}
              className="block rounded-md text-center text-xs text-muted-foreground hover:text-foreground"
            >
              <img
                src={url}
                width={width}
                height={height}
                alt=""
                loading="lazy"
                className="mb-2 h-auto w-full rounded-md border border-border bg-white"
              />
              Page {page}
            </a>
          </li>
        ))}
        <MorePages document={document} />
      </ul>
      {opened === null ? null : (
        <sampleDialog.Dialog document={document} opened={opened} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

/** Number of the other pages, in the place of one page. */
function MorePages({ document: { pages, samples } }: { document: PdfInside }) {
  const more = pages - samples.length;
  return (
    <li className="mb-6 flex min-h-24 items-center justify-center rounded-md bg-muted p-3 text-center text-sm font-semibold">
      {more} more {more === 1 ? 'page' : 'pages'}
    </li>
  );
}
