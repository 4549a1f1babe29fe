/**
 * The roles a table has by itself. They are written out because rows drawn as blocks on narrow screens
 * (`display: block`) lose them in some browsers.
 */
export const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
