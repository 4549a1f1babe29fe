import type { DenseLook } from '../ui/DataTable.tsx';

// The space around truncated text is for the focus ring of a link.
const cut = 'wide:-m-1 wide:block wide:truncate wide:p-1';

/**
 * Classes of a dense table. From 1400 px a row is one line, or two where its title needs them. Its buttons take 90 px,
 * and are grey until the row has the pointer or the focus (ADM-12).
 */
export const dense: DenseLook = {
  table: 'wide:whitespace-nowrap',
  header: 'wide:px-3',
  cell: 'wide:px-3 wide:py-1',
  // Takes the width that the other columns leave, but is never narrower than 9rem.
  subject: "wide:w-full wide:before:block wide:before:h-0 wide:before:w-36 wide:before:content-['']",
  // Padding would show the top of a third line, so the focus ring of a link is inside the text's own box.
  subjectText:
    'wide:line-clamp-2 wide:w-0 wide:min-w-full wide:text-pretty wide:wrap-anywhere wide:whitespace-normal wide:[&_a]:-outline-offset-2!',
  text: `${cut} min-w-0 wide:max-w-56`,
  actions:
    'wide:ml-0! wide:w-22.5 wide:justify-end wide:gap-0! wide:[&>button]:w-7.5 wide:[&>button]:px-0! wide:[.group:not(:hover,:focus-within)_&>*]:text-muted-foreground',
  wideColumn: 'max-wide:hidden!',
};
