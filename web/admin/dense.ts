import type { DenseLook } from '../ui/DataTable.tsx';

// The space around cut words is for the focus ring of a link.
const cut = 'wide:-m-1 wide:block wide:truncate wide:p-1';

/** From 1400 px each row of a table is one line, and its buttons are grey until the row has the pointer or the focus (ADM-12). */
export const dense: DenseLook = {
  table: 'wide:whitespace-nowrap',
  header: 'wide:px-3',
  cell: 'wide:px-3 wide:py-1',
  // Takes the width that the other columns leave, but is never narrower than 9rem.
  subject: "wide:w-full wide:before:block wide:before:h-0 wide:before:w-36 wide:before:content-['']",
  subjectText: `${cut} wide:w-0 wide:min-w-full`,
  text: `${cut} min-w-0 wide:max-w-56`,
  actions: 'wide:[.group:not(:hover,:focus-within)_&>*]:text-muted-foreground',
  wideColumn: 'max-wide:hidden!',
};
